import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { readCurrent } from '../../../../pipeline/output/read.ts';
import { projectRoot } from '../../../support/corpus.ts';
import { contentsOf } from '../../../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';

const names = Array.from({ length: 70 }, (_, index) => `page-${index}`);

function page(name: string): string {
  const number = Number(name.slice(5));
  return `---
title: Page ${number}
---

import { Hint } from '/snippets/hint.mdx'

## Part

See [another](/page-${(number * 7) % 70}#part). <Hint name="${name}" />

\`\`\`js
const page = ${number}; // [!code ++]
console.log(\`page \${page}\`);
\`\`\`

\`\`\`python
"""
print(1)
"""
print(${number % 3})
\`\`\`
`;
}

const build = pathToFileURL(join(projectRoot, 'dist/pipeline/build.js')).href;
const program = `import { buildSite } from ${JSON.stringify(build)};
const [dir, out, threads] = process.argv.slice(1);
const { problems, stats } = await buildSite({
  dir, out, project: 'p', version: '0', threads: Number(threads),
  now: () => Date.UTC(2026, 0, 1), newId: (prefix) => prefix + '_' + '0'.repeat(26),
});
console.log(JSON.stringify({ problems, rendered: stats.rendered }));`;

/** Builds in a process of its own, compiled: threads have no sources. */
function run(dir: string, threads: number) {
  const out = join(tempDir(), 'out');
  const args = ['--input-type=module', '-e', program, dir, out, String(threads)];
  const made = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  const id = readCurrent(out) ?? '';
  const folder = join(out, 'deployments', id);
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) files.set(entry.name, readFileSync(join(folder, entry.name), 'latin1'));
  }
  for (const [path, bytes] of contentsOf(out, id)) {
    files.set(path, Buffer.from(bytes).toString('latin1'));
  }
  return { ...made, files };
}

beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
});

test('any number of threads makes the same bytes', { timeout: 120_000 }, () => {
  const pages = names.flatMap((name) => [
    [`${name}.mdx`, page(name)],
    [`fr/${name}.mdx`, page(name).replace('## Part', '## Partie')],
  ]);
  const dir = writeFiles(join(tempDir(), 'site'), {
    'docs.json': minimalConfig(names, { i18n: { defaultLanguage: 'en', languages: ['fr'] } }),
    'snippets/hint.mdx': 'Mind **{name}**.\n',
    ...Object.fromEntries(pages),
  });
  const alone = run(dir, 1);
  const several = run(dir, 3);
  expect(several.problems).toEqual(alone.problems);
  expect(several.rendered).toBe(140);
  expect([...several.files.keys()].sort()).toEqual([...alone.files.keys()].sort());
  for (const [path, bytes] of alone.files) {
    expect(several.files.get(path) === bytes, path).toBe(true);
  }
  expect(alone.files.get('site/fr/page-1/index.html')).toContain('id="part"');
  expect(alone.files.get('site/page-1/index.html')).toContain('line-added');
});
