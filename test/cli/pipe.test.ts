import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';

test('whoever stops reading the output ends the command quietly', async () => {
  const child = spawn(process.execPath, [join(projectRoot, 'bin/docent.js'), '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (bytes) => {
    errors += bytes;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
}, 30_000);
