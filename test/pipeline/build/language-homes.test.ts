import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDeployment } from '../../../pipeline/output/read.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const page = (title: string) => `---\ntitle: ${title}\n---\n\nText.\n`;

/** Builds a site in two languages, with more of `docs.json`. */
async function build(more: object) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'guide'], more),
    'index.mdx': page('Start'),
    'guide.mdx': page('Guide'),
    'fr/index.mdx': page('Départ'),
    'fr/guide.mdx': page('Guide'),
  });
  const out = join(dir, 'out');
  const { deployment, site = '' } = await buildSite(dir, out);
  const reader = openDeployment(out, deployment?.id ?? '');
  return { routes: reader.routes, html: (path: string) => readFileSync(join(site, path), 'utf8') };
}

test('a site that detects languages knows the home page of each, and links to stay in one', async () => {
  const { routes, html } = await build({
    hosting: { basePath: '/docs' },
    i18n: { defaultLanguage: 'en', languages: ['fr'], detectLanguage: true },
  });
  expect(routes.homes).toEqual({ en: '/docs', fr: '/docs/fr' });
  expect(html('fr/index.html')).toContain('href="/docs?lang=en"');
  expect(html('fr/guide/index.html')).toContain('href="/docs/guide"');
});

test('other sites have no such routes and links', async () => {
  const { routes, html } = await build({ i18n: { defaultLanguage: 'en', languages: ['fr'] } });
  expect(routes.homes).toBeUndefined();
  expect(html('fr/index.html')).not.toContain('?lang=');
});
