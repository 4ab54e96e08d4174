import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const css = `@import "/look/other.css";
@import url('/docs/look/other.css');
/* url(/images/a.png) */
@font-face { src: url("/fonts/text.woff2?v=1#x") format("woff2"), url(/fonts/none.woff2); }
a { background: url( /images/a%20b.png ), url(../images/a.png), url(//example.com/images/a.png); }
b { background: url(#shape), url("data:image/png;base64,AA"), url(/../images/a.png); }
`;

async function sheetOf(hosting: object) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index'], { hosting }),
    'index.mdx': 'Text.\n',
    'look/site.css': css,
    'look/other.css': 'p { color: red }',
    'images/a.png': 'x',
    'images/a b.png': 'x',
    'fonts/text.woff2': 'x',
  });
  const { site = '' } = await buildSite(dir, tempDir());
  return readFileSync(join(site, 'look/site.css'), 'utf8');
}

test("below a base path, addresses of a site's style sheet that start with a slash are files of the site", async () => {
  expect(await sheetOf({ basePath: '/docs' })).toBe(`@import "/docs/look/other.css";
@import url('/docs/look/other.css');
/* url(/images/a.png) */
@font-face { src: url("/docs/fonts/text.woff2?v=1#x") format("woff2"), url(/fonts/none.woff2); }
a { background: url( /docs/images/a%20b.png ), url(../images/a.png), url(//example.com/images/a.png); }
b { background: url(#shape), url("data:image/png;base64,AA"), url(/../images/a.png); }
`);
});

test('without a base path the style sheet is the file as it is', async () => {
  expect(await sheetOf({})).toBe(css);
});
