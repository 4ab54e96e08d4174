import { expect, test } from 'vitest';
import { planRebuild } from '../../../pipeline/build/rebuild-plan.ts';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const start = '---\ntitle: Start\n---\n\nHow to begin.\n';

/** A build that shows no translation, of a site that names German. */
async function built() {
  const out = tempDir();
  const i18n = { defaultLanguage: 'en', languages: ['de'] };
  await buildSite(
    writeFiles(tempDir(), { 'docs.json': minimalConfig(['start'], { i18n }), 'start.mdx': start }),
    out,
  );
  return out;
}

const none = (...languages: string[]) => ({
  pages: Object.fromEntries(languages.map((language) => [language, {}])),
  labels: {},
});

test('a language of docs.json without a text is no reason to build the same pages again', async () => {
  expect(planRebuild(await built(), none('de'))).toBeUndefined();
});

test('a language that only the service knows is a reason, and so is a text or a label', async () => {
  const out = await built();
  expect(planRebuild(out, none('de', 'fr'))).toBeDefined();
  const text = { text: '---\ntitle: Anfang\n---\n\nWie.\n', translatedHash: sourceHash(start) };
  expect(planRebuild(out, { pages: { de: { start: text } }, labels: {} })).toBeDefined();
  expect(planRebuild(out, { ...none('de'), labels: { de: { Start: 'Anfang' } } })).toBeDefined();
});

test('nothing is built where nothing is live', () => {
  expect(planRebuild(tempDir(), none('fr'))).toBeUndefined();
});
