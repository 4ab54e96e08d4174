import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';

const page = readFileSync(join(projectRoot, 'docs/troubleshooting.mdx'), 'utf8');
const explained = new Set([...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap((row) => names(row[1])));

function names(cell = ''): string[] {
  return [...cell.matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1] ?? '');
}

/** Codes as the sources write them: after `ruleId`, or as an argument of the helpers that make problems. */
function codesOf(text: string): string[] {
  const code = "'([a-z][a-z0-9]*(?:-[a-z0-9]+)+)'";
  const patterns = [
    `ruleId\\s*[:=]\\s*${code}`,
    `ruleId:? [^;\\n]*\\? ${code}`,
    `ruleId:? [^;\\n]*: ${code}`,
    `\\b(?:problem|fail|refuse|report|tell)\\(\\s*(?:[^()']{0,60},\\s*|'(?:error|warning|note)',\\s*)*${code}`,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => match[1] ?? ''),
  );
}

describe('the page Troubleshooting', () => {
  const sources = globSync(
    '{pipeline/**/*.{ts,tsx},schema/**/*.ts,runtime/assistant/questions/*.ts}',
    {
      cwd: projectRoot,
      exclude: ['pipeline/site/client/**'],
    },
  );
  const used = new Map(
    sources.flatMap((file) =>
      codesOf(readFileSync(join(projectRoot, file), 'utf8')).map((code) => [code, file] as const),
    ),
  );

  test('explains every code that a problem can have', () => {
    expect(used.size).toBeGreaterThan(60);
    const missing = [...used].filter(([code]) => !explained.has(code));
    expect(missing.map(([code, file]) => `${code} of ${file}`)).toEqual([]);
  });

  test('explains no unknown code', () => {
    const all = sources.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('\n');
    expect([...explained].filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });
});
