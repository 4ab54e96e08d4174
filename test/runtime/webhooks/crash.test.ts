import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { createWebhook } from '../../../runtime/store/webhooks.ts';
import { startHookSink } from '../../support/hook-sink.ts';
import { eachStore } from '../store/each-store.ts';
import { org, project, webhookRow } from '../store/world.ts';

const worker = join(import.meta.dirname, 'crash-worker.ts');
const certificate = join(import.meta.dirname, '../../../fixtures/tls/cert.pem');
// CRASH=full is the long run: its length would be most of the suite's.
const [events, kills] = process.env.CRASH === 'full' ? [10_000, 100] : [2_000, 20];
// How fast the workers' clock runs: an attempt on a busy machine must not outlive its lease of 45 s.
const speed = 4;

eachStore('a runtime that is killed again and again', (open) => {
  test(`loses none of ${events} events in ${kills} kills, and is never early`, {
    timeout: 240_000,
  }, async () => {
    const opened = await open();
    const orgId = await org(opened.store);
    const { id: projectId } = await project(opened.store, orgId);
    /** Endpoint and event → when it came, with which delivery id. */
    const seen = new Map<
      string,
      { readonly id: string; readonly at: number; readonly refused: boolean }[]
    >();
    const sinks = await Promise.all(
      [0, 1, 2].map((endpoint) =>
        startHookSink((request) => {
          const key = `${endpoint} ${JSON.parse(request.body).id}`;
          const before = seen.get(key) ?? [];
          // The last endpoint refuses some events the first time.
          const refused = endpoint === 2 && before.length === 0 && /[05]0$/.test(key);
          seen.set(key, [
            ...before,
            { id: String(request.headers['x-docent-delivery']), at: request.at, refused },
          ]);
          return { status: refused ? 500 : 200 };
        }),
      ),
    );
    for (const sink of sinks) {
      const secret = createVault(Buffer.alloc(32, 7)).seal(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      );
      const row = webhookRow({ project_id: projectId, url: sink.url, secret });
      await createWebhook(opened.store, orgId, row);
    }
    const origin = Date.now();
    let committed = 0;
    /** A worker; one of `first` and up makes no events and only delivers. */
    const start = (first = committed) => {
      const child = spawn(
        process.execPath,
        [
          worker,
          JSON.stringify({
            database: opened.store.address,
            ca: certificate,
            orgId,
            projectId,
            first,
            last: events,
            speed,
            origin,
          }),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      child.stdout.on('data', (text: Buffer) => {
        for (const line of text.toString().split('\n'))
          if (line) committed = Math.max(committed, Number(line));
      });
      return {
        child,
        gone: new Promise((done) => child.on('exit', done)),
        up: new Promise((done) => child.stdout.once('data', done)),
      };
    };
    const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
    // On PostgreSQL, a second worker delivers at the same time, and is killed at other moments.
    const two = opened.store.kind === 'postgres';
    let beside = two ? start(events) : undefined;
    for (let round = 0; round < kills; round++) {
      const { child, gone, up } = start();
      // Some die before they have done anything.
      if (round % 4 !== 0 && committed < events) await Promise.race([up, gone, wait(3000)]);
      await wait(Math.random() * 150);
      child.kill('SIGKILL');
      await gone;
      if (!beside || round % 3 !== 0) continue;
      beside.child.kill('SIGKILL');
      await beside.gone;
      beside = start(events);
    }
    const { child, gone } = start();
    const done = () => seen.size === 3 * committed && committed === events;
    const pending = () =>
      opened.store.db
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'pending')
        .limit(1)
        .executeTakeFirst();
    for (let i = 0; i < 1800 && (!done() || (await pending())); i++) await wait(100);
    child.kill('SIGKILL');
    beside?.child.kill('SIGKILL');
    await Promise.all([gone, beside?.gone]);

    expect(committed).toBe(events);
    expect(await pending()).toBeUndefined();
    expect(seen.size).toBe(3 * events);
    let retries = 0;
    for (const tries of seen.values()) {
      expect(new Set(tries.map((one) => one.id)).size).toBe(1);
      const [first, second] = tries;
      if (first?.refused && second) {
        retries++;
        // 30 s on the fast clock; a kill between the refusal and its note makes a try of its own.
        if (second.at - first.at < 30_000 / speed - 5)
          expect(second.at - first.at).toBeGreaterThan(0);
      }
    }
    expect(retries).toBeGreaterThan(0);
    // What was written down as refused was not tried again before its time.
    const rows = await opened.store.db
      .selectFrom('attempts')
      .selectAll()
      .orderBy('delivery_id')
      .orderBy('number')
      .execute();
    let checked = 0;
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (row.status === 500 && next?.delivery_id === row.delivery_id) {
        checked++;
        expect(next.started_at - (row.started_at + row.duration)).toBeGreaterThanOrEqual(29_900);
      }
    }
    expect(checked).toBeGreaterThan(0);
    for (const sink of sinks) await sink.close();
    await opened.drop();
  });
});
