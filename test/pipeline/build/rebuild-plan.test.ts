import { expect, test } from 'vitest';
import { planRebuild } from '../../../pipeline/build/rebuild-plan.ts';
import { openDeployment, readCurrent, sourceReader } from '../../../pipeline/output/read.ts';
import { rebuildSite } from '../../../pipeline/rebuild.ts';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { createIds } from '../../../runtime/store/ids.ts';
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
  expect(planRebuild(await built(), { translations: none('de') })).toBeUndefined();
});

test('a language that only the service knows is a reason, and so is a text or a label', async () => {
  const out = await built();
  expect(planRebuild(out, { translations: none('de', 'fr') })).toBeDefined();
  const text = { text: '---\ntitle: Anfang\n---\n\nWie.\n', translatedHash: sourceHash(start) };
  expect(
    planRebuild(out, { translations: { pages: { de: { start: text } }, labels: {} } }),
  ).toBeDefined();
  expect(
    planRebuild(out, { translations: { ...none('de'), labels: { de: { Start: 'Anfang' } } } }),
  ).toBeDefined();
});

test('nothing is built where nothing is live', () => {
  expect(planRebuild(tempDir(), { translations: none('fr') })).toBeUndefined();
});

test('settings of the server are a reason until they are shown, and once they are gone', async () => {
  const out = await built();
  const translations = none('de');
  const configText = JSON.stringify(minimalConfig(['start'], { name: 'Other' }));
  expect(planRebuild(out, { translations, configText })?.changesSettings).toBe(true);
  await rebuildSite({
    ...{ out, project: 'test', version: '0', translations, configText, cause: 'settings' },
    ...{ now: Date.now, newId: createIds() as (prefix: string) => string },
  });
  const live = openDeployment(out, readCurrent(out) ?? '');
  expect([live.config.name, live.deployment.cause]).toEqual(['Other', 'settings']);
  expect(planRebuild(out, { translations, configText })).toBeUndefined();
  // The file of the sources is still what it was: the next deployment is compared with it.
  const file = sourceReader(out, live.deployment.id)('docs.json');
  expect(JSON.parse(new TextDecoder().decode(file)).name).not.toBe('Other');
  expect(planRebuild(out, { translations })?.changesSettings).toBe(true);
});
