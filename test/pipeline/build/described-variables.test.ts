import { expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { markdownTwin } from '../../../pipeline/site/machine/markdown.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';
import { sampleBody } from '../site/layout/sample.ts';

test('variables of the site are filled in what an API description says, and other braces stay', async () => {
  const description = 'Runs in {{region}} with {{token}}.\n\nMore of {{region}}, and {{other}}.';
  const dir = writeFiles(tempDir(), {
    'docs.json': {
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { groups: [{ group: 'API', openapi: 'openapi.json', pages: ['index'] }] },
      api: { openapi: 'openapi.json' },
      variables: [
        { name: 'region', type: 'select', options: ['eu', 'us'], defaultValue: 'us' },
        { name: 'token', type: 'secret', label: 'API token' },
      ],
    },
    'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    'openapi.json': {
      openapi: '3.1.0',
      info: { title: 'API', version: '1' },
      paths: { '/things': { get: { summary: 'List of {{region}}', description, responses: {} } } },
    },
  });
  const { site } = await readSite({ dir, cache: memoryCache(), codeVersion: 'test' });
  const page = [...(site?.pages.values() ?? [])].find(({ operation }) => operation);
  if (!site || !page) throw new Error('no page of the operation');
  expect(page.title).toBe('List of us');
  expect(page.frontmatter.description).toBe('Runs in us with {{token}}.');
  const twin = markdownTwin(page, { ...sampleBody(), markdown: '' }, site);
  expect(twin).toContain('# List of us');
  expect(twin).toContain('More of us, and {{other}}.');
});
