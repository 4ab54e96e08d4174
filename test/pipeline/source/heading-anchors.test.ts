import { expect, test } from 'vitest';
import { renderMdx } from '../site/render-mdx.ts';

test('a heading takes the address of an empty anchor in it, and what leads to its words still does', async () => {
  const { html, contents, problems } = await renderMdx(
    [
      '## histogram <a id="histogram"></a>',
      '## <a name="old"/>Renamed',
      '## Other <a id="by-hand" href="/x"></a>',
      'See [one](#histogram), [two](#old) and [three](#renamed).',
    ].join('\n\n'),
    { pages: ['x'] },
  );
  expect(contents.map(({ id, text }) => [id, text])).toEqual([
    ['histogram', 'histogram'],
    ['old', 'Renamed'],
    ['other', 'Other'],
  ]);
  expect(html).toContain('<h2 id="histogram">histogram<a');
  expect(html).toMatch(/<h2 id="old">(?:<span class="alias" id="renamed"><\/span>)?Renamed<a/);
  expect(html).toContain('id="by-hand"');
  expect(problems).toEqual([]);
});
