import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLiveHere } from '../../../pipeline/output/place-stored.ts';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { makeTempDir, writeFiles } from '../../support/temp.ts';

test('what goes live elsewhere leaves the last five on this disk', async () => {
  const out = makeTempDir();
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const newId = createIds();
  const ids = Array.from({ length: 8 }, () => newId('dpl'));
  for (const id of ids) {
    writeFiles(out, { [`deployments/${id}/deployment.json`]: '{}' });
    await makeLiveHere(out, id, { now: Date.now, isStill: async () => true });
  }
  expect(readCurrent(out)).toBe(ids.at(-1));
  expect(readdirSync(join(out, 'deployments')).sort()).toEqual(ids.slice(-5));

  // Asked for by a server that has heard of a newer one meanwhile.
  const [old = ''] = ids.slice(-2);
  await makeLiveHere(out, old, { now: Date.now, isStill: async () => false });
  expect(readCurrent(out)).toBe(ids.at(-1));
});
