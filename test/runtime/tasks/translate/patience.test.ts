import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Model } from '../../../../pipeline/net/model.ts';
import { ModelUnavailableError } from '../../../../pipeline/net/model-errors.ts';
import { takeInDeployment } from '../../../../runtime/deployments/take-in.ts';
import { createJob, findJob } from '../../../../runtime/store/jobs.ts';
import { addLanguage } from '../../../../runtime/store/languages.ts';
import type { Store } from '../../../../runtime/store/open.ts';
import { createQueue } from '../../../../runtime/tasks/create-queue.ts';
import { createTranslate } from '../../../../runtime/tasks/translate.ts';
import { periodAt } from '../../../../schema/plans.ts';
import { goodModel } from '../../../pipeline/translate/fake-model.ts';
import { buildSite } from '../../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../../support/temp.ts';
import { eachStore } from '../../store/each-store.ts';
import { newId, org } from '../../store/world.ts';

const minute = 60_000;

/** A job of three pages in a database, and processes that work on it one after the other. */
async function world(store: Store, answer: (now: number) => Model) {
  const folder = makeTempDir();
  const names = ['a', 'b', 'c'];
  writeFiles(join(folder, 'site'), {
    'docs.json': minimalConfig(names),
    ...Object.fromEntries(
      names.map((name) => [
        `${name}.mdx`,
        `---\ntitle: The ${name}\n---\n\nWords of page ${name}.\n`,
      ]),
    ),
  });
  const out = join(folder, 'out');
  const built = await buildSite(join(folder, 'site'), out);
  const started = Date.now();
  let clock = 0;
  const now = () => started + clock;
  const log = () => {};
  const queue = createQueue(store, { now, newId, log });
  const orgId = await org(store);
  const tools = { store, queue, now, newId, log };
  const taken = await takeInDeployment(tools, out, built.deployment?.id ?? '');
  const projectId = taken?.project.id ?? '';
  await addLanguage(store, { orgId, projectId }, { code: 'de', autoTranslate: false, now: 1 });
  const { id } = await createJob(
    store,
    {
      ...{ id: newId('job'), orgId, projectId, language: 'de', scope: 'all', pagePath: null },
      ...{ force: false, now: now(), period: periodAt(now()) },
    },
    async () => {},
  );
  /** Works on the job as a process does that is stopped at a time, if the job does not end before. */
  const work = async (until: number) => {
    const stop = new AbortController();
    const model: Model = {
      ...goodModel('de'),
      complete: (request) => answer(clock).complete(request),
    };
    const handler = createTranslate({
      ...{ ...tools, model, folderOf: () => out, modelPatience: 15 * minute, parallel: 1 },
      sleep: async (milliseconds) => {
        clock += milliseconds;
        if (clock >= until) stop.abort();
      },
    });
    await handler({ data: { jobId: id }, signal: stop.signal } as never).catch((error: Error) => {
      if (!stop.signal.aborted) throw error;
    });
  };
  return { work, clock: () => clock, job: () => findJob(store.db, projectId, id) };
}

const dead: Model = {
  ...goodModel('de'),
  complete: async () => {
    throw new ModelUnavailableError('The language model answered 503: down.');
  },
};

eachStore('the patience with a model that fails', (open) => {
  test('is counted from the first failed attempt, however often the server starts again', async () => {
    const { store, drop } = await open();
    const { work, clock, job } = await world(store, () => dead);
    await work(6 * minute);
    expect(await job()).toMatchObject({ status: 'running', pages_failed: 0 });
    await work(12 * minute);
    expect(await job()).toMatchObject({ status: 'running', pages_failed: 0 });
    await work(60 * minute);
    // Pages that the outage had kept from being tried cost no time of their own either.
    expect(await job()).toMatchObject({ status: 'failed', pages_failed: 3 });
    expect(clock()).toBe(15 * minute);
    await drop();
  });

  test('begins again with the next outage, for pages that saw nothing of the first', async () => {
    const { store, drop } = await open();
    const good = goodModel('de');
    const isUp = (now: number) => now >= 5 * minute && now < 6 * minute;
    let answers = 0;
    const { work, clock, job } = await world(store, (now) => {
      if (!isUp(now) || answers >= 1) return dead;
      answers++;
      return good;
    });
    await work(10 * minute);
    // The first page was translated when the model came back; the next one failed after it.
    expect(await job()).toMatchObject({ status: 'running', pages_completed: 1 });
    await work(60 * minute);
    expect(await job()).toMatchObject({ status: 'partial', pages_completed: 1, pages_failed: 2 });
    expect(clock()).toBeGreaterThan(20 * minute);
    expect(clock()).toBeLessThan(21 * minute);
    await drop();
  });
});
