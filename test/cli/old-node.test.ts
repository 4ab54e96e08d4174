import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';

/** An older Node.js on this machine, next to the one that runs the tests. */
const older = [
  process.env.DOCENT_OLD_NODE ?? '',
  '/usr/local/bin/node',
  '/usr/bin/node',
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
].find((path) => {
  if (path === '' || !existsSync(path)) return false;
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return Number(stdout.split('.')[0]) < 22;
});
if (older === undefined) {
  console.log('The test of an older Node.js is skipped: there is none here.');
}

test.skipIf(older === undefined)('an older Node.js gets one sentence that says what to do', () => {
  const { status, stdout, stderr } = spawnSync(
    older ?? '',
    [join(projectRoot, 'bin/docent.js'), 'check'],
    { encoding: 'utf8' },
  );
  expect(stderr).toMatch(
    /^Docent needs Node\.js 22\.22 or newer and found \d+\.\d+\.\d+: install a newer Node\.js.*\.\n$/,
  );
  expect([status, stdout]).toEqual([2, '']);
});
