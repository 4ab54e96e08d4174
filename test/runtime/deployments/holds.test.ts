import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import {
  advanceHold,
  type HoldTools,
  isHeld,
  patience,
  release,
} from '../../../runtime/deployments/holds.ts';
import { takeInDeployment } from '../../../runtime/deployments/take-in.ts';
import { findHold } from '../../../runtime/store/holds.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { closeJob } from '../../../runtime/store/job-ends.ts';
import { beginPage, finishPage } from '../../../runtime/store/job-pages.ts';
import { listJobs } from '../../../runtime/store/jobs.ts';
import { addLanguage } from '../../../runtime/store/languages.ts';
import { shownTranslations } from '../../../runtime/store/memory.ts';
import { createDeploy } from '../../../runtime/tasks/deploy.ts';
import { rebuild } from '../../../runtime/tasks/rebuild.ts';
import { buildSite } from '../../support/build.ts';
import { unpack } from '../../support/outputs.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { march, noon, org } from '../store/world.ts';

let opened: TestStore | undefined;
let folder = '';
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await opened?.drop();
  opened = undefined;
});

const text = (words: string) => `---\ntitle: Start\n---\n\n${words}\n`;

eachStore('a deployment that waits for its translations', (open) => {
  /** A site that is live in English and German, and what happens to it. */
  async function world(blocks = true) {
    opened = await open();
    const { store } = opened;
    folder = makeTempDir();
    const out = join(folder, 'out');
    const newId = createIds();
    const clock = { time: noon };
    const lines: string[] = [];
    const tasks: { name: string; key?: string }[] = [];
    const tools: HoldTools = {
      store,
      queue: {
        enqueue: async (_db, name, _data, more) => {
          tasks.push({ name, ...(more?.key ? { key: more.key } : {}) });
        },
        work: async () => {},
        start: async () => {},
        stop: async () => {},
        trouble: async () => undefined,
        dead: async () => [],
      },
      folderOf: () => out,
      now: () => clock.time,
      newId,
      log: (line) => lines.push(line),
      sleep: async () => {},
    };
    const build = async (words: string) => {
      writeFiles(join(folder, 'site'), {
        'docs.json': minimalConfig(['index'], { i18n: { blockDeployOnTranslation: blocks } }),
        'index.mdx': text(words),
      });
      // One sequence for all builds: events are published in the order of the ids.
      const more = { cache: true, newId: (prefix: string) => newId(prefix as 'dpl') };
      return (await buildSite(join(folder, 'site'), out, more)).deployment?.id ?? '';
    };
    const first = await build('Hello.');
    const orgId = await org(store);
    const project = (await takeInDeployment(tools, out, first))?.project.id ?? '';
    const where = { orgId, projectId: project };
    await addLanguage(store, where, { code: 'de', autoTranslate: true, now: noon });
    const runDeploy = createDeploy({
      ...{ store, folderOf: () => out, version: '0', log: tools.log },
      rebuild: (task) => rebuild({ ...task, deployment: newId('dpl') }, {}),
      release: (hold) => release(tools, hold),
    });
    const deploy = async () => {
      const before = readCurrent(out);
      await runDeploy({
        ...{ id: 't', name: 'deploy', data: { projectId: project }, attempt: 1 },
        signal: new AbortController().signal,
      });
      const id = readCurrent(out) ?? '';
      if (id === before) return;
      // As the server does when `current` has moved.
      await takeInDeployment(tools, out, id, { live: first, isRebuilt: true, translates: true });
    };
    const arrive = (id: string, more: object = {}) =>
      takeInDeployment(tools, out, id, { live: first, translates: true, ...more });
    return {
      ...{ store, out, project, clock, lines, tasks, first, build, arrive, deploy, tools },
      /** Whether it is still held after a step of waiting. */
      held: async () => {
        await advanceHold(tools, project);
        return isHeld(store, project);
      },
      events: async () =>
        (await store.db.selectFrom('events').select('type').orderBy('seq').execute()).map(
          ({ type }) => type,
        ),
      /** Ends the newest job with this German text. */
      translate: async (words: string, from: string) => {
        const { rows } = await listJobs(store.db, { projectId: project, limit: 1, offset: 0 });
        const jobId = rows[0]?.id ?? '';
        const page = await beginPage(store, jobId, clock.time);
        if (!page) throw new Error('There is no page to translate.');
        const outcome = {
          ...({ type: 'completed', text: text(words), title: 'Start' } as const),
          fromHash: sourceHash(text(from)),
          contentHash: createHash('sha256').update(words).digest('hex'),
        };
        await finishPage(store, page, { orgId, period: march, outcome, now: clock.time });
        await closeJob(store, jobId, clock.time);
      },
      shown: (path: string) =>
        readFileSync(join(unpack(out, readCurrent(out) ?? ''), 'site', path, 'index.html'), 'utf8'),
    };
  }

  test('goes live together with them, and only then its events are published', async () => {
    const { arrive, build, held, translate, deploy, events, tasks, shown, store, out } =
      await world();
    const second = await build('Hello again.');
    const before = (await events()).length;
    expect((await arrive(second))?.fresh).toBe(true);
    expect(await held()).toBe(true);
    // A build that is asked for meanwhile waits as well.
    await deploy();
    expect(await held()).toBe(true);
    expect(await events()).toHaveLength(before);
    await translate('Hallo nochmal.', 'Hello again.');
    tasks.length = 0;
    expect(await held()).toBe(true);
    expect(tasks).toEqual([{ name: 'deploy', key: expect.stringContaining(second) }]);
    expect(await held()).toBe(true);
    expect(tasks).toHaveLength(1);
    await deploy();
    expect(await held()).toBe(false);
    expect(shown('de')).toContain('Hallo nochmal.');
    expect(shown('de')).not.toContain('translation-stale');
    expect(shown('')).toContain('Hello again.');
    // One push is one completed deployment, that of the build with the translations.
    expect((await events()).slice(before)).toEqual([
      'deployment.started',
      'deployment.completed',
      'page.created',
      'page.updated',
    ]);
    const data = await store.db.selectFrom('events').select('data').orderBy('seq').execute();
    const ids = data.slice(before).map((row) => JSON.parse(row.data).deploymentId);
    expect(new Set(ids)).toEqual(new Set([readCurrent(out)]));
    expect(ids).not.toContain(second);
  });

  test('is not shown by a build of it that began before it was held', async () => {
    const { arrive, build, held, translate, deploy, shown, out, tools, store, project } =
      await world();
    const second = await build('Hello again.');
    // The service builds it with the translations there are, for a reason that came earlier.
    const translations = await shownTranslations(store.db, project);
    const early = tools.newId('dpl');
    const task = { out, project, version: '0', translations, cause: 'edits' as const };
    expect((await rebuild({ ...task, deployment: early }, {}))?.type).toBe('built');
    await arrive(second);
    await arrive(early, { isRebuilt: true, begunFor: null });
    expect(await held()).toBe(true);
    await translate('Hallo nochmal.', 'Hello again.');
    await held();
    await deploy();
    expect(await held()).toBe(false);
    expect(shown('de')).toContain('Hallo nochmal.');
    expect(shown('de')).not.toContain('translation-stale');
  });

  test('goes live with the texts from before after half an hour, and says so', async () => {
    const { arrive, build, held, translate, deploy, store, shown, clock, lines } = await world();
    const second = await build('Hello again.');
    await arrive(second);
    await translate('Hallo nochmal.', 'Hello again.');
    await held();
    await deploy();
    const third = await build('Hello for ever.');
    await arrive(third);
    clock.time += patience.translations - 1;
    await held();
    await deploy();
    expect(await held()).toBe(true);
    clock.time += 1;
    await held();
    await deploy();
    expect(await held()).toBe(false);
    expect(shown('de')).toContain('Hallo nochmal.');
    expect(shown('de')).toContain('translation-stale');
    expect(lines.join('\n')).toContain('1 translations were not finished within 30 minutes');
    const audit = await store.db.selectFrom('audit').select(['action', 'detail']).execute();
    expect(audit).toContainEqual({
      action: 'deployment.untranslated',
      detail: JSON.stringify({ deploymentId: third, missing: 1 }),
    });
  });

  test('waits no longer than the first of several in a row', async () => {
    const { arrive, build, held, store, project, clock } = await world();
    const second = await build('Hello again.');
    await arrive(second);
    clock.time += patience.translations - 1000;
    await arrive(await build('Hello for ever.'));
    expect(await held()).toBe(true);
    expect((await findHold(store.db, project))?.waits).toBe(1);
    clock.time += 1000;
    await held();
    expect((await findHold(store.db, project))?.waits).toBe(0);
  });

  test('does not wait if there is no translation worker', async () => {
    const { arrive, build, held, store, project } = await world();
    await arrive(await build('Hello again.'), { translates: false });
    // Only for the build that has the pages of German.
    expect((await findHold(store.db, project))?.waits).toBe(0);
    await arrive(await build('Hello again.'));
    // The previous page is still to be translated.
    expect(await held()).toBe(true);
  });

  test('never takes translations away from readers, even where it does not wait for new ones', async () => {
    const { arrive, build, held, translate, deploy, shown, out, events } = await world(false);
    await arrive(await build('Hello again.'));
    expect(await held()).toBe(true);
    await deploy();
    expect(await held()).toBe(false);
    expect(shown('de')).toContain('translation-pending');
    await translate('Hallo nochmal.', 'Hello again.');
    await deploy();
    expect(shown('de')).toContain('Hallo nochmal.');
    const second = readCurrent(out) ?? '';
    const third = await build('Hello for ever.');
    const before = (await events()).length;
    await arrive(third, { live: second });
    expect(await held()).toBe(true);
    await deploy();
    expect(await held()).toBe(false);
    expect(shown('de')).toContain('translation-stale');
    // The German page never disappeared: no events say that it did.
    const heard = (await events()).slice(before).filter((type) => type.startsWith('page.'));
    expect(heard).toEqual(['page.updated']);
  });

  test("goes live unchanged if it can't be built with them in time", async () => {
    const { arrive, build, held, translate, deploy, clock, lines, events } = await world(false);
    await arrive(await build('Hello again.'));
    await translate('Hallo nochmal.', 'Hello again.');
    await deploy();
    const before = (await events()).length;
    await arrive(await build('Hello for ever.'));
    clock.time += patience.rebuild - 1;
    expect(await held()).toBe(true);
    clock.time += 1;
    expect(await held()).toBe(false);
    expect(lines.at(-1)).toContain('goes live as it was deployed');
    expect((await events()).length).toBeGreaterThan(before);
  });

  test('is only asked about: a wait that is over ends with the next step', async () => {
    const { arrive, build, held, store, project, clock, events, tasks } = await world(false);
    await arrive(await build('Hello again.'));
    clock.time += patience.rebuild;
    const before = {
      hold: await findHold(store.db, project),
      events: await events(),
      tasks: [...tasks],
    };
    expect(before.hold).toBeDefined();
    expect(await isHeld(store, project)).toBe(true);
    const after = { hold: await findHold(store.db, project), events: await events(), tasks };
    expect(after).toEqual(before);
    expect(await held()).toBe(false);
  });
});
