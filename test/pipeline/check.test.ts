import { expect, test, vi } from 'vitest';
import { checkSite } from '../../pipeline/check.ts';
import { renderBody } from '../../pipeline/site/render.tsx';
import { buildSite } from '../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

vi.mock(import('../../pipeline/site/render.tsx'), async (original) => {
  const module = await original();
  return { ...module, renderBody: vi.fn(module.renderBody) };
});

/** A site whose script gives elements a class, for which each page has a rule. */
const files = {
  'docs.json': minimalConfig(['index', 'more']),
  'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
  'more.mdx': '---\ntitle: More\n---\n\nText.\n',
  'own.js': "document.body.className = 'p-4';\n",
};

test('a check renders no page that a build of the same site has rendered', async () => {
  const dir = writeFiles(tempDir(), files);
  const out = tempDir();
  await checkSite({ dir, threads: 1 });
  expect(renderBody).toHaveBeenCalledTimes(2);
  await buildSite(dir, out);
  vi.mocked(renderBody).mockClear();
  await checkSite({ dir, threads: 1, built: out });
  expect(renderBody).not.toHaveBeenCalled();
});
