import { afterEach, expect, test } from 'vitest';
import { answerOf, translated } from '../../../pipeline/translate/fake-model.ts';
import { eachStore, type TestStore } from '../../store/each-store.ts';
import { projectId, startService, type TestService } from './service.ts';

let service: TestService | undefined;
let opened: TestStore | undefined;
afterEach(async () => {
  await service?.close();
  await opened?.drop();
  service = undefined;
  opened = undefined;
});

const long = (name: string) =>
  Array.from(
    { length: 15 },
    (_, at) => `${name} ${at} tells the reader something about the setting of the server.`,
  ).join('\n\n');
const files = {
  'guides/setup.mdx': `---\ntitle: Setup of it\n---\n\nimport Help from "/snippets/help.mdx";\n\nA stubborn line of the page.\n\n${long('Paragraph')}\n\n<Help />\n`,
  'snippets/help.mdx': `A stubborn line of the snippet.\n\n${long('Sentence')}\n`,
};

/** A model without an answer for what is stubborn, until `soften` is called. */
function stubbornModel() {
  let isSoft = false;
  return {
    soften: () => {
      isSoft = true;
    },
    script: (segments: Parameters<typeof answerOf>[0]) => ({
      text: answerOf(segments, ({ text }) =>
        /stubborn/.test(text) && !isSoft ? undefined : translated(text, 'ar'),
      ),
    }),
  };
}

/** Runs a job to its end, and gives what it asked the model for. */
async function run({ api, until, asked }: TestService, project: string, body: object = {}) {
  const before = asked.length;
  const { body: answer } = await api(`POST /projects/${project}/translate`, {
    language: 'ar',
    ...body,
  });
  const { jobId, pagesQueued } = answer.data;
  await until(async () => {
    const { body: found } = await api(`GET /projects/${project}/translate/${jobId}`);
    return found.data.status === 'completed';
  });
  return { pagesQueued, asked: [...new Set(asked.slice(before).map(({ text }) => text))].sort() };
}

const stubborn = ['A stubborn line of the page.', 'A stubborn line of the snippet.'];

eachStore('pages of a server that are translated in part', (open) => {
  async function start(options: Parameters<typeof startService>[0] = {}): Promise<TestService> {
    opened = await open();
    return startService({ files, ...options, database: opened.store.address });
  }

  async function recordOf({ api }: TestService, project: string) {
    const { body } = await api(`GET /projects/${project}/translations?language=ar`);
    return body.data.find((record: { pagePath: string }) => record.pagePath === 'guides/setup');
  }

  test('are completed, say their language, and are asked for again by the next job alone', async () => {
    const { script, soften } = stubbornModel();
    service = await start({ script, more: { price: { input: 1000, output: 2000 } } });
    const { api, page, until, log } = service;
    const project = await projectId(service);
    await api(`POST /projects/${project}/languages`, { code: 'ar' });
    expect((await run(service, project)).pagesQueued).toBe(2);
    expect(await recordOf(service, project)).toMatchObject({
      status: 'completed',
      fallbackSegments: 1,
      error: null,
    });
    const [{ jobId }] = (await api(`GET /projects/${project}/translate`)).body.data;
    const { data } = (await api(`GET /projects/${project}/translate/${jobId}/report`)).body;
    expect(data).toMatchObject({
      ...{ jobId, language: 'ar', status: 'completed', failures: [] },
      pages: { completed: 1, partial: 1, failed: 0, cancelled: 0, open: 0 },
    });
    // Six words of the page, and as many of the snippet.
    expect(data.wordsInSource).toBe(12);
    expect(data.requests).toBeGreaterThan(0);
    const cost = (data.inputTokens * 1000 + data.outputTokens * 2000) / 1_000_000;
    expect(data.cost).toBeCloseTo(cost, 4);
    expect(cost).toBeGreaterThan(0);
    const shown = async () => (await page('/ar/guides/setup')).text;
    await until(async () => (await shown()).includes('<html lang="ar"'));
    for (const line of stubborn) {
      await until(async () => (await shown()).includes(`<p lang="en" dir="ltr">${line}</p>`));
    }
    await until(async () => (await recordOf(service as TestService, project)).publishedAt !== null);
    expect(log.join('\n')).toContain('Partly translated into ar: guides/setup.mdx:7:1: ');
    expect(log.join('\n')).toContain('A snippet is partly translated into ar: snippets/help.mdx:1');

    // Once for each job, and never by a build that shows what is there.
    expect(await run(service, project)).toEqual({ pagesQueued: 1, asked: stubborn });
    expect(await run(service, project)).toEqual({ pagesQueued: 1, asked: stubborn });
    expect(await run(service, project, { scope: 'stale' })).toEqual({ pagesQueued: 0, asked: [] });

    soften();
    expect(await run(service, project)).toEqual({ pagesQueued: 1, asked: stubborn });
    expect(await recordOf(service, project)).toMatchObject({ fallbackSegments: 0 });
    await until(async () => !(await shown()).includes('stubborn line'));
    expect((await shown()).includes('<p lang="en"')).toBe(false);
    expect(await run(service, project)).toEqual({ pagesQueued: 0, asked: [] });
  });

  test('are asked for once by each job of a deployment, and start no job themselves', async () => {
    service = await start({ script: stubbornModel().script });
    const { api, page, until, asked } = service;
    const project = await projectId(service);
    await api(`POST /projects/${project}/languages`, { code: 'ar', autoTranslate: true });
    await run(service, project);
    const jobs = async () => (await api(`GET /projects/${project}/translate`)).body.data;
    await until(async () => (await page('/ar/guides/setup')).text.includes('<p lang="en"'));
    expect(await jobs()).toHaveLength(1);

    const before = asked.length;
    service.write({ 'index.mdx': '---\ntitle: Welcome here\n---\n\nThis is a new first page.\n' });
    await service.build();
    await until(async () => (await jobs()).length === 2);
    await until(async () => (await jobs())[0].status === 'completed');
    expect((await jobs())[0]).toMatchObject({ pagesQueued: 2, pagesCompleted: 2 });
    expect([...new Set(asked.slice(before).map(({ text }) => text))].sort()).toEqual([
      ...stubborn,
      'This is a new first page.',
    ]);
    await until(async () => !(await page('/ar')).text.includes('new first page'));
    expect(await jobs()).toHaveLength(2);
  });
});
