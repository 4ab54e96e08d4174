import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';

test('every command of the handbook can be copied: the package puts no docent on the PATH', () => {
  const pages = globSync('docs/**/*.mdx', { cwd: projectRoot });
  const bare = pages.flatMap((page) => {
    const text = readFileSync(join(projectRoot, page), 'utf8');
    return [...text.matchAll(/^ *```sh\b.*\n([\s\S]*?)^ *```$/gm)].flatMap(([, commands = '']) =>
      commands
        .split('\n')
        .filter((line) => /(^|[;&|(]) *docent /.test(line))
        .map((line) => `${page}: ${line.trim()}`),
    );
  });
  expect(bare).toEqual([]);
});
