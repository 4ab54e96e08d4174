import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { planRebuild } from '../../../../pipeline/build/rebuild-plan.ts';
import { readCurrent } from '../../../../pipeline/output/read.ts';
import { translateSite } from '../../../../pipeline/translate.ts';
import { shownTranslations } from '../../../../runtime/store/memory.ts';
import {
  answerOf,
  fakeModel,
  goodModel,
  translated,
} from '../../../pipeline/translate/fake-model.ts';
import { eachStore, type TestStore } from '../../store/each-store.ts';
import { config, pages, projectId, startService, type TestService } from './service.ts';

let service: TestService | undefined;
let opened: TestStore | undefined;
afterEach(async () => {
  await service?.close();
  await opened?.drop();
  service = undefined;
  opened = undefined;
});

eachStore('docent translate next to a server', (open) => {
  async function start(): Promise<{ service: TestService; project: string }> {
    opened = await open();
    service = await startService({ database: opened.store.address });
    return { service, project: await projectId(service) };
  }

  /** Translates as the command line does, then builds. */
  async function translate({ out, build }: TestService, model = goodModel('de')) {
    const run = { dir: join(out, '../site'), out, language: 'de', scope: 'all' } as const;
    const more = { force: false, dryRun: false, model, now: Date.now } as const;
    const summary = await translateSite({ ...run, ...more });
    await build();
    return summary;
  }

  /** The records of German, once the server knows the language. */
  async function records({ api, until }: TestService, project: string) {
    await until(async () => {
      const { body } = await api(`GET /projects/${project}/languages`);
      return body.data.targetLanguages.length > 0;
    });
    return (await api(`GET /projects/${project}/translations?language=de`)).body.data;
  }

  test('the API lists the language with its translations, and asks for none of them again', async () => {
    const { service, project } = await start();
    const before = Date.now();
    await translate(service);
    expect(await records(service, project)).toMatchObject([
      { pagePath: 'guides/setup', status: 'completed', humanOwned: false, error: null },
      { pagePath: 'index', status: 'completed', translatedTitle: translated('Welcome here', 'de') },
    ]);
    const { body } = await service.api(`GET /projects/${project}/languages`);
    const [language] = body.data.targetLanguages;
    expect(language).toMatchObject({
      ...{ code: 'de', name: 'German', autoTranslate: false },
      ...{ translatedPages: 2, totalPages: 2, completionRate: 1 },
    });
    expect(Date.parse(language.lastTranslatedAt)).toBeGreaterThanOrEqual(before);
    const job = await service.api(`POST /projects/${project}/translate`, { language: 'de' });
    expect(job.body.data.pagesQueued).toBe(0);
    // A page whose source changes is stale, and keeps its text until it is translated again.
    service.write({ 'index.mdx': pages['index.mdx'].replace('the first page', 'the new page') });
    await service.build();
    await service.until(async () => (await records(service, project))[1].status === 'stale');
    const stale = await service.api(`POST /projects/${project}/translate`, { language: 'de' });
    expect(stale.body.data.pagesQueued).toBe(1);
  });

  test('a build that shows them already is not repeated, and is one deployment.completed', async () => {
    const { service, project } = await start();
    const first = readCurrent(service.out);
    await translate(service);
    await service.until(async () => (await records(service, project))[0].publishedAt !== null);
    const { db } = (opened as TestStore).store;
    expect(
      planRebuild(service.out, { translations: await shownTranslations(db, project) }),
    ).toBeUndefined();
    const events = await db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'deployment.completed')
      .orderBy('seq')
      .execute();
    const ids = events.map(({ data }) => JSON.parse(data).deploymentId);
    expect(ids).toEqual([first, readCurrent(service.out)]);
  });

  test('a page that failed says so, and a later run that is newer wins', async () => {
    const { service, project } = await start();
    const bad = fakeModel((segments) =>
      answerOf(segments, ({ text }) => translated(text, 'de').replace('<x1/>', '')),
    );
    expect(await translate(service, bad)).toMatchObject({ completed: 1, failed: 1 });
    const [setup] = await records(service, project);
    expect(setup).toMatchObject({
      ...{ pagePath: 'guides/setup', status: 'failed' },
      error: {
        code: 'TRANSLATION_FAILED',
        message: expect.stringContaining(
          'guides/setup.mdx:7:1: the inline code `docent` is missing',
        ),
      },
    });
    await translate(service);
    await service.until(async () => (await records(service, project))[0].status === 'completed');
  });

  test('a page that is translated in part says so, and a job asks for the rest of it', async () => {
    const { service, project } = await start();
    const sentences = Array.from({ length: 20 }, (_, at) => `Sentence ${at} is about the server.`);
    service.write({ 'index.mdx': `A stubborn sentence.\n\n${sentences.join('\n\n')}\n` });
    // The model has the name of the server's: what it was asked is known by that.
    const stubborn = fakeModel(
      (segments) =>
        answerOf(segments, ({ text }) =>
          /stubborn/.test(text) ? undefined : translated(text, 'de'),
        ),
      'm',
    );
    expect(await translate(service, stubborn)).toMatchObject({ completed: 2, partial: 1 });
    await service.until(async () => (await records(service, project))[1].status === 'completed');
    expect(await records(service, project)).toMatchObject([
      { pagePath: 'guides/setup', fallbackSegments: 0 },
      { pagePath: 'index', fallbackSegments: 1 },
    ]);
    const shown = '<p lang="en">A stubborn sentence.</p>';
    await service.until(async () => (await service.page('/de')).text.includes(shown));
    const before = service.asked.length;
    const job = await service.api(`POST /projects/${project}/translate`, { language: 'de' });
    expect(job.body.data.pagesQueued).toBe(1);
    await service.until(async () => !(await service.page('/de')).text.includes('stubborn'));
    expect((await records(service, project))[1]).toMatchObject({ fallbackSegments: 0 });
    // What the command line was answered is not asked for again.
    expect(service.asked.slice(before).map(({ text }) => text)).toEqual(['A stubborn sentence.']);
  });

  test('a language that is removed is gone from the disk as well, and does not come back', async () => {
    const { service, project } = await start();
    await translate(service);
    await records(service, project);
    await service.until(async () => (await service.page('/de')).text.includes('<html lang="de"'));
    const { body } = await service.api(`DELETE /projects/${project}/languages/de`);
    expect(body.data).toEqual({ deleted: true, code: 'de', pagesDeleted: 2 });
    expect(existsSync(join(service.out, 'translations/de'))).toBe(false);
    await service.until(async () => (await service.page('/de')).status === 404);
    service.write({ 'docs.json': JSON.stringify({ ...config, name: 'Acme Documentation' }) });
    await service.build();
    await service.until(async () => (await service.page('/')).text.includes('Acme Documentation'));
    const left = await service.api(`GET /projects/${project}/languages`);
    expect(left.body.data.targetLanguages).toEqual([]);
  });
});
