import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { markExported } from '../../../runtime/store/exports.ts';
import { beginPage } from '../../../runtime/store/job-pages.ts';
import { findRecord, releaseOwnership } from '../../../runtime/store/records.ts';
import { storeHeadings } from '../../../runtime/store/translated-parts.ts';
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

  test('a page whose file is removed is pending where no text is stored', async () => {
    const { record, arrive, job } = await site();
    await arrive(1, file);
    expect(await record()).toMatchObject({ status: 'completed', human_owned: 1 });
    await arrive(1);
    expect(await record()).toMatchObject({
      ...{ status: 'pending', human_owned: 0, owned_hash: null, published_at: null },
      ...{ translated_hash: null, translated_title: null, content_hash: null, translated_at: null },
    });
    expect(await job()).toMatchObject({ pages_queued: 1 });
  });

  test('a page whose file is removed shows the text that was stored before, of the source it was made from', async () => {
    const { store, projectId, record, arrive, translated } = await site();
    await translated();
    const ref = { projectId, language: 'fr', pagePath: 'a' };
    await storeHeadings(store.db, ref, { sourceHash: 'a@1', headings: [] });
    await arrive(2, file);
    expect(await record()).toMatchObject({ status: 'completed', content_hash: 'h1' });
    await arrive(2);
    expect(await record()).toMatchObject({
      ...{ status: 'stale', human_owned: 0, owned_hash: null, translated_hash: 'a@1' },
      content_hash: sourceHash('FR a'),
    });
  });

  test('a page that was exported stays a person’s until its file was there and is gone', async () => {
    const { store, projectId, record, arrive, translated } = await site();
    await translated();
    const files = [{ pagePath: 'a', blob: 'b', now: noon }];
    await markExported(store, { projectId, language: 'fr' }, files);
    await arrive(1);
    expect(await record()).toMatchObject({ status: 'completed', human_owned: 1 });
    await arrive(1, exported);
    await arrive(1);
    expect(await record()).toMatchObject({ status: 'completed', human_owned: 0 });
  });

  test('a page that is given back without a stored text is pending', async () => {
    const { store, projectId, record, arrive } = await site();
    await arrive(1, file);
    // As an earlier version left it when the file was removed.
    await store.db.updateTable('records').set({ owned_hash: null }).execute();
    await arrive(1);
    const ref = { projectId, language: 'fr', pagePath: 'a' };
    expect(await releaseOwnership(store, ref)).toMatchObject({
      ...{ status: 'pending', human_owned: 0, translated_hash: null },
    });
    expect(await record()).toMatchObject({ status: 'pending', translated_title: null });
  });
});
