// Reports phrases to avoid (rules.ts) in the handbook, READMEs, messages, comments and test titles.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API } from 'typescript/unstable/sync';
import { codePassages, comments, type Passage, pagePassages } from './passages.ts';
import { type Rule, rules } from './rules.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A phrase to avoid, with its offset in the file. */
export interface Finding {
  readonly offset: number;
  readonly found: string;
  readonly write: string;
}

/** The phrases to avoid in the passages of a file. */
export function findIn(passages: readonly Passage[], file: string): readonly Finding[] {
  return passages.flatMap(({ kind, start, text }) => {
    const findings = new Map<number, Finding>();
    for (const [rule, pattern] of patterns) {
      if (!applies(rule, kind, file)) continue;
      for (const { 0: found, index } of text.matchAll(pattern)) {
        const offset = start + index;
        if (!findings.has(offset)) {
          findings.set(offset, { offset, found: found.replace(/\s+/g, ' '), write: rule.write });
        }
      }
    }
    return [...findings.values()];
  });
}

const patterns = rules.map((rule): readonly [Rule, RegExp] => [
  rule,
  new RegExp(`(?<![\\w'-])(?:${rule.find.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi'),
]);

function applies({ only, except = [] }: Rule, kind: Passage['kind'], file: string): boolean {
  return (only === undefined || only.includes(kind)) && except.every((one) => one.file !== file);
}

/** Every file with prose, with its text and its passages. */
function* filesWithProse(): Generator<readonly [string, string, readonly Passage[]]> {
  for (const file of globSync(
    ['*.md', '{docs,design}/**/*.{md,mdx}', '{schema,pipeline,runtime,commands}/**/*.md'],
    { cwd: root },
  )) {
    const text = readFileSync(join(root, file), 'utf8');
    yield [file, text, pagePassages(text)];
  }
  for (const file of globSync('pipeline/**/*.css', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    yield [file, text, comments(text)];
  }
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'scripts/prose/tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    for (const path of project?.rootFiles ?? []) {
      const file = relative(root, path);
      const source = project?.program.getSourceFile(path);
      if (source === undefined || file.startsWith('scripts/prose/rules')) continue;
      yield [file, source.text, codePassages(source, /^(test|bench)\//.test(file))];
    }
  } finally {
    api.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let count = 0;
  for (const [file, text, passages] of filesWithProse()) {
    for (const { offset, found, write } of findIn(passages, file)) {
      const before = text.slice(0, offset).split('\n');
      const column = (before.at(-1)?.length ?? 0) + 1;
      console.error(`${file}:${before.length}:${column} found "${found}", write ${write}`);
      count++;
    }
  }
  if (count > 0) process.exitCode = 1;
}
