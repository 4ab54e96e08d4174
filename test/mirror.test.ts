import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './support/corpus.ts';

const tests = globSync('test/{pipeline,runtime,schema,packages,scripts}/**/*.test.{ts,tsx}', {
  cwd: projectRoot,
});
const isThere = (path: string) => existsSync(join(projectRoot, path));
const isFile = (path: string) => ['.ts', '.tsx', '.js'].some((end) => isThere(path + end));
/** `translate` for `pipeline/translate.ts` and `test/pipeline/translate.test.ts`. */
const nameOf = (file: string) => basename(file).replace(/(?:\.test)?\.tsx?$/, '');

/** The files outside of the tests that a test imports. */
function sourcesOf(file: string): readonly string[] {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  const imported = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
  return imported.filter((path) => !path.startsWith('test/'));
}

describe('tests mirror the tree', () => {
  test('the folder of a test is a folder of the tree, or has the name of a file in it', () => {
    const astray = tests.filter((file) => {
      const folder = posix.dirname(file).slice('test/'.length);
      return !isThere(folder) && !isFile(folder);
    });
    expect(astray).toEqual([]);
  });

  test('a test of one file that has its name is at its path', () => {
    const astray = tests.filter((file) => {
      if (isFile(posix.join(posix.dirname(file), nameOf(file)).slice('test/'.length))) return false;
      const [source, ...others] = sourcesOf(file);
      if (source === undefined || others.length > 0 || nameOf(source) !== nameOf(file))
        return false;
      return posix.dirname(file) !== `test/${posix.dirname(source)}`;
    });
    expect(astray).toEqual([]);
  });
});
