import { expect, test } from 'vitest';
import { checkSite } from '../../../pipeline/check.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

async function found(css: string, more: object = {}) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index'], more),
    'index.mdx': '# Home\n',
    'look/site.css': css,
    'look/near.png': 'x',
    'images/far.png': 'x',
    'fonts/text.woff2': 'x',
  });
  const { problems } = await checkSite({ dir, threads: 1 });
  return problems.map(({ file, place, severity, reason }) => [
    `${file}:${place?.start.line}:${place?.start.column}`,
    severity,
    reason,
  ]);
}

test('files that a style sheet names and that do not exist are named with their place', async () => {
  const css = `@import "other.css";
@font-face { src: url('/fonts/txet.woff2') format("woff2"), url(/fonts/text.woff2?v=1#x); }
a { background: url(near.png), url( "gone.svg" ), url(../images/far.png); }
b { background: url("gone.svg") }
`;
  expect(await found(css)).toEqual([
    ['look/site.css:1:1', 'note', 'Missing file "other.css".'],
    [
      'look/site.css:2:19',
      'note',
      'Missing file "/fonts/txet.woff2"; did you mean "/fonts/text.woff2"?',
    ],
    ['look/site.css:3:32', 'note', 'Missing file "gone.svg".'],
  ]);
});

test('they count as broken links do, and below the base path', async () => {
  const config = {
    addons: { ciChecks: { brokenLinks: 'error' } },
    hosting: { basePath: '/docs' },
  };
  expect(await found('a{b:url(/docs/images/far.png) url(/docs/images/none.gif)}', config)).toEqual([
    ['look/site.css:1:31', 'error', 'Missing file "/docs/images/none.gif".'],
  ]);
});

test('what is not a file of the site is passed over', async () => {
  const css = `/* url(gone.png) */
a { b: url(https://example.com/a.png) url("data:image/png;base64,AA") url(#shape) url(var(--x)); c: myurl(a.png) }
/* url(gone.png)`;
  expect(await found(css)).toEqual([]);
});
