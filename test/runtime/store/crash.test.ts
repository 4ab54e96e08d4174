import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { migrate } from '../../../runtime/store/migrate.ts';
import { eachStore } from './each-store.ts';
import { org, project } from './world.ts';

/** Processes killed at random moments while they write. */
const rounds = 5;

eachStore('SIGKILL under a mixed write load', (open) => {
  test('no acknowledged write is lost, none is half there, and the restart is quick', async () => {
    const { store, again, drop } = await open();
    const orgId = await org(store);
    const { id: projectId } = await project(store, orgId);
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const child = fork(
        fileURLToPath(new URL('./writing-worker.ts', import.meta.url)),
        [store.address, orgId, projectId],
        { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
      );
      child.on('message', (slug: string) => acknowledged.push(slug));
      await firstMessage(child);
      await sleep(50 + Math.random() * 250);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));

      const start = performance.now();
      const reopened = again();
      await migrate(reopened);
      // In one state of the database: PostgreSQL may still commit what the dead process had sent.
      const { terms, events } = await reopened.snapshot(async (trx) => ({
        terms: await trx
          .selectFrom('glossary')
          .select('term')
          .where('project_id', '=', projectId)
          .execute(),
        events: await trx
          .selectFrom('events')
          .select('id')
          .where('project_id', '=', projectId)
          .execute(),
      }));
      expect(performance.now() - start).toBeLessThan(2000);
      const stored = new Set(terms.map((row) => row.term));
      expect(acknowledged.filter((term) => !stored.has(term))).toEqual([]);
      // A term and its event are one transaction: there are as many of one as of the other.
      expect(events.length).toBe(terms.length);
      await reopened.close();
    }
    expect(acknowledged.length).toBeGreaterThan(rounds);
    await drop();
  });
});

function firstMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('The process ended before it wrote.')));
  });
}
