import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createKey } from '../../../runtime/commands/keys.ts';
import { lockOrg, lockProject } from '../../../runtime/store/locks.ts';
import { eachStore } from './each-store.ts';
import { deploy, newId, noon, org, page, project } from './world.ts';

// LOAD=full is the long run of 20,000 requests: its length would be most of the suite's.
const requests = process.env.LOAD === 'full' ? 20_000 : 960;
const processes = 2;
const writers = 8;

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

eachStore('many writers', (open) => {
  test('16 writers of two processes get no answer of 5xx', { timeout: 30 * 60_000 }, async () => {
    const { store, drop } = await open();
    const orgId = await org(store);
    const ids: string[] = [];
    for (const slug of ['one', 'two']) {
      const { id } = await project(store, orgId, slug);
      await deploy(store, id, [page('a'), page('b')]);
      ids.push(id);
    }
    const { secret } = await createKey({ store, now: () => noon, newId }, { org: orgId });
    const each = Math.ceil(requests / processes / writers / 1.3);
    const reports = await Promise.all(
      Array.from({ length: processes }, () =>
        run([store.address, secret, ids.join(','), String(writers), String(each)]),
      ),
    );
    const counts: Record<string, number> = {};
    for (const report of reports) {
      expect(report.failures).toEqual([]);
      for (const [status, count] of Object.entries(report.counts)) {
        counts[status] = (counts[status] ?? 0) + count;
      }
    }
    expect(Object.keys(counts).filter((status) => Number(status) >= 500)).toEqual([]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(
      requests * 0.9,
    );
    expect(counts['201']).toBeGreaterThan(requests / 4);
    await drop();
  });

  test('an organization is never locked behind its project', async () => {
    const { store, drop } = await open();
    const orgId = await org(store);
    const { id } = await project(store, orgId);
    const backwards = store.transaction(async (trx) => {
      await lockProject(trx, id);
      await lockOrg(trx, orgId);
    });
    await expect(backwards).rejects.toThrow('An organization must be locked before its projects.');
    await store.transaction(async (trx) => {
      await lockOrg(trx, orgId);
      await lockProject(trx, id);
      expect((await lockOrg(trx, orgId))?.id).toBe(orgId);
    });
    await drop();
  });

  test('two transactions that wait for each other both end, one of them at its second try', async () => {
    const { store, again, drop } = await open();
    const slugs = [await org(store), await org(store)] as const;
    const name = (db: typeof store.db, id: string, text: string) =>
      db.updateTable('orgs').set({ name: text }).where('id', '=', id).execute();
    let runs = 0;
    let arrived = 0;
    const crossing = (one: typeof store, first: string, second: string, text: string) =>
      one.transaction(async (trx) => {
        runs++;
        await name(trx, first, text);
        arrived++;
        // Where the database lets both begin, each holds a row before it asks for the other's.
        while (store.kind === 'postgres' && arrived < 2) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        await name(trx, second, text);
      });
    await Promise.all([
      crossing(store, slugs[0], slugs[1], 'x'),
      crossing(again(), slugs[1], slugs[0], 'y'),
    ]);
    const names = await store.db.selectFrom('orgs').select('name').distinct().execute();
    expect(names).toHaveLength(1);
    expect(runs).toBe(store.kind === 'postgres' ? 3 : 2);
    await drop();
  });
});

function run(args: string[]): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./mixed-writer.ts', import.meta.url)), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let report: Report | undefined;
    child.once('message', (message) => {
      report = message as Report;
    });
    child.once('exit', (code) =>
      report ? resolve(report) : reject(new Error(`The process ended with ${code}.`)),
    );
  });
}
