import { afterEach, beforeEach, expect, test } from 'vitest';
import { markExported } from '../../../runtime/store/exports.ts';
import type { NewJob } from '../../../runtime/store/job-candidates.ts';
import { abandonJob, cancelJob, closeJob } from '../../../runtime/store/job-ends.ts';
import {
  beginPage,
  finishPage,
  latePages,
  requeuePages,
} from '../../../runtime/store/job-pages.ts';
import { createJob, openJobs } from '../../../runtime/store/jobs.ts';
import {
  addLanguage,
  listLanguages,
  removeLanguage,
  updateLanguage,
} from '../../../runtime/store/languages.ts';
import { shownTranslations } from '../../../runtime/store/memory.ts';
import { findRecord, listRecords, releaseOwnership } from '../../../runtime/store/records.ts';
import { addUsage, usedIn } from '../../../runtime/store/usage.ts';
import { eachStore, type TestStore } from './each-store.ts';
import { translatedSite } from './translated-site.ts';
import { deploy, march, newId, noon, page } from './world.ts';

eachStore('translation records and jobs', (open) => {
  let test1: TestStore;
  beforeEach(async () => {
    test1 = await open();
  });
  afterEach(() => test1.drop());

  const queue = (owner: { orgId: string; projectId: string }, more: Partial<NewJob>) =>
    createJob(
      test1.store,
      {
        ...{ id: newId('job'), ...owner, language: 'fr', scope: 'all', pagePath: null },
        ...{ force: false, now: noon, period: march, ...more },
      },
      async () => {},
    );

  const site = (plan?: string, paths?: string[]) =>
    translatedSite(test1.store, {
      ...(plan === undefined ? {} : { plan }),
      ...(paths === undefined ? {} : { paths }),
    });

  test('a job takes pages from pending over in_progress to completed and counts each once', async () => {
    const { store, orgId, projectId, status, job, translate } = await site();
    expect(await status()).toEqual(['a pending', 'b pending', 'c pending']);
    const first = await job();
    expect(first).toMatchObject({ status: 'queued', pages_queued: 3 });
    expect(first.estimated_duration).toBeGreaterThanOrEqual(1);
    const begun = await beginPage(store, first.id, noon);
    expect(begun?.page_path).toBe('a');
    expect(await status()).toEqual(['a in_progress', 'b pending', 'c pending']);
    await requeuePages(store, first.id, noon);
    expect((await translate(first.id))?.status).toBe('completed');
    expect(await status()).toEqual(['a completed', 'b completed', 'c completed']);
    expect(await usedIn(store.db, orgId, 'pages', march)).toBe(3);
    expect(await openJobs(store.db)).toEqual([]);
    const [summary] = await listLanguages(store.db, projectId);
    expect(summary).toMatchObject({
      translatedPages: 3,
      totalPages: 3,
      last_translated_at: noon + 1000,
    });
    const again = await job();
    expect(again).toMatchObject({ status: 'completed', pages_queued: 0, estimated_duration: 0 });
    expect(await job({ force: true })).toMatchObject({ pages_queued: 3 });
  });

  test('a changed source makes stale, a reverted one current, a deleted page takes its record along', async () => {
    const { store, projectId, status, job, translate } = await site();
    await translate((await job()).id);
    await deploy(store, projectId, [page('a', 2), page('b'), page('d')]);
    expect(await status()).toEqual(['a stale', 'b completed', 'd pending']);
    expect(await job({ scope: 'stale' })).toMatchObject({ pages_queued: 1 });
    await deploy(store, projectId, [page('a'), page('b'), page('d')]);
    expect(await status()).toEqual(['a completed', 'b completed', 'd pending']);
    const [summary] = await listLanguages(store.db, projectId);
    expect(summary).toMatchObject({ translatedPages: 2, totalPages: 3 });
  });

  test('a source that changes while its page is in progress ends as stale', async () => {
    const { store, orgId, projectId, status, job } = await site();
    const { id } = await job({ scope: 'page', pagePath: 'a' });
    const taken = await beginPage(store, id, noon);
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')]);
    await finishPage(store, taken!, {
      orgId,
      period: march,
      now: noon,
      outcome: { type: 'completed', text: 'x', title: 'x', fromHash: 'a@1', contentHash: 'x' },
    });
    expect((await status())[0]).toBe('a stale');
    // It has to be translated again, which counts then.
    expect(await usedIn(store.db, orgId, 'pages', march)).toBe(0);
  });

  test('pages whose source changed while they were translated are also known after a crash', async () => {
    const { store, orgId, projectId, job } = await site();
    const { id } = await job();
    for (
      let page = await beginPage(store, id, noon);
      page;
      page = await beginPage(store, id, noon)
    ) {
      const fromHash = `${page.page_path}@1`;
      const outcome = {
        type: 'completed',
        text: 'x',
        title: 'x',
        fromHash,
        contentHash: 'x',
      } as const;
      await finishPage(store, page, { orgId, period: march, now: noon, outcome });
    }
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')]);
    expect(await latePages(store.db, id)).toEqual(['a']);
    // What is to follow happens with the end of the job, or not at all.
    await expect(
      closeJob(store, id, noon, async () => {
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await openJobs(store.db)).toHaveLength(1);
    const followed: string[] = [];
    await closeJob(store, id, noon, async (trx) => {
      followed.push(...(await latePages(trx, id)));
    });
    expect(followed).toEqual(['a']);
    expect(await openJobs(store.db)).toEqual([]);
  });

  test('a page that comes out as it was is free, and one made of known segments is not', async () => {
    const { store, orgId, projectId, job, translate } = await site();
    const used = () => usedIn(store.db, orgId, 'pages', march);
    await translate((await job()).id);
    expect(await used()).toBe(3);
    await translate((await job({ force: true })).id);
    expect(await used()).toBe(3);
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')]);
    await translate((await job()).id);
    expect(await used()).toBe(4);
  });

  test("a job that can't continue ends, and leaves no record in progress", async () => {
    const { store, status, job, orgId } = await site();
    const { id } = await job();
    const first = await beginPage(store, id, noon);
    const outcome = {
      type: 'completed',
      text: 'x',
      title: 'x',
      fromHash: 'a@1',
      contentHash: 'x',
    } as const;
    await finishPage(store, first!, { orgId, period: march, now: noon, outcome });
    const second = await beginPage(store, id, noon);
    await abandonJob(store, id, { now: noon, message: 'Nothing is deployed.' });
    expect(await status()).toEqual(['a completed', 'b pending', 'c pending']);
    expect(await openJobs(store.db)).toEqual([]);
    // What comes in late is discarded.
    expect(await finishPage(store, second!, { orgId, period: march, now: noon, outcome })).toBe(
      false,
    );
    expect(await closeJob(store, id, noon)).toMatchObject({ status: 'partial', pages_failed: 2 });
    expect(await job()).toMatchObject({ pages_queued: 2 });
  });

  test('a source that changes there and back while its page is in progress leaves it current', async () => {
    const { store, projectId, status, job, translate } = await site();
    await translate((await job()).id);
    const { id } = await job({ scope: 'page', pagePath: 'a', force: true });
    await beginPage(store, id, noon);
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')]);
    await deploy(store, projectId, [page('a'), page('b'), page('c')]);
    await cancelJob(store, { projectId, jobId: id, now: noon });
    expect(await status()).toEqual(['a completed', 'b completed', 'c completed']);
  });

  test('cancelling returns pages to the status they had and discards what finishes late', async () => {
    const { store, orgId, projectId, status, job, translate } = await site();
    await translate((await job({ scope: 'page', pagePath: 'a' })).id);
    const { id } = await job({ force: true });
    const taken = await beginPage(store, id, noon);
    expect(await status()).toEqual(['a in_progress', 'b pending', 'c pending']);
    expect(await cancelJob(store, { projectId, jobId: id, now: noon })).toMatchObject({
      status: 'cancelled',
    });
    expect(await status()).toEqual(['a completed', 'b pending', 'c pending']);
    const kept = await finishPage(store, taken!, {
      orgId,
      period: march,
      now: noon,
      outcome: { type: 'failed', code: 'TRANSLATION_FAILED', message: 'late' },
    });
    expect(kept).toBe(false);
    expect(await beginPage(store, id, noon)).toBeUndefined();
    expect(await cancelJob(store, { projectId, jobId: id, now: noon + 5 })).toMatchObject({
      finished_at: noon,
    });
  });

  test('failed pages make a job partial or failed, and the next trigger takes them again', async () => {
    const { status, job, translate } = await site();
    expect((await translate((await job()).id, 'failed'))?.status).toBe('failed');
    expect(await status()).toEqual(['a failed', 'b failed', 'c failed']);
    expect(await job()).toMatchObject({ pages_queued: 3 });
  });

  test('pages that another job holds are not queued twice', async () => {
    const { job } = await site();
    expect(await job({ scope: 'page', pagePath: 'b' })).toMatchObject({ pages_queued: 1 });
    const both = await Promise.all([job(), job(), job()]);
    expect(both.map((row) => row.pages_queued).sort()).toEqual([0, 0, 2]);
  });

  test('two simultaneous triggers never exceed the monthly quota', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `p${String(index).padStart(2, '0')}`);
    const { store, orgId, projectId, job } = await site('starter', paths);
    await store.db
      .insertInto('usage')
      .values({ org_id: orgId, meter: 'pages', period: march.name, used: 465 })
      .execute();
    await addLanguage(store, { orgId, projectId }, { code: 'de', autoTranslate: false, now: noon });
    const results = await Promise.allSettled([job(), job({ language: 'de' })]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      status: 429,
      details: [{ code: 'pages', needed: 30, remaining: 5 }],
    });
  });

  test('removing a language deletes its translations and counts them', async () => {
    const { store, projectId, job, translate } = await site();
    await translate((await job({ scope: 'page', pagePath: 'a' })).id);
    await job();
    expect(await removeLanguage(store, projectId, { code: 'fr', now: noon })).toBe(1);
    expect(await openJobs(store.db)).toEqual([]);
    expect(
      await listRecords(store.db, { projectId, language: 'fr', status: null, limit: 1, offset: 0 }),
    ).toMatchObject({ rows: [], total: 0 });
    await expect(removeLanguage(store, projectId, { code: 'fr', now: noon })).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
  });

  test('languages are refused twice, as the source, and over the plan', async () => {
    const { store, orgId, projectId } = await site('free');
    const add = (code: string) =>
      addLanguage(store, { orgId, projectId }, { code, autoTranslate: true, now: noon });
    await expect(add('fr')).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await expect(add('en')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(add('de')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', status: 429 });
    expect(
      await updateLanguage(store, projectId, { code: 'fr', autoTranslate: true }),
    ).toMatchObject({ auto_translate: 1 });
  });

  test('a target that turns out to be the source language is none, for as long as it is', async () => {
    const { store, orgId, projectId } = await site();
    const sources = [page('a'), page('b')];
    const owner = { orgId, projectId };
    await addLanguage(store, owner, { code: 'de', autoTranslate: true, now: noon });
    const start = (more: Partial<NewJob> = {}) => queue(owner, { language: 'de', ...more });
    const { id } = await start();
    const german = { sourceLanguage: 'de' };
    const taken = await deploy(store, projectId, [...sources, page('d')], german);
    expect(taken?.autoLanguages).toEqual([]);
    expect(await openJobs(store.db)).toEqual([]);
    expect(await beginPage(store, id, noon)).toBeUndefined();
    const targets = async () => (await listLanguages(store.db, projectId)).map(({ code }) => code);
    expect(await targets()).toEqual(['fr']);
    const where = { projectId, language: 'de', status: null, limit: 10, offset: 0 };
    expect((await listRecords(store.db, where)).rows.map((row) => row.page_path)).toEqual([
      'a',
      'b',
    ]);
    const refused = { code: 'VALIDATION_ERROR', details: [{ code: 'source-language' }] };
    await expect(start()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const again = { code: 'de', autoTranslate: true, now: noon };
    await expect(addLanguage(store, owner, again)).rejects.toMatchObject(refused);
    await deploy(store, projectId, sources);
    expect(await targets()).toEqual(['de', 'fr']);
    expect(await start()).toMatchObject({ pages_queued: 2 });
  });

  test("a person's translation is never queued, goes stale with its source, and can be released", async () => {
    const { store, projectId, status, job } = await site();
    const owned = [{ path: 'a', language: 'fr', title: 'Un', hash: 'h1' }];
    await deploy(store, projectId, [page('a'), page('b'), page('c')], { owned });
    expect((await status())[0]).toBe('a completed');
    expect(await job({ force: true })).toMatchObject({ pages_queued: 2 });
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')], { owned });
    expect((await status())[0]).toBe('a stale');
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')], {
      owned: [{ ...owned[0]!, hash: 'h2' }],
    });
    expect((await status())[0]).toBe('a completed');
    const ref = { projectId, language: 'fr', pagePath: 'a' };
    // The next deployment would make it a person's again.
    await expect(releaseOwnership(store, ref)).rejects.toMatchObject({ code: 'CONFLICT' });
    const one = { scope: 'page', pagePath: 'a', release: true } as const;
    await expect(job(one)).rejects.toMatchObject({ code: 'CONFLICT' });
    await deploy(store, projectId, [page('a', 2), page('b'), page('c')]);
    expect(await releaseOwnership(store, ref)).toMatchObject({ human_owned: 0 });
  });

  test('a deployment adds the languages of its configuration and keeps a pending change of it', async () => {
    const { store, projectId } = await site();
    const taken = await deploy(store, projectId, [page('a')], {
      languages: ['de', 'xx', 'en', 'fr'],
      configHash: 'config-0',
    });
    expect((await listLanguages(store.db, projectId)).map((row) => row.code)).toEqual(['de', 'fr']);
    expect(taken).toMatchObject({ deleted: 2, fresh: true });
    await store.db
      .updateTable('projects')
      .set({ config_json: '{"by":"api"}', config_pending: 1 })
      .where('id', '=', projectId)
      .execute();
    const same = await deploy(store, projectId, [page('a')], { configHash: 'config-0' });
    expect(same?.project).toMatchObject({ config_json: '{"by":"api"}', config_pending: 1 });
    const other = await deploy(store, projectId, [page('a')], {
      configHash: 'config-2',
      configJson: '{"by":"file"}',
    });
    expect(other?.project).toMatchObject({ config_json: '{"by":"file"}', config_pending: 0 });
  });

  test('a language that was removed comes back only with another configuration', async () => {
    const { store, projectId } = await site();
    const codes = async () => (await listLanguages(store.db, projectId)).map(({ code }) => code);
    const named = { languages: ['de'], configHash: 'config-2' };
    await deploy(store, projectId, [page('a')], named);
    expect(await codes()).toEqual(['de', 'fr']);
    await removeLanguage(store, projectId, { code: 'de', now: noon });
    // As the server itself builds the site without it.
    await deploy(store, projectId, [page('a')], { ...named, rebuildOf: 'dpl_1' });
    await deploy(store, projectId, [page('a', 2)], named);
    expect(await codes()).toEqual(['fr']);
    // With a docs.json that was changed by then.
    await deploy(store, projectId, [page('a', 2)], { ...named, configHash: 'config-3' });
    expect(await codes()).toEqual(['de', 'fr']);
  });

  /** Translates all pages; `partial` is the one of which a segment is in the source language. */
  async function wholeSite(plan = 'enterprise') {
    const made = await site(plan);
    const { store, orgId, projectId, job } = made;
    const { id } = await job();
    const parts = [{ start: 3, end: 7 }];
    for (
      let next = await beginPage(store, id, noon);
      next;
      next = await beginPage(store, id, noon)
    ) {
      const { page_path: path } = next;
      await finishPage(store, next, {
        ...{ orgId, period: march, now: noon + 1000 },
        outcome: {
          ...{ type: 'completed', text: `FR text ${path}`, title: path, contentHash: 'x' },
          fromHash: `${path}@1`,
          ...(path === 'b' ? { fallback: { segments: 1, parts } } : {}),
        },
      });
    }
    await closeJob(store, id, noon + 2000);
    const pagesOf = async (more: Partial<NewJob>) => {
      const { id: jobId } = await job(more);
      const rows = await store.db
        .selectFrom('job_pages')
        .select('page_path')
        .where('job_id', '=', jobId)
        .orderBy('page_path')
        .execute();
      await cancelJob(store, { projectId, jobId, now: noon });
      return rows.map((row) => row.page_path);
    };
    return { ...made, parts, pagesOf };
  }

  test('a record keeps what of its text is in the source language, and a build is given it', async () => {
    const { store, projectId, parts, translate, job } = await wholeSite();
    const ref = { projectId, language: 'fr', pagePath: 'b' };
    expect(await findRecord(store.db, ref)).toMatchObject({
      status: 'completed',
      fallback_segments: 1,
    });
    const { pages } = await shownTranslations(store.db, projectId);
    expect(pages.fr?.b).toEqual({ text: 'FR text b', translatedHash: 'b@1', untranslated: parts });
    expect(pages.fr?.a).toEqual({ text: 'FR text a', translatedHash: 'a@1' });
    // A run that fails leaves the text as it was, and one that succeeds makes it whole.
    await translate((await job()).id, 'failed');
    expect((await shownTranslations(store.db, projectId)).pages.fr?.b?.untranslated).toEqual(parts);
    await translate((await job()).id);
    expect(await findRecord(store.db, ref)).toMatchObject({ fallback_segments: 0 });
    expect((await shownTranslations(store.db, projectId)).pages.fr?.b).not.toHaveProperty(
      'untranslated',
    );
  });

  test('a job takes pages that are translated in part, unless a person owns them', async () => {
    const { store, projectId, pagesOf } = await wholeSite();
    expect(await pagesOf({})).toEqual(['b']);
    expect(await pagesOf({ scope: 'page', pagePath: 'b' })).toEqual(['b']);
    expect(await pagesOf({ scope: 'page', pagePath: 'a' })).toEqual([]);
    expect(await pagesOf({ scope: 'stale' })).toEqual([]);
    expect(await pagesOf({ scope: 'stale', only: ['a'] })).toEqual(['a']);
    expect(await pagesOf({ scope: 'stale', only: ['a'], alsoPartial: true })).toEqual(['a', 'b']);
    const files = [{ pagePath: 'b', blob: 'x', now: noon }];
    await markExported(store, { projectId, language: 'fr' }, files);
    expect(await pagesOf({})).toEqual([]);
    expect(await pagesOf({ scope: 'stale', only: ['a'], alsoPartial: true })).toEqual(['a']);
  });

  test('a job of a deployment leaves them out when the month is too short', async () => {
    const { store, orgId, pagesOf } = await wholeSite('free');
    const used = { meter: 'pages', period: march, units: 46, now: noon } as const;
    await store.transaction((trx) => addUsage(trx, orgId, used));
    expect(await usedIn(store.db, orgId, 'pages', march)).toBe(49);
    expect(await pagesOf({ scope: 'stale', only: ['a'], alsoPartial: true })).toEqual(['a']);
    await expect(pagesOf({ scope: 'stale', only: ['a', 'c'], alsoPartial: true })).rejects.toThrow(
      'needs 2 page translations',
    );
  });
});
