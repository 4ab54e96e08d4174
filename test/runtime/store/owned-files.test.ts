import { afterEach, beforeEach, expect, test } from 'vitest';
import { markExported } from '../../../runtime/store/exports.ts';
import { beginPage } from '../../../runtime/store/job-pages.ts';
import { findRecord } from '../../../runtime/store/records.ts';
import { eachStore, type TestStore } from './each-store.ts';
import { translatedSite } from './translated-site.ts';
import { deploy, noon, page } from './world.ts';

const file = { path: 'a', language: 'fr', title: 'Un', hash: 'h1' };
/** The hash of the text that a job stores. */
const exported = { ...file, hash: 'x' };

eachStore('translations that are files of a site', (open) => {
  let test1: TestStore;
  beforeEach(async () => {
    test1 = await open();
  });
  afterEach(() => test1.drop());

  async function site() {
    const made = await translatedSite(test1.store, { paths: ['a'] });
    const { store, projectId, job, translate } = made;
    const record = () => findRecord(store.db, { projectId, language: 'fr', pagePath: 'a' });
    const arrive = (version: number, ...owned: (typeof file)[]) =>
      deploy(store, projectId, [page('a', version)], { owned });
    const translated = async () => translate((await job()).id);
    return { ...made, record, arrive, translated };
  }

  test('a merged export is of the source that it was made from', async () => {
    const { store, projectId, record, arrive, translated } = await site();
    await translated();
    const files = [{ pagePath: 'a', blob: 'b', now: noon }];
    await markExported(store, { projectId, language: 'fr' }, files);
    await arrive(2, exported);
    const own = { human_owned: 1, owned_hash: 'x' };
    const made = { translated_hash: 'a@1', translated_title: 'Titre a', content_hash: 'x' };
    expect(await record()).toMatchObject({ ...own, ...made, status: 'stale' });
    await arrive(1, exported);
    expect(await record()).toMatchObject({ ...own, ...made, status: 'completed' });
    // Whoever edits the file makes it current.
    await arrive(2, { ...exported, hash: 'h2' });
    expect(await record()).toMatchObject({ status: 'completed', translated_hash: 'a@2' });
  });

  test('a file with the stored text is current where its source is, also while a job has the page', async () => {
    const { store, record, arrive, translated, job } = await site();
    await translated();
    const { id } = await job({ force: true });
    await beginPage(store, id, noon);
    await arrive(1, exported);
    expect(await record()).toMatchObject({
      ...{ status: 'completed', previous_status: null, owned_hash: 'x', translated_hash: 'a@1' },
    });
  });
});
