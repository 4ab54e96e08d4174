import { expect, test } from 'vitest';
import { buildSite } from '../../support/build.ts';
import { contentsOf } from '../../support/outputs.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

test('the configuration among the sources is docs.json, also where a site has mint.json alone', async () => {
  const config = {
    ...{ name: 'Test', colors: { primary: '#16a34a' }, tabs: [{ name: 'API', url: 'api' }] },
    navigation: [
      { group: 'Start', pages: ['index'] },
      { group: 'Users', pages: ['api/list'] },
    ],
  };
  const dir = writeFiles(tempDir(), {
    'mint.json': config,
    'index.mdx': 'Hi.',
    'api/list.mdx': '.',
  });
  const out = tempDir();
  const { deployment } = await buildSite(dir, out);
  const contents = new Map(contentsOf(out, deployment?.id ?? ''));
  const sources = [...contents.keys()].filter((path) => path.startsWith('source/')).sort();
  expect(sources).toEqual(['source/api/list.mdx', 'source/docs.json', 'source/index.mdx']);
  expect(JSON.parse(String(contents.get('source/docs.json')))).toEqual(config);
  expect(String(contents.get('site/index.html'))).toContain('data-name="API"');
});
