import { expect, it } from 'vitest';
import { collect } from '../../../pipeline/build/engine.ts';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

/** Bytes of the heap that are in use. */
function used(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

it('pages whose texts are dropped keep none of them in memory', async () => {
  const body = 'A sentence that a reader may read.\n\n'.repeat(3000);
  const paths = Array.from({ length: 40 }, (_, index) => `page-${index}`);
  const title = 'A title that is cut out of the text';
  const pages = paths.map((path) => [`${path}.md`, `---\ntitle: ${title}\n---\n${body}`]);
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(paths),
    ...Object.fromEntries(pages),
  });
  const { site } = await readSite({ dir, cache: memoryCache(), codeVersion: 'test' });
  const before = used();
  for (const { file } of site?.pages.values() ?? []) Object.assign(file, { text: '' });
  // The engine, and what remembers its last question, may hold the text of a page or two.
  expect(before - used()).toBeGreaterThan(body.length * 30);
  expect(site?.pages.get('page-39')?.title).toBe(title);
});
