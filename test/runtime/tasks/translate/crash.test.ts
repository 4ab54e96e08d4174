import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { takeInDeployment } from '../../../../runtime/deployments/take-in.ts';
import { createJob, findJob } from '../../../../runtime/store/jobs.ts';
import { addLanguage } from '../../../../runtime/store/languages.ts';
import { listRecords, listTexts } from '../../../../runtime/store/records.ts';
import { createQueue } from '../../../../runtime/tasks/create-queue.ts';
import { periodAt } from '../../../../schema/plans.ts';
import { answerOf, askedIn, translated } from '../../../pipeline/translate/fake-model.ts';
import { buildSite } from '../../../support/build.ts';
import { startModelStub } from '../../../support/model-stub.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../../support/temp.ts';
import { eachStore } from '../../store/each-store.ts';
import { newId, org } from '../../store/world.ts';

const kills = 2;
const parallel = 3;
const names = Array.from({ length: 30 }, (_, i) => `page-${String(i).padStart(2, '0')}`);

eachStore('SIGKILL while pages are translated', (open) => {
  test('the job ends, every page is done once, and none is left in progress', async () => {
    const { store, drop } = await open();
    const folder = makeTempDir();
    const texts = names.map((name) => `What ${name} has to tell about the settings of the server.`);
    writeFiles(join(folder, 'site'), {
      'docs.json': minimalConfig(names),
      ...Object.fromEntries(
        names.map((name, i) => [`${name}.mdx`, `---\ntitle: The ${name}\n---\n\n${texts[i]}\n`]),
      ),
    });
    const out = join(folder, 'out');
    const built = await buildSite(join(folder, 'site'), out);
    const asked: string[] = [];
    const stub = await startModelStub((request) => {
      const segments = askedIn({ messages: request.body.messages as never });
      asked.push(...segments.map(({ text }) => text));
      return { delay: 60, text: answerOf(segments, ({ text }) => translated(text, 'de')) };
    });
    const queue = createQueue(store, { now: Date.now, newId, log: () => {} });
    const orgId = await org(store);
    const tools = { store, queue, now: Date.now, newId, log: () => {} };
    const taken = await takeInDeployment(tools, out, built.deployment?.id ?? '');
    const projectId = taken?.project.id ?? '';
    await addLanguage(store, { orgId, projectId }, { code: 'de', autoTranslate: false, now: 1 });
    const job = await createJob(
      store,
      {
        ...{ id: newId('job'), orgId, projectId, language: 'de', scope: 'all', pagePath: null },
        ...{ force: false, now: Date.now(), period: periodAt(Date.now()) },
      },
      (trx, jobId) => queue.enqueue(trx, 'translate', { jobId }, { key: jobId }),
    );
    const start = () =>
      fork(
        fileURLToPath(new URL('./translating-worker.ts', import.meta.url)),
        [store.address, out, stub.baseUrl],
        { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
      );
    const status = async () => (await findJob(store.db, projectId, job.id))?.status;
    for (let round = 0; round < kills; round++) {
      const child = start();
      const before = asked.length;
      while (asked.length < before + 5 && (await status()) !== 'completed') await sleep(20);
      await sleep(Math.random() * 60);
      await kill(child);
    }
    const last = start();
    while ((await status()) !== 'completed') await sleep(50);
    await kill(last);
    const query = { projectId, language: 'de', status: null, limit: 100, offset: 0 };
    const { rows: records } = await listRecords(store.db, query);
    expect(records.map((record) => record.status)).toEqual(names.map(() => 'completed'));
    expect(await listTexts(store.db, { projectId, language: 'de' })).toHaveLength(names.length);
    expect(await findJob(store.db, projectId, job.id)).toMatchObject({
      pages_completed: names.length,
      pages_failed: 0,
    });
    // Each kill may cost the pages in flight once more: a title and a paragraph of each.
    const twice = asked.length - new Set(asked).size;
    expect(twice).toBeLessThanOrEqual(kills * parallel * 2);
    await stub.close();
    await queue.stop();
    await drop();
  }, 180_000);
});

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
}
