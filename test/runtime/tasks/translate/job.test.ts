import { afterEach, expect, test } from 'vitest';
import { initialLimits } from '../../../../runtime/settings/limits.ts';
import { answerOf, translated } from '../../../pipeline/translate/fake-model.ts';
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

async function finished({ api, until }: TestService, project: string, job: string) {
  let found: { status: string; [name: string]: unknown } = { status: '' };
  await until(async () => {
    found = (await api(`GET /projects/${project}/translate/${job}`)).body.data;
    return !['queued', 'running'].includes(found.status);
  });
  return found;
}

/** A model that does not respond before `answer` is called. */
function heldModel() {
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  const script = async (segments: Parameters<typeof answerOf>[0]) => {
    await held;
    return { text: answerOf(segments, ({ text }) => translated(text, 'de')) };
  };
  return { script, answer: () => answer() };
}

async function trigger(of: TestService, project: string, body: object) {
  const { status, body: answer } = await of.api(`POST /projects/${project}/translate`, body);
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer.data as { jobId: string; pagesQueued: number };
}

eachStore('translation jobs of a server', (open) => {
  /** A server on a database of its own. */
  async function start(options: Parameters<typeof startService>[0] = {}): Promise<TestService> {
    opened = await open();
    return startService({ ...options, database: opened.store.address });
  }

  test('a trigger translates, and the site shows it', async () => {
    service = await start();
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId, pagesQueued } = await trigger(service, project, { language: 'de' });
    expect(pagesQueued).toBe(2);
    expect(await finished(service, project, jobId)).toMatchObject({
      status: 'completed',
      pagesCompleted: 2,
      pagesFailed: 0,
    });
    const { page, until } = service;
    // Labels are published after the pages when a build is made between them.
    await until(async () => {
      const { text } = await page('/de/guides/setup');
      return !text.includes('Install') && !text.includes('First steps');
    });
    const setup = await page('/de/guides/setup');
    expect(setup.text).toContain('<html lang="de"');
    expect(setup.text).toContain('id="second-step"');
    const home = await page('/de');
    expect(home.text).toContain('href="/de/guides/setup#second-step"');
    const { body } = await service.api(`GET /projects/${project}/translations?language=de`);
    expect(body.data.map((row: { status: string }) => row.status)).toEqual([
      'completed',
      'completed',
    ]);
    expect((await page('/guides/setup')).text).toContain('Install');
  });

  test('pages say when they were translated with an earlier glossary', async () => {
    const { script, answer } = heldModel();
    service = await start({ script });
    const { api, stub, until } = service;
    const project = await projectId(service);
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    const outdated = async () => {
      const { body } = await api(`GET /projects/${project}/translations?language=de`);
      return body.data.map((row: { glossaryOutdated: boolean }) => row.glossaryOutdated);
    };
    const first = await trigger(service, project, { language: 'de' });
    await until(async () => stub.requests.length > 0);
    await api(`POST /projects/${project}/glossary`, { term: 'server' });
    answer();
    expect(await finished(service, project, first.jobId)).toMatchObject({ pagesCompleted: 2 });
    expect(await outdated()).toEqual([true, true]);
    const again = await trigger(service, project, { language: 'de', force: true });
    expect(await finished(service, project, again.jobId)).toMatchObject({ pagesCompleted: 2 });
    expect(await outdated()).toEqual([false, false]);
  });

  test('force asks for every segment, and replaces what the memory holds', async () => {
    let word = 'Erste';
    service = await start({
      script: (segments) => ({
        text: answerOf(segments, ({ text }) => `${word} ${translated(text, 'de')}`),
      }),
    });
    const { api, page, until } = service;
    const project = await projectId(service);
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    const first = await trigger(service, project, { language: 'de' });
    await finished(service, project, first.jobId);
    const texts = new Set(service.asked.map(({ text }) => text));
    const asked = service.asked.length;
    word = 'Zweite';
    const again = await trigger(service, project, { language: 'de', force: true });
    expect(await finished(service, project, again.jobId)).toMatchObject({ pagesCompleted: 2 });
    expect(new Set(service.asked.slice(asked).map(({ text }) => text))).toEqual(texts);
    const memory = await opened?.store.db
      .selectFrom('translation_memory')
      .select(['target', 'model', 'checks'])
      .execute();
    expect(memory?.filter(({ target }) => !target.startsWith('Zweite'))).toEqual([]);
    // Every segment has its proof.
    expect(memory?.filter(({ model }) => model === '')).toEqual([]);
    expect(new Set(memory?.map(({ checks }) => checks))).toEqual(new Set(['marks words language']));
    await until(async () => (await page('/de/guides/setup')).text.includes('Zweite'));
    // The force of one page is no reason to ask for another, nor for the labels of all.
    const before = service.asked.length;
    const body = { language: 'de', scope: 'page', pagePath: 'index', force: true };
    const one = await trigger(service, project, body);
    await finished(service, project, one.jobId);
    const last = service.asked.slice(before).map(({ text }) => text);
    expect(last).toHaveLength(2);
    expect(last.join('\n')).not.toContain('Install');
  });

  test('an edited paragraph makes the page stale, and costs one segment', async () => {
    service = await start();
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const first = await trigger(service, project, { language: 'de' });
    await finished(service, project, first.jobId);
    const asked = service.asked.length;
    service.write({
      'guides/setup.mdx': pages['guides/setup.mdx'].replace('look at it', 'look at the new page'),
    });
    await service.build();
    const { api, until, page } = service;
    await until(async () => {
      const { body } = await api(`GET /projects/${project}/translations?language=de&status=stale`);
      return body.data?.length === 1;
    });
    await until(async () => (await page('/de/guides/setup')).text.includes('translation-stale'));
    const second = await trigger(service, project, { language: 'de', scope: 'stale' });
    expect(second.pagesQueued).toBe(1);
    await finished(service, project, second.jobId);
    expect(service.asked.slice(asked).map(({ text }) => text)).toEqual([
      'Then start the server and look at the new page.',
    ]);
    await until(async () => !(await page('/de/guides/setup')).text.includes('translation-stale'));
  });

  test('a language that is added answers at every address before anything is translated', async () => {
    service = await start();
    const project = await projectId(service);
    const { api, page, until } = service;
    expect((await page('/de/guides/setup')).status).toBe(404);
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    await until(async () => (await page('/de/guides/setup')).status === 200);
    for (const path of ['/de', '/de/guides/setup']) {
      const { status, text } = await page(path);
      expect(status).toBe(200);
      expect(text).toContain('<html lang="en"');
      expect(text).toContain('translation-pending');
      expect(text).toContain('name="robots" content="noindex"');
    }
    // The switcher leads there.
    expect((await page('/guides/setup')).text).toMatch(/<a[^>]* href="\/de\/guides\/setup"/);
    expect(service.stub.requests).toEqual([]);
  });

  test('a page that is not translatable fails, and shows the source with a notice', async () => {
    service = await start({
      script: (segments) => ({
        text: answerOf(segments, ({ text }) =>
          /docent|<x1\/>/.test(text) ? text.replace('<x1/>', '') : translated(text, 'de'),
        ),
      }),
    });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    expect(await finished(service, project, jobId)).toMatchObject({
      status: 'partial',
      pagesCompleted: 1,
      pagesFailed: 1,
      error: {
        code: 'TRANSLATION_FAILED',
        message:
          'guides/setup.mdx:7:1: the inline code `docent` is missing in the translation: "Install `docent` with the package manager."',
      },
    });
    const reported = await service.api(`GET /projects/${project}/translate/${jobId}/report`);
    expect(reported.body.data).toMatchObject({
      pages: { completed: 1, partial: 0, failed: 1 },
      failures: [{ pagePath: 'guides/setup', message: expect.stringContaining('`docent`') }],
      cost: null,
    });
    const { page, until } = service;
    await until(async () => (await page('/de')).text.includes('<html lang="de"'));
    const setup = await page('/de/guides/setup');
    expect(setup.text).toContain('<html lang="en"');
    expect(setup.text).toContain('translation-pending');
    expect(setup.text).toContain('name="robots" content="noindex"');
  });

  test('an outage of the model pauses a job, and the job goes on', async () => {
    service = await start({
      script: (segments, index) =>
        index < 2
          ? { status: 503, headers: { 'retry-after': '1' } }
          : { text: answerOf(segments, ({ text }) => translated(text, 'de')) },
    });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    expect((await finished(service, project, jobId)).status).toBe('completed');
    expect(service.log.some((line) => line.includes('Translation waits'))).toBe(true);
  });

  test('a page that the model will never take fails alone', async () => {
    service = await start({
      script: (segments) =>
        segments.some(({ text }) => text.includes('package manager'))
          ? { status: 403, error: { message: 'this text is not for us' } }
          : { text: answerOf(segments, ({ text }) => translated(text, 'de')) },
    });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    expect(await finished(service, project, jobId)).toMatchObject({
      status: 'partial',
      pagesCompleted: 1,
      pagesFailed: 1,
      error: {
        code: 'TRANSLATION_FAILED',
        message: 'The language model answered 403: this text is not for us.',
      },
    });
    const { body } = await service.api(`GET /projects/${project}/translations?language=de`);
    expect(body.data).toMatchObject([
      { pagePath: 'guides/setup', status: 'failed', error: { code: 'TRANSLATION_FAILED' } },
      { pagePath: 'index', status: 'completed', error: null },
    ]);
  });

  test('a job of a model that stays dead fails with its last words', async () => {
    service = await start({
      script: () => ({ status: 503, error: { message: 'down for good' } }),
      more: { limits: { ...initialLimits, modelPatience: 1_000 } },
    });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    const message = expect.stringContaining('The language model answered 503: down for good.');
    expect(await finished(service, project, jobId)).toMatchObject({
      status: 'failed',
      pagesCompleted: 0,
      pagesFailed: 2,
      error: { code: 'TRANSLATION_FAILED', message },
    });
    const { body } = await service.api(`GET /projects/${project}/translations?language=de`);
    for (const record of body.data) {
      expect(record).toMatchObject({ status: 'failed', error: { message } });
    }
    expect(service.log.join('\n')).toMatch(
      /2 of 2 pages of \S+ are not translated into de: The lang/,
    );
  });

  test('a source that changes while its page is translated is translated once more', async () => {
    const { script, answer } = heldModel();
    service = await start({ script });
    const project = await projectId(service);
    const { api, until, stub, page } = service;
    await api(`POST /projects/${project}/languages`, { code: 'de', autoTranslate: true });
    // The build that shows the language changes the project as well.
    await until(async () => (await page('/de')).status === 200);
    const { jobId } = await trigger(service, project, { language: 'de' });
    await until(async () => stub.requests.length === 2);
    service.write({
      'guides/setup.mdx': pages['guides/setup.mdx'].replace('look at it', 'look at the new page'),
    });
    await service.build();
    // The server has taken the build in when it has a job for it; its page is on its way already.
    await until(
      async () => (await api(`GET /projects/${project}/translate`)).body.data.length === 2,
    );
    answer();
    await finished(service, project, jobId);
    await until(async () => {
      const { body } = await api(`GET /projects/${project}/translations?language=de`);
      return body.data.every((row: { status: string }) => row.status === 'completed');
    });
    const jobs = (await api(`GET /projects/${project}/translate`)).body.data;
    expect(jobs.map((job: { pagesQueued: number }) => job.pagesQueued)).toEqual([1, 0, 2]);
    expect(service.asked.filter(({ text }) => text.includes('new page'))).toHaveLength(1);
  });

  test('a cancelled job gives its pages back, and keeps no late answer', async () => {
    const { script, answer } = heldModel();
    service = await start({ script });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    const { stub, until, api } = service;
    await until(async () => stub.requests.length > 0);
    const { body } = await api(`POST /projects/${project}/translate/${jobId}/cancel`);
    expect(body.data.status).toBe('cancelled');
    answer();
    await new Promise((done) => setTimeout(done, 500));
    const list = await api(`GET /projects/${project}/translations?language=de`);
    expect(list.body.data.map((row: { status: string }) => row.status)).toEqual([
      'pending',
      'pending',
    ]);
  });

  test('a language is removed when its page has come back from the model, and the result is discarded', async () => {
    const { script, answer } = heldModel();
    service = await start({ script });
    const { stub, until, api } = service;
    const project = await projectId(service);
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    await until(async () => stub.requests.length > 0);
    let isRemoved = false;
    const removing = api(`DELETE /projects/${project}/languages/de`).then((removed) => {
      isRemoved = true;
      return removed;
    });
    await until(async () => {
      const { body } = await api(`GET /projects/${project}/translate/${jobId}`);
      return body.data.status === 'cancelled';
    });
    expect(isRemoved).toBe(false);
    answer();
    expect((await removing).body.data).toEqual({ deleted: true, code: 'de', pagesDeleted: 0 });
    const asked = stub.requests.length;
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    const list = await api(`GET /projects/${project}/translations?language=de`);
    expect(list.body.data.map((row: { status: string }) => row.status)).toEqual([
      'pending',
      'pending',
    ]);
    expect(stub.requests).toHaveLength(asked);
  });

  test('a removed language leaves the site', async () => {
    service = await start();
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    await finished(service, project, jobId);
    const { page, until } = service;
    await until(async () => (await page('/de')).status === 200);
    await service.api(`DELETE /projects/${project}/languages/de`);
    await until(async () => (await page('/de')).status === 404);
  });

  test('a language that is added again starts from nothing, and the others keep what they have', async () => {
    service = await start();
    const { stub, api } = service;
    const project = await projectId(service);
    for (const code of ['de', 'fr']) {
      await api(`POST /projects/${project}/languages`, { code });
      const { jobId } = await trigger(service, project, { language: code });
      await finished(service, project, jobId);
    }
    const memory = await opened?.store.db
      .selectFrom('translation_memory')
      .select('language')
      .distinct()
      .execute();
    expect(memory?.map(({ language }) => language).sort()).toEqual(['de', 'fr']);
    const { body } = await api(`DELETE /projects/${project}/languages/de`);
    expect(body.data.pagesDeleted).toBe(2);
    for (const table of ['translation_memory', 'records', 'labels', 'kept_headings'] as const) {
      const rows = await opened?.store.db.selectFrom(table).select('language').execute();
      expect(
        rows?.filter(({ language }) => language !== 'fr'),
        table,
      ).toEqual([]);
    }
    const before = new Set(service.asked.map(({ text }) => text));
    const asked = service.asked.length;
    const requests = stub.requests.length;
    await api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    expect(await finished(service, project, jobId)).toMatchObject({ status: 'completed' });
    expect(stub.requests.length).toBeGreaterThan(requests);
    expect(new Set(service.asked.slice(asked).map(({ text }) => text))).toEqual(before);
  });

  test('a server that stops in the middle finishes after its restart', async () => {
    let slow = true;
    service = await start({
      files: Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [
          `extra/p${i}.mdx`,
          `---\ntitle: Extra page ${i}\n---\n\nThis is what page number ${i} has to tell about the setting.\n`,
        ]),
      ),
      script: (segments) => ({
        delay: slow ? 150 : 0,
        text: answerOf(segments, ({ text }) => translated(text, 'de')),
      }),
    });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    const { stub, until } = service;
    await until(async () => stub.requests.length > 5);
    slow = false;
    await service.restart();
    expect(await finished(service, project, jobId)).toMatchObject({
      status: 'completed',
      pagesCompleted: 14,
    });
    const texts = service.asked.map(({ text }) => text);
    // What was on its way when the server stopped came in.
    expect(texts.length - new Set(texts).size).toBe(0);
  });

  test('a deployment that waits for translations goes live with them, after a restart as well', async () => {
    let answer = () => {};
    let held = Promise.resolve();
    service = await start({
      files: {
        'docs.json': JSON.stringify({
          ...config,
          i18n: { defaultLanguage: 'en', languages: [], blockDeployOnTranslation: true },
        }),
      },
      script: async (segments) => {
        await held;
        return { text: answerOf(segments, ({ text }) => translated(text, 'de')) };
      },
    });
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de', autoTranslate: true });
    const { jobId } = await trigger(service, project, { language: 'de' });
    await finished(service, project, jobId);
    const { page, until, api } = service;
    await until(async () => (await page('/de/guides/setup')).text.includes('<html lang="de"'));
    held = new Promise((done) => {
      answer = done;
    });
    const asked = service.stub.requests.length;
    service.write({
      'guides/setup.mdx': pages['guides/setup.mdx'].replace('look at it', 'look at the new page'),
    });
    await service.build();
    await until(async () => service?.stub.requests.length === asked + 1);
    const isOld = async () => {
      expect((await page('/guides/setup')).text).toContain('look at it');
      const german = (await page('/de/guides/setup')).text;
      expect(german).toContain('<html lang="de"');
      expect(german).not.toContain('translation-stale');
    };
    await isOld();
    await service.restart();
    await isOld();
    await until(async () => {
      const { body } = await api(`GET /projects/${project}/translations?language=de`);
      await isOld();
      return body.data.some((row: { status: string }) => row.status === 'in_progress');
    });
    answer();
    await until(async () => {
      const english = (await page('/guides/setup')).text;
      const german = (await page('/de/guides/setup')).text;
      // Never the one without the other.
      expect(german).not.toContain('translation-stale');
      expect(german).toContain('<html lang="de"');
      return english.includes('look at the new page');
    });
  }, 60_000);

  test('a deployment of the command line never takes translations away', async () => {
    service = await start();
    const project = await projectId(service);
    await service.api(`POST /projects/${project}/languages`, { code: 'de' });
    const { jobId } = await trigger(service, project, { language: 'de' });
    await finished(service, project, jobId);
    const { page, until } = service;
    await until(async () => (await page('/de/guides/setup')).text.includes('<html lang="de"'));
    service.write({ 'index.mdx': pages['index.mdx'].replace('first page', 'very first page') });
    let done = false;
    const building = service.build().then(() => {
      done = true;
    });
    await until(async () => {
      expect((await page('/de')).status).toBe(200);
      return done && (await page('/')).text.includes('very first page');
    });
    await building;
    expect((await page('/de')).text).toContain('translation-stale');
  });
});
