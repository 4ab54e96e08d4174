import { expect, test } from 'vitest';
import { openDeployment } from '../../../../pipeline/output/read.ts';
import { buildSite } from '../../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';

const page = '---\ntitle: Page\n---\n\nText.\n';

test('the menu of versions leaves out a version whose prefix has no page', async () => {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig([], {
      navigation: {
        versions: [
          { name: 'now', url: '/', default: true },
          { name: 'page', url: '/v3' },
          { name: 'moved', url: '/v2' },
          { name: 'gone', url: '/v1' },
        ],
        groups: [{ group: 'Start', pages: ['index'] }],
      },
      redirects: [{ source: '/v2', destination: '/v3' }],
    }),
    'index.mdx': page,
    'v3/index.mdx': page,
  });
  const out = tempDir();
  const { deployment } = await buildSite(dir, out);
  const site = openDeployment(out, deployment?.id ?? '');
  const file = site.file('/');
  const html = file ? Buffer.from((await site.content(file)) as Uint8Array).toString() : '';
  const rows = [...html.matchAll(/class="dc-menu-row" href="([^"]*)"/g)].map(([, href]) => href);
  expect(rows).toEqual(expect.arrayContaining(['/', '/v3', '/v2']));
  expect(rows).not.toContain('/v1');
});
