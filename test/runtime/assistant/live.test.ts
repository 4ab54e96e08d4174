import { expect, test } from 'vitest';
import { openDeployment, readCurrent } from '../../../pipeline/output/read.ts';
import { liveSites } from '../../../runtime/assistant/live.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

test('records are read once while a site is asked, and no more of them are kept than may be', async () => {
  const site = {
    'docs.json': minimalConfig(['start', 'limits']),
    'start.mdx': '---\ntitle: Start\n---\n\nBegin.\n',
    'limits.mdx': '---\ntitle: Limits\n---\n\nMany.\n',
  };
  const out = tempDir();
  await buildSite(writeFiles(tempDir(), site), out);
  const id = readCurrent(out) ?? '';
  const open = () => {
    const reader = openDeployment(out, id);
    return { folder: out, current: () => reader, search: async () => undefined };
  };
  const served = new Map(['a', 'b', 'c'].map((project) => [project, open()]));
  const siteOf = liveSites((project) => served.get(project), 4);
  const [a, b] = [siteOf({ id: 'a' }), siteOf({ id: 'b' })];
  expect([...(a?.pages.keys() ?? [])]).toEqual(['limits', 'start']);
  expect(siteOf({ id: 'a' })).toBe(a);
  // A third one takes the place of the one that was asked before the others.
  expect(siteOf({ id: 'c' })?.pages.size).toBe(2);
  expect(siteOf({ id: 'a' })).toBe(a);
  expect(siteOf({ id: 'b' })).not.toBe(b);
  expect(siteOf({ id: 'nobody' })).toBeUndefined();
});
