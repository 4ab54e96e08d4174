import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { takeInDeployment } from '../../../runtime/deployments/take-in.ts';
import { takeUntold } from '../../../runtime/deployments/untold-events.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { TaskQueue } from '../../../runtime/tasks/queue.ts';
import { projectRoot } from '../../support/corpus.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { project as makeProject, org } from '../store/world.ts';

const queue: TaskQueue = {
  enqueue: async () => {},
  work: async () => {},
  start: async () => {},
  stop: async () => {},
  trouble: async () => undefined,
  dead: async () => [],
};

/** Where a build ends itself by SIGKILL: before or after it renames a file to that name. */
type Moment = 'before current' | 'after current' | 'after events.jsonl' | 'never';

const dist = pathToFileURL(join(projectRoot, 'dist/')).href;
const program = `import fs from 'node:fs';
import { basename } from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
const [when, name] = process.env.KILL.split(' ');
const rename = fs.renameSync;
const die = () => { process.kill(process.pid, 'SIGKILL'); for (;;); };
fs.renameSync = (from, to) => {
  const isIt = basename(String(to)) === name;
  if (isIt && when === 'before') die();
  rename(from, to);
  if (isIt && when === 'after') die();
};
syncBuiltinESMExports();
const { buildSite } = await import(${JSON.stringify(`${dist}pipeline/build.js`)});
const [dir, out] = process.argv.slice(1);
let last = Date.now() * 1000;
const newId = (prefix) => prefix + '_' + (last++).toString(32).toUpperCase().padStart(26, '0');
const setting = { project: 'default', version: '0', now: Date.now, newId, threads: 1 };
await buildSite({ dir, out, ...setting });`;

/**
 * A build in a process of its own; resolves with the signal that ended it. The command itself would
 * build in a thread, out of the reach of a changed `fs`.
 */
function build(root: string, kill: Moment): Promise<NodeJS.Signals | null> {
  const args = [join(root, 'site'), join(root, 'out')];
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    env: { ...process.env, KILL: kill },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
}

eachStore('events of deployments', (open) => {
  let opened: TestStore;
  let root: string;
  let orgId: string;
  beforeAll(() => {
    execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
  });
  beforeEach(async () => {
    opened = await open();
    orgId = await org(opened.store);
    root = makeTempDir();
  });
  afterEach(async () => {
    await opened.drop();
    rmSync(root, { recursive: true, force: true });
  });

  const write = (text: string) =>
    writeFiles(join(root, 'site'), {
      'docs.json': minimalConfig(['index']),
      'index.mdx': `---\ntitle: Home\n---\n\n${text}\n`,
    });
  /** What the server does when `current` has moved, and when it starts. */
  const lookAtCurrent = async () => {
    const id = readCurrent(join(root, 'out'));
    if (id === undefined) return undefined;
    const tools = { store: opened.store, queue, now: Date.now, newId: createIds(), log: () => {} };
    await takeInDeployment(tools, join(root, 'out'), id);
    return id;
  };
  /** Type and deployment of all that is in the outbox, in order. */
  const told = async () =>
    (await opened.store.db.selectFrom('events').selectAll().orderBy('seq').execute()).map((row) => {
      const { deploymentId } = JSON.parse(row.data) as { deploymentId?: string };
      return deploymentId === undefined ? row.type : `${row.type} ${deploymentId}`;
    });

  test.each<Moment>(['before current', 'after current', 'after events.jsonl'])(
    'are told once each when a build is killed %s is renamed',
    { timeout: 240_000 },
    async (moment) => {
      write('first');
      await build(root, 'never');
      const seen = [await lookAtCurrent()];
      for (let round = 0; round < 3; round++) {
        write(`killed ${round}`);
        expect(await build(root, moment)).toBe('SIGKILL');
        seen.push(await lookAtCurrent());
        // A server that starts again looks at it once more.
        await lookAtCurrent();
        if (round === 1) {
          write(`whole ${round}`);
          expect(await build(root, 'never')).toBeNull();
          seen.push(await lookAtCurrent());
        }
      }
      write('last');
      expect(await build(root, 'never')).toBeNull();
      seen.push(await lookAtCurrent());
      const live = [...new Set(seen)];
      expect(live).toHaveLength(moment === 'before current' ? 3 : 6);
      const events = await told();
      expect(events.filter((event) => event.startsWith('deployment.completed'))).toEqual(
        live.map((id) => `deployment.completed ${id}`),
      );
      expect(events.filter((event) => event.startsWith('deployment.started'))).toEqual(
        live.map((id) => `deployment.started ${id}`),
      );
      expect(events.filter((event) => event.startsWith('page.created'))).toHaveLength(1);
      expect(events.filter((event) => event.startsWith('page.updated'))).toHaveLength(
        live.length - 1,
      );
    },
  );

  test('are told when the server looks only after the next build has begun', {
    timeout: 120_000,
  }, async () => {
    write('first');
    await build(root, 'never');
    const first = await lookAtCurrent();
    write('second');
    await build(root, 'after current');
    const second = readCurrent(join(root, 'out'));
    write('third');
    await build(root, 'never');
    const third = await lookAtCurrent();
    const completed = (await told()).filter((event) => event.startsWith('deployment.completed'));
    expect(completed).toEqual([first, second, third].map((id) => `deployment.completed ${id}`));
  });

  test('are counted by deployment and line, whatever the order of their ids', async () => {
    const out = join(root, 'out');
    const { store } = opened;
    const { id: projectId } = await makeProject(store, orgId);
    const id = (name: string) => `dpl_${name.padEnd(26, '0')}`;
    const report = (name: string, lines: readonly string[], failed = false) => {
      const folder = join(out, 'deployments', id(name));
      mkdirSync(folder, { recursive: true });
      if (!failed) writeFileSync(join(folder, 'deployment.json'), '{}');
      writeFileSync(
        join(folder, 'events.jsonl'),
        lines.map((line) => `{"id":"${line}"}\n`).join(''),
      );
    };
    const take = (upTo: string, since: string | null = null) =>
      store.transaction(async (trx) =>
        (await takeUntold(trx, out, { projectId, upTo: id(upTo), since })).map((event) => event.id),
      );
    report('A', ['a1']);
    report('C', ['c1', 'c2']);
    // The history of a new folder is not published.
    expect(await take('C')).toEqual(['c1', 'c2']);
    expect(await take('C')).toEqual([]);
    // An older id that ends later, a line that is added, a failed build, and one that waits for its turn.
    report('B', ['b1']);
    report('C', ['c1', 'c2', 'c3']);
    report('D', ['d1'], true);
    report('E', ['e1']);
    expect(await take('C')).toEqual(['b1', 'c3', 'd1']);
    expect(await take('E')).toEqual(['e1']);
    rmSync(join(out, 'deployments', id('A')), { recursive: true });
    expect(await take('E')).toEqual([]);
  });

  test('of a database that did not count them begin where it was', async () => {
    const out = join(root, 'out');
    const { id: projectId } = await makeProject(opened.store, orgId);
    const ids = ['A', 'B', 'C'].map((name) => `dpl_${name.padEnd(26, '0')}`);
    for (const [index, id] of ids.entries()) {
      const folder = join(out, 'deployments', id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'deployment.json'), '{}');
      writeFileSync(join(folder, 'events.jsonl'), `{"id":"${index}"}\n`);
    }
    const [, second = '', third = ''] = ids;
    const events = await opened.store.transaction((trx) =>
      takeUntold(trx, out, { projectId, upTo: third, since: second }),
    );
    expect(events.map((event) => event.id)).toEqual(['2']);
  });
});
