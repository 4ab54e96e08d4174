import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tellFailures } from '../../../runtime/deployments/failures.ts';
import { takeInDeployment } from '../../../runtime/deployments/take-in.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { TaskQueue } from '../../../runtime/tasks/queue.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { org } from '../store/world.ts';

const queue: TaskQueue = {
  enqueue: async () => {},
  work: async () => {},
  start: async () => {},
  stop: async () => {},
  trouble: async () => undefined,
  dead: async () => [],
};

eachStore('failed builds in the folder of a project', (open) => {
  let opened: TestStore;
  let root: string;
  beforeEach(async () => {
    opened = await open();
    root = makeTempDir();
    await org(opened.store);
  });
  afterEach(async () => {
    await opened.drop();
    rmSync(root, { recursive: true, force: true });
  });

  const build = async (out: string, isFine = true) => {
    const config = isFine ? minimalConfig(['index']) : '{';
    writeFiles(join(root, 'site'), {
      'docs.json': config,
      'index.mdx': `---\ntitle: Home\n---\n\n${createIds()('dpl')}\n`,
    });
    const { events, deployment } = await buildSite(join(root, 'site'), out);
    expect(deployment !== undefined).toBe(isFine);
    return events.map(({ data }) => ('deploymentId' in data ? data.deploymentId : ''))[0] ?? '';
  };
  const toolsOf = (store = opened.store) => ({
    ...{ store, queue, now: Date.now, newId: createIds(), log: () => {} },
  });
  const takeIn = async (out: string, id: string) =>
    (await takeInDeployment(toolsOf(), out, id))?.project.id ?? '';
  const told = async () =>
    (await opened.store.db.selectFrom('events').selectAll().orderBy('seq').execute()).flatMap(
      ({ type, data }) =>
        type.startsWith('deployment.') ? [`${type} ${JSON.parse(data).deploymentId}`] : [],
    );
  const failure = (id: string) => [`deployment.started ${id}`, `deployment.failed ${id}`];
  const success = (id: string) => [`deployment.started ${id}`, `deployment.completed ${id}`];

  test('are told once by servers that look at the same time, and not with the next deployment', async () => {
    const out = join(root, 'out');
    const first = await build(out);
    const projectId = await takeIn(out, first);
    expect(await tellFailures(toolsOf(), { projectId, out })).toBe(false);
    const failed = [await build(out, false), await build(out, false)];
    const other = opened.again();
    const looks = await Promise.all(
      [opened.store, other].map((store) => tellFailures(toolsOf(store), { projectId, out })),
    );
    expect(looks.toSorted()).toEqual([false, true]);
    expect(await tellFailures(toolsOf(other), { projectId, out })).toBe(false);
    const next = await build(out);
    await takeIn(out, next);
    expect(await told()).toEqual([...success(first), ...failed.flatMap(failure), ...success(next)]);
  });

  test('that are on the disk of one server stay told when another one publishes', async () => {
    const out = join(root, 'out');
    const there = join(root, 'there');
    const first = await build(out);
    cpSync(out, there, { recursive: true });
    const projectId = await takeIn(out, first);
    const failed = await build(there, false);
    expect(await tellFailures(toolsOf(), { projectId, out: there })).toBe(true);
    await takeIn(out, await build(out));
    // Whatever was delivered long ago is forgotten, and only the count knows of it.
    await opened.store.db.deleteFrom('events').execute();
    expect(await tellFailures(toolsOf(), { projectId, out: there })).toBe(false);
    expect(await told()).not.toContain(`deployment.failed ${failed}`);
  });

  test('are none while a deployment is being removed, and before the first deployment of a project', async () => {
    const out = join(root, 'out');
    await build(out, false);
    const first = await build(out);
    const projectId = await takeIn(out, first);
    expect(await tellFailures(toolsOf(), { projectId, out })).toBe(false);
    const next = await build(out);
    renameSync(join(out, 'deployments', next, 'deployment.json'), join(root, 'deployment.json'));
    expect(await tellFailures(toolsOf(), { projectId, out })).toBe(false);
    mkdirSync(join(out, 'deployments', 'dpl_00000000000000000000000000'), { recursive: true });
    expect(await tellFailures(toolsOf(), { projectId, out })).toBe(false);
    expect(await told()).toEqual(success(first));
    expect(await tellFailures(toolsOf(), { projectId: 'prj_none', out })).toBe(false);
  });
});
