import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alone } from '../vitest.config.ts';
import { projectRoot } from './support/corpus.ts';

/** What changes modules, the environment or the clock for every test that shares the process. */
const changesProcess = /\bvi\.(?:mock|doMock|stubEnv|useFakeTimers)\(/;

test('test files that change what others share have a process of their own', () => {
  const own = new Set(globSync(alone, { cwd: projectRoot }));
  const changing = globSync('test/**/*.test.{ts,tsx}', { cwd: projectRoot }).filter((file) =>
    changesProcess.test(readFileSync(join(projectRoot, file), 'utf8')),
  );
  expect(changing.filter((file) => !own.has(file))).toEqual([]);
});
