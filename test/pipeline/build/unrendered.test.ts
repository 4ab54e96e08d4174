import { expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { createRenderer } from '../../../pipeline/build/render.ts';
import type { RenderSetting } from '../../../pipeline/build/render-setting.ts';
import { sharedTools } from '../../../pipeline/build/shared-tools.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { emptyBody } from '../../../pipeline/site/empty-body.ts';
import type { Page, RenderedBody, Site } from '../../../schema/site.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const text = 'Some <b>words</b>.\n\n```js\nconst a = 1;\n```';

const noAssets: RenderSetting['assets'] = { styles: [], script: '', userScripts: [] };

/** A page, and a renderer that fails on every block of code. */
async function world(
  assets = noAssets,
): Promise<{ page: Page; renderer: ReturnType<typeof createRenderer> }> {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index']),
    'index.mdx': `---\ntitle: The <title>\n---\n\n${text}\n`,
  });
  const { site } = await readSite({ dir, cache: memoryCache(), codeVersion: '' });
  const page = site?.pages.get('index') as Page;
  const tools = sharedTools({
    get: () => {
      throw new Error('the memory of <colours> is gone');
    },
    set: () => {},
  });
  const setting = { dir, assets, islands: {}, search: false, assistant: false, today: 0 };
  return { page, renderer: createRenderer(site as Site, setting, tools) };
}

test('a page whose rendering breaks is shown as its author wrote it, below what went wrong', async () => {
  const { page, renderer } = await world();
  const { body, facts } = await renderer.body(page);
  expect(facts.problems).toMatchObject([
    { severity: 'error', ruleId: 'page-render', file: 'index.mdx' },
  ]);
  const { document, instead } = renderer.document(page, body);
  expect(instead).toBeUndefined();
  expect(document.html).toContain('The &lt;title></h1>');
  expect(document.html).toContain('the memory of &lt;colours&gt; is gone');
  expect(document.html).toContain('Some &lt;b&gt;words&lt;/b&gt;.\n\n```js');
  expect(document.html).not.toContain('title: The');
  expect(document.twin).toContain(text);
  expect(JSON.parse(document.record).title).toBe('The <title>');
});

test('a body that no frame can hold gives way to the text as well', async () => {
  const { page, renderer } = await world();
  const broken = { ...emptyBody, contents: null } as unknown as RenderedBody;
  const { document, instead } = renderer.document(page, broken);
  expect(instead?.facts.problems).toMatchObject([{ ruleId: 'page-render', file: 'index.mdx' }]);
  expect(document.html).toContain('Some &lt;b&gt;words&lt;/b&gt;.');
  expect(document.html).toContain('</html>');
});

test('a frame that fails on every body is left out', async () => {
  const { page, renderer } = await world({ userScripts: [] } as unknown as RenderSetting['assets']);
  const { document, instead } = renderer.document(page, emptyBody);
  expect(instead?.facts.problems).toHaveLength(1);
  expect(document.html).toContain('<h1>The &lt;title&gt;</h1>');
  expect(document.html).toContain('Some &lt;b&gt;words&lt;/b&gt;.');
});
