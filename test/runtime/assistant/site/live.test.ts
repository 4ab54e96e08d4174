import { expect, test, vi } from 'vitest';
import { openDeployment, readCurrent, readPageRecords } from '../../../../pipeline/output/read.ts';
import { liveSites } from '../../../../runtime/assistant/site/live.ts';
import { buildSite } from '../../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';

const reads = vi.hoisted(() => ({ count: 0, bytes: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const counted = (...asked: Parameters<typeof fs.readSync>) => {
    const read = fs.readSync(...asked);
    reads.count++;
    reads.bytes += read;
    return read;
  };
  return { ...fs, readSync: counted };
});

/** A site of so many pages, as the assistant reads it. */
async function siteOf(count: number) {
  const names = Array.from({ length: count }, (_, index) => `page-${index}`);
  const site = {
    'docs.json': minimalConfig(names),
    ...Object.fromEntries(
      names.map((name) => [
        `${name}.mdx`,
        `---\ntitle: ${name}\n---\n\n## Limits\n\n${'Many. '.repeat(200)}\n`,
      ]),
    ),
  };
  const out = tempDir();
  await buildSite(writeFiles(tempDir(), site), out);
  const id = readCurrent(out) ?? '';
  const reader = openDeployment(out, id);
  const sites = liveSites((project) =>
    project === 'a'
      ? { folder: out, current: () => reader, search: async () => undefined }
      : undefined,
  );
  expect(sites({ id: 'nobody' })).toBeUndefined();
  const live = sites({ id: 'a' });
  if (!live) throw new Error('The site is not served.');
  const records = JSON.stringify(readPageRecords(out, id));
  return { live, records };
}

test('a page is read by its path from a site of any size, and no other page with it', async () => {
  const costs: { count: number; bytes: number }[] = [];
  for (const count of [20, 320]) {
    const { live, records } = await siteOf(count);
    Object.assign(reads, { count: 0, bytes: 0 });
    expect(live.page('page-7')?.title).toBe('page-7');
    expect(live.record('page-7')?.headings).toEqual([{ id: 'limits', text: 'Limits', depth: 2 }]);
    expect(live.page('page-7x')).toBeUndefined();
    expect(await live.markdown({ path: 'page-7' })).toContain('## Limits');
    costs.push({ ...reads });
    if (count > 100) expect(reads.bytes).toBeLessThan(records.length / 2);
    // What was asked is kept.
    Object.assign(reads, { count: 0, bytes: 0 });
    expect(live.record('page-7')?.title).toBe('page-7');
    expect(reads.count).toBe(0);
  }
  const [small, large] = costs;
  // Sixteen times the pages are four more steps of each search for a line: of outlines, addresses and contents.
  expect(large?.count).toBeLessThan((small?.count ?? 0) + 4 * 4 * 4);
});
