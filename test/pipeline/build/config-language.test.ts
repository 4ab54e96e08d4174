import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { translateFirst } from '../../../pipeline/translate-first.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { english, texts } from '../../support/texts-in-languages.ts';

/** A site in German whose `docs.json` has these fields as well. */
function germanSite(more: object = {}, pages: Readonly<Record<string, string>> = {}): string {
  return writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'next'], more),
    'index.mdx': `---\ntitle: Start\n---\n\n${texts.de}\n`,
    'next.mdx': `---\ntitle: Weiter\n---\n\n${texts.de}\n`,
    ...pages,
  });
}

async function built(dir: string) {
  const { site = '', deployment, problems } = await buildSite(dir, tempDir());
  const html = readFileSync(join(site, 'next/index.html'), 'utf8');
  return { html, deployment, problems, rules: problems.map(({ ruleId }) => ruleId) };
}

test('a site that names no language is in that of its pages', async () => {
  const { html, deployment, problems } = await built(germanSite());
  expect(html).toMatch(/<html[^>]* lang="de"/);
  expect(html).toContain('Zum Inhalt springen');
  expect(deployment).toMatchObject({ sourceLanguage: 'de' });
  expect(problems).toMatchObject([
    {
      severity: 'note',
      ruleId: 'detected-language',
      file: 'docs.json',
      reason: 'Most pages are in German, so this is taken for the language of the site',
    },
  ]);
});

test('what docs.json names counts, whatever the pages are in', async () => {
  const named = await built(germanSite({ i18n: { defaultLanguage: 'en' } }));
  expect(named.html).toMatch(/<html[^>]* lang="en"/);
  expect(named.rules).toEqual([]);
  const languages = [{ code: 'nl', pages: ['index', 'next'] }];
  const listed = await built(germanSite({ navigation: { languages } }));
  expect(listed.html).toMatch(/<html[^>]* lang="nl"/);
  expect(listed.rules).toEqual([]);
});

test('pages in folders of other languages have no say', async () => {
  const others = Array.from({ length: 5 }, (_, index) => [`fr/page-${index}.mdx`, `${english}\n`]);
  const dir = germanSite({ i18n: { languages: ['fr'] } }, Object.fromEntries(others));
  const { html, deployment } = await built(dir);
  expect(html).toMatch(/<html[^>]* lang="de"/);
  expect(deployment).toMatchObject({ sourceLanguage: 'de' });
});

test('English can be a target of it', async () => {
  const dir = germanSite({ i18n: { languages: ['en', 'de'], blockDeployOnTranslation: true } });
  const { rules } = await built(dir);
  expect(rules).toEqual(['detected-language', 'default-language-listed']);
  const asked: string[] = [];
  await translateFirst({
    dir,
    out: tempDir(),
    now: Date.now,
    openModel: () => {
      asked.push('model');
      throw new Error('no model');
    },
  });
  expect(asked).toEqual(['model']);
});

test('a page that is rewritten changes it with the next build, with what the last one kept', async () => {
  const dir = germanSite();
  const out = tempDir();
  const languageOf = async () => (await buildSite(dir, out)).deployment?.sourceLanguage;
  expect(await languageOf()).toBe('de');
  expect(await languageOf()).toBe('de');
  for (const page of ['index', 'next']) writeFileSync(join(dir, `${page}.mdx`), `${english}\n`);
  expect(await languageOf()).toBe('en');
});
