import { expect, test } from 'vitest';
import { renderMdx } from '../site/render-mdx.ts';

test('the words of a heading lead to it, whatever a component adds to them', async () => {
  const { html, contents, problems } = await renderMdx(
    'export const Since = ({ version }) => <b>Acme {version}+</b>\n\n## Video <Since version="6.0" />\n\n[Up](#video)',
  );
  expect(contents).toMatchObject([{ id: 'video-acme-60', text: 'Video Acme 6.0+' }]);
  expect(html).toContain('<span class="dc-alias" id="video"></span>');
  expect(problems).toEqual([]);
});

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
  expect(html).toMatch(/<h2 id="old">(?:<span class="dc-alias" id="renamed"><\/span>)?Renamed<a/);
  expect(html).toContain('id="by-hand"');
  expect(problems).toEqual([]);
});
