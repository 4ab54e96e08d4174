import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verify } from '../../../packages/webhooks/verify.ts';
import { createGuardedAgent } from '../../../pipeline/net/fetch.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { listAudit } from '../../../runtime/store/audit.ts';
import { findDelivery, listDeliveries } from '../../../runtime/store/deliveries.ts';
import { addUsage, usedIn } from '../../../runtime/store/usage.ts';
import type { WebhookRow } from '../../../runtime/store/webhook-tables.ts';
import { createWebhook, findWebhook, updateWebhook } from '../../../runtime/store/webhooks.ts';
import { Dispatcher } from '../../../runtime/webhooks/dispatch.ts';
import { emit } from '../../../runtime/webhooks/outbox.ts';
import { resend } from '../../../runtime/webhooks/resend.ts';
import { publicOnly } from '../../../schema/network.ts';
import { type Period, periodAt } from '../../../schema/plans.ts';
import {
  type HookSink,
  type SinkAnswer,
  sinkCertificate,
  startHookSink,
} from '../../support/hook-sink.ts';
import { verifyAll } from '../../support/verifiers.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId, noon, org, project, webhookRow } from '../store/world.ts';

const policy = { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] };
const vault = createVault(Buffer.alloc(32, 7));
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

eachStore('the dispatcher', (openStore) => {
  let opened: TestStore;
  let orgId: string;
  let projectId: string;
  let clock: number;
  let sinks: HookSink[];
  let dispatcher: Dispatcher;
  let log: string[];
  let agent: ReturnType<typeof createGuardedAgent>;

  beforeEach(async () => {
    opened = await openStore();
    orgId = await org(opened.store);
    projectId = (await project(opened.store, orgId)).id;
    clock = noon;
    sinks = [];
    log = [];
    agent = createGuardedAgent(policy, { connectTimeout: 60_000, ca: sinkCertificate });
    dispatcher = start();
  });
  afterEach(async () => {
    await dispatcher.close();
    await agent.destroy();
    for (const sink of sinks) await sink.close();
    await opened.drop();
    // Whatever a test is about: all that was sent convinces every verifier.
    for (const sink of sinks) await verifyAll(sink.received, secret);
  });

  function start(more: Partial<ConstructorParameters<typeof Dispatcher>[0]> = {}) {
    return new Dispatcher({
      store: opened.store,
      vault,
      agent,
      policy,
      service: 'Docent',
      log: (line) => log.push(line),
      newId,
      now: () => clock,
      random: () => 0,
      // On a busy machine an attempt may take seconds; one that failed would wait for a clock that
      // does not move.
      attemptTimeout: 60_000,
      ...more,
    });
  }

  async function subscribe(
    answer: (index: number) => SinkAnswer = () => ({}),
    more: Partial<WebhookRow> = {},
  ) {
    const sink = await startHookSink((_request, index) => answer(index));
    sinks.push(sink);
    const row = webhookRow({
      project_id: projectId,
      url: sink.url,
      events: '["page.created","page.updated"]',
      body_signature: 1,
      secret: vault.seal(secret),
      secret_hint: 'whsec_****LaSw',
      ...more,
    });
    await createWebhook(opened.store, orgId, row);
    return { sink, id: row.id };
  }

  async function happen(count = 1, type: 'page.created' | 'page.deleted' = 'page.created') {
    await opened.store.transaction((trx) =>
      emit(trx, {
        orgId,
        projectId,
        newId,
        now: clock,
        events: Array.from({ length: count }, (_, index) => ({
          id: newId('evt'),
          type,
          timestamp: clock,
          data: { pagePath: `p${index}`, pageTitle: 'P', deploymentId: 'dpl_1' },
        })),
      }),
    );
  }

  /** Moves the clock, lets everything due happen, and waits until nothing moves any more. */
  async function run(seconds = 0) {
    clock += seconds * 1000;
    dispatcher.wake();
    for (let quiet = 0; quiet < 3; quiet = dispatcher.idle ? quiet + 1 : 0) {
      await new Promise((done) => setTimeout(done, 15));
    }
  }

  const states = async (id: string) =>
    (await listDeliveries(opened.store.db, { webhookId: id, limit: 1000, offset: 0 })).rows.map(
      (row) => row.state,
    );
  const webhook = (id: string) => findWebhook(opened.store.db, projectId, id);
  const audited = async () =>
    (await listAudit(opened.store.db, { orgId, limit: 10, offset: 0 })).rows.map((row) => ({
      ...{ project: row.project_id, actor: row.actor, action: row.action },
      detail: JSON.parse(row.detail),
    }));
  /** The entry of the audit log about a webhook that the server switched off. */
  const switchedOff = (id: string, reason: string) => ({
    ...{ project: projectId, actor: 'webhooks', action: 'webhook.disabled' },
    detail: {
      target: { projectId, webhookId: id },
      changes: [
        { field: 'active', before: true, after: false },
        { field: 'disabledReason', before: null, after: reason },
      ],
    },
  });

  test('delivers an event with its envelope and signature to those who subscribe to it', async () => {
    const { sink, id } = await subscribe();
    await happen(1);
    await happen(1, 'page.deleted');
    await run();
    expect(sink.received).toHaveLength(1);
    const [request] = sink.received;
    const verified = verify(request?.body ?? '', request?.headers ?? {}, secret, {
      now: () => clock,
    });
    expect(verified.event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'page.created',
      livemode: true,
      projectId,
      timestamp: new Date(noon).toISOString(),
      data: { pagePath: 'p0', pageTitle: 'P', deploymentId: 'dpl_1' },
    });
    expect(await webhook(id)).toMatchObject({
      last_status: 200,
      last_event: 'page.created',
      failures: 0,
    });
  });

  test('tries again after 30 s, 2 min, 15 min, 1 h and 4 h with the same id and a new signature, then gives up', async () => {
    const { sink, id } = await subscribe(() => ({ status: 500 }));
    await happen();
    await run();
    for (const [index, wait] of [30, 120, 900, 3600, 14_400].entries()) {
      await run(wait - 1);
      expect(sink.received).toHaveLength(index + 1);
      await run(1);
      expect(sink.received).toHaveLength(index + 2);
    }
    await run(100_000);
    expect(sink.received).toHaveLength(6);
    expect(new Set(sink.received.map((request) => request.headers['x-docent-delivery'])).size).toBe(
      1,
    );
    expect(
      new Set(sink.received.map((request) => request.headers['x-docent-signature'])).size,
    ).toBe(6);
    expect(await states(id)).toEqual(['failed']);
    const [row] = (await listDeliveries(opened.store.db, { webhookId: id, limit: 1, offset: 0 }))
      .rows;
    const read = await findDelivery(opened.store.db, id, row?.id ?? '');
    expect(read?.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('switches a webhook off after 50 failed attempts in a row and cancels the rest', async () => {
    const { sink, id } = await subscribe(() => ({ status: 500 }));
    await happen(60);
    await run();
    expect(await webhook(id)).toMatchObject({ active: 0, disabled_reason: 'failures' });
    expect(sink.received.length).toBeGreaterThanOrEqual(50);
    expect(sink.received.length).toBeLessThanOrEqual(60);
    expect(new Set(await states(id))).toEqual(new Set(['cancelled']));
    expect(log.join('\n')).toContain('consecutive failures');
    expect(await audited()).toEqual([switchedOff(id, 'failures')]);
    const before = sink.received.length;
    await happen();
    await run(100_000);
    expect(sink.received).toHaveLength(before);
  });

  test('counts failures in a row only: a success starts again', async () => {
    const { id } = await subscribe((index) => ({ status: index % 40 === 39 ? 200 : 500 }), {});
    dispatcher = start({ perWebhook: 1 });
    await happen(120);
    await run();
    expect(await webhook(id)).toMatchObject({ active: 1 });
  });

  test('switched on again, a webhook starts without failures and sends only what is new', async () => {
    const { sink, id } = await subscribe((index) => ({ status: index < 50 ? 500 : 200 }));
    await happen(50);
    await run();
    expect((await webhook(id))?.active).toBe(0);
    await updateWebhook(opened.store, { projectId, id, change: { active: 1 }, now: clock });
    await happen();
    await run();
    expect(sink.received).toHaveLength(51);
    expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
  });

  test('keeps what the month had no room for until the next month, other deliveries for 30 days', async () => {
    const { id } = await subscribe();
    await happen(2);
    await run();
    const [skipped] = (
      await listDeliveries(opened.store.db, { webhookId: id, limit: 1, offset: 0 })
    ).rows;
    await opened.store.db
      .updateTable('deliveries')
      .set({ state: 'skipped_quota' })
      .where('id', '=', skipped?.id ?? '')
      .execute();
    const day = 24 * 60 * 60;
    await run(31 * day);
    expect(await states(id)).toEqual(['skipped_quota']);
    await run(10 * day);
    expect(await states(id)).toEqual([]);
  });

  test('410 ends a webhook at once', async () => {
    const { id } = await subscribe(() => ({ status: 410 }));
    await happen();
    await run();
    expect(await webhook(id)).toMatchObject({ active: 0, disabled_reason: 'gone' });
    expect(await audited()).toEqual([switchedOff(id, 'gone')]);
  });

  test('waits as long as Retry-After asks, up to twice the step', async () => {
    const { sink } = await subscribe(() => ({ status: 429, headers: { 'retry-after': '50' } }));
    await happen();
    await run();
    await run(49);
    expect(sink.received).toHaveLength(1);
    await run(1);
    expect(sink.received).toHaveLength(2);
  });

  test('sends what was cancelled or failed again when asked, under the same id', async () => {
    const { sink, id } = await subscribe((index) => ({ status: index === 0 ? 410 : 200 }));
    await happen(1);
    await run();
    await updateWebhook(opened.store, { projectId, id, change: { active: 1 }, now: clock });
    expect(await resend(opened.store, { orgId, webhookId: id, from: noon, now: clock })).toEqual({
      type: 'resent',
      count: 1,
    });
    await run();
    expect(sink.received[1]?.headers['x-docent-delivery']).toBe(
      sink.received[0]?.headers['x-docent-delivery'],
    );
    expect(await states(id)).toEqual(['delivered']);
  });

  test('signs with the old and the new secret while one replaces the other', async () => {
    const old = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const { sink } = await subscribe(() => ({}), {
      old_secret: vault.seal(old),
      old_secret_until: noon + 1000,
    });
    await happen();
    await run();
    const [request] = sink.received;
    for (const key of [secret, old]) {
      expect(
        verify(request?.body ?? '', request?.headers ?? {}, key, { now: () => clock }).eventType,
      ).toBe('page.created');
    }
    await happen();
    await run(2);
    expect(() =>
      verify(sink.received[1]?.body ?? '', sink.received[1]?.headers ?? {}, old, {
        now: () => clock,
      }),
    ).toThrow();
  });

  test('a dead receiver does not hold up the others', async () => {
    const dead = await subscribe(() => ({ fault: 'hang' }));
    const { sink, id } = await subscribe();
    await happen(24);
    dispatcher.wake();
    await vi.waitFor(
      async () => {
        expect(sink.received).toHaveLength(24);
        expect(new Set(await states(id))).toEqual(new Set(['delivered']));
        expect(dead.sink.received).toHaveLength(16);
      },
      { timeout: 25_000 },
    );
    expect(new Set(await states(dead.id))).toEqual(new Set(['pending']));
    // Its attempts end with its connections, long before their time does.
    await dead.sink.close();
  });

  test('what was claimed by a process that died is tried when its lease ends', async () => {
    const { sink, id } = await subscribe();
    await happen();
    await opened.store.db
      .updateTable('deliveries')
      .set({ lease_until: noon + 30_000 })
      .execute();
    await run();
    expect(sink.received).toHaveLength(0);
    await run(30);
    expect(sink.received).toHaveLength(1);
    expect(await states(id)).toEqual(['delivered']);
  });

  test('two processes never try the same delivery at the same time', async () => {
    const { sink } = await subscribe(() => ({ delay: 20 }));
    const other = start({ store: opened.again() });
    await happen(200);
    other.wake();
    await run();
    await vi.waitFor(() => expect(sink.received.length).toBeGreaterThanOrEqual(200), {
      timeout: 25_000,
    });
    await run();
    await other.close();
    expect(sink.received).toHaveLength(200);
    expect(new Set(sink.received.map((request) => request.headers['x-docent-delivery'])).size).toBe(
      200,
    );
  });

  test('an event is delivered once however often it is emitted', async () => {
    const { sink } = await subscribe();
    const event = {
      id: newId('evt'),
      type: 'page.created' as const,
      timestamp: clock,
      data: { pagePath: 'a', pageTitle: 'A', deploymentId: 'd' },
    };
    for (let i = 0; i < 3; i++) {
      await opened.store.transaction((trx) =>
        emit(trx, { orgId, projectId, newId, now: clock, events: [event] }),
      );
    }
    await run();
    expect(sink.received).toHaveLength(1);
  });

  describe('a fault of this server is no failure of the receiver:', () => {
    const attempts = () => opened.store.db.selectFrom('attempts').selectAll().execute();

    test("deliveries wait while a secret can't be read, and are sent once it is rotated", async () => {
      const { sink, id } = await subscribe(() => ({}), {
        secret: createVault(Buffer.alloc(32, 8)).seal(secret),
      });
      await happen(60);
      for (let minute = 0; minute < 5; minute++) await run(60);
      expect(sink.received).toHaveLength(0);
      expect(await webhook(id)).toMatchObject({ active: 1, failures: 0, last_status: null });
      expect(new Set(await states(id))).toEqual(new Set(['pending']));
      expect(await attempts()).toEqual([]);
      expect(log).toHaveLength(1);
      expect(log[0]).toContain('Rotate the secret');
      await updateWebhook(opened.store, {
        projectId,
        id,
        change: { secret: vault.seal(secret) },
        now: clock,
      });
      await run(60);
      expect(sink.received).toHaveLength(60);
      expect(new Set(await states(id))).toEqual(new Set(['delivered']));
    });

    test("a previous secret that can't be read leaves the signature of the new one", async () => {
      const { sink } = await subscribe(() => ({}), {
        old_secret: createVault(Buffer.alloc(32, 8)).seal('whsec_old'),
        old_secret_until: noon + 1000,
      });
      await happen();
      await run();
      expect(sink.received).toHaveLength(1);
    });

    test("an event that can't be published waits, and is dropped after 30 days", async () => {
      const { sink, id } = await subscribe();
      await happen(60);
      await opened.store.db.updateTable('events').set({ data: 'no JSON' }).execute();
      await run();
      await run(60);
      expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
      expect(new Set(await states(id))).toEqual(new Set(['pending']));
      expect(await attempts()).toEqual([]);
      await run(31 * 24 * 60 * 60);
      expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
      expect(new Set(await states(id))).toEqual(new Set(['failed']));
      expect(sink.received).toHaveLength(0);
    });

    for (const code of ['EMFILE', 'ENOBUFS', 'ENETDOWN', 'UND_ERR_INVALID_ARG']) {
      test(`${code} lets deliveries wait without a try`, async () => {
        const { sink, id } = await subscribe();
        dispatcher = start({ agent: failingAgent(code) });
        await happen(60);
        await run();
        await run(60);
        expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
        expect(new Set(await states(id))).toEqual(new Set(['pending']));
        expect(await attempts()).toEqual([]);
        await dispatcher.close();
        dispatcher = start();
        await run(60 * 60);
        expect(sink.received).toHaveLength(60);
      });
    }

    for (const code of ['EAI_AGAIN', 'ENETUNREACH', 'EPERM']) {
      test(`${code} ends tries of the delivery, and never its webhook`, async () => {
        const { id } = await subscribe();
        dispatcher = start({ agent: failingAgent(code) });
        await happen(60);
        await run();
        for (const wait of [30, 120, 900, 3600, 14_400]) await run(wait * 1.2);
        expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
        expect(new Set(await states(id))).toEqual(new Set(['failed']));
      });
    }

    test('an address that may be called no longer never ends its webhook', async () => {
      const { id } = await subscribe();
      dispatcher = start({ policy: publicOnly });
      await happen(60);
      await run();
      await run(40);
      expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
      expect((await attempts()).every(({ error }) => error?.startsWith('blocked_ip'))).toBe(true);
    });

    test('a receiver that refuses connections is to blame as before', async () => {
      const { id } = await subscribe();
      dispatcher = start({ agent: failingAgent('ECONNREFUSED') });
      await happen(60);
      await run();
      expect(await webhook(id)).toMatchObject({ active: 0, disabled_reason: 'failures' });
    });

    test("attempts that can't be stored are made again, and count once", async () => {
      const { sink, id } = await subscribe();
      const { store } = opened;
      let away = true;
      dispatcher = start({
        store: {
          ...store,
          transaction: (work) =>
            store.transaction(async (trx) => {
              const done = await work(trx);
              // What is written down is a list of webhooks that ended; what is claimed is not.
              if (away && Array.isArray(done)) throw new Error('The database is away.');
              return done;
            }),
        },
      });
      await happen(60);
      await run();
      expect(await webhook(id)).toMatchObject({ active: 1, failures: 0 });
      expect(new Set(await states(id))).toEqual(new Set(['pending']));
      away = false;
      for (let again = 0; again < 4; again++) await run(60);
      expect(new Set(await states(id))).toEqual(new Set(['delivered']));
      expect(new Set(sink.received.map(({ headers }) => headers['x-docent-delivery'])).size).toBe(
        60,
      );
    });
  });

  test('nothing is delivered of a transaction that rolls back', async () => {
    const { sink, id } = await subscribe();
    await opened.store
      .transaction(async (trx) => {
        await emit(trx, {
          orgId,
          projectId,
          newId,
          now: clock,
          events: [
            {
              id: newId('evt'),
              type: 'page.created',
              timestamp: clock,
              data: { pagePath: 'a', pageTitle: 'A', deploymentId: 'd' },
            },
          ],
        });
        throw new Error('no');
      })
      .catch(() => {});
    await run();
    expect(sink.received).toHaveLength(0);
    expect(await states(id)).toEqual([]);
  });
});

/** Connections of a machine that can't make any. */
function failingAgent(code: string): MockAgent {
  const failing = new MockAgent();
  failing.disableNetConnect();
  failing
    .get(/.*/)
    .intercept({ path: /.*/, method: 'POST' })
    .replyWithError(Object.assign(new Error(code), { code }))
    .persist();
  return failing;
}

eachStore('the month of events', (openStore) => {
  describe('of a small plan', () => {
    test('keeps what is beyond it, to be sent later', async () => {
      const opened = await openStore();
      const orgId = await org(opened.store, 'free');
      const { id: projectId } = await project(opened.store, orgId);
      const row = webhookRow({
        id: 'whk_1',
        project_id: projectId,
        url: 'https://example.com/',
        secret: vault.seal(secret),
      });
      await createWebhook(opened.store, orgId, row);
      const events = Array.from({ length: 1100 }, (_, index) => ({
        id: newId('evt'),
        type: 'page.created' as const,
        timestamp: noon,
        data: { pagePath: `p${index}`, pageTitle: '', deploymentId: '' },
      }));
      for (const part of [events.slice(0, 700), events.slice(700)]) {
        await opened.store.transaction((trx) =>
          emit(trx, { orgId, projectId, newId, now: noon, events: part }),
        );
      }
      const count = async (state: 'pending' | 'skipped_quota') =>
        (await listDeliveries(opened.store.db, { webhookId: 'whk_1', state, limit: 1, offset: 0 }))
          .total;
      expect(await count('pending')).toBe(1000);
      expect(await count('skipped_quota')).toBe(100);

      // What the month had no room for counts when it is sent, and only as far as a month allows.
      const again = (now: number) =>
        resend(opened.store, { orgId, webhookId: 'whk_1', from: noon, now });
      expect(await again(noon)).toMatchObject({ type: 'used-up', month: { limit: 1000 } });
      expect(await count('skipped_quota')).toBe(100);
      const later = noon + 31 * 24 * 60 * 60 * 1000;
      const [april, may] = [periodAt(later), periodAt(later + 31 * 24 * 60 * 60 * 1000)];
      const used = (period: Period) => usedIn(opened.store.db, orgId, 'events', period);
      await opened.store.transaction((trx) =>
        addUsage(trx, orgId, { meter: 'events', period: april, units: 960, now: later }),
      );
      expect(await again(later)).toEqual({ type: 'resent', count: 40 });
      expect([await count('skipped_quota'), await used(april)]).toEqual([60, 1000]);
      expect(await again(may.start)).toEqual({ type: 'resent', count: 60 });
      expect([await count('skipped_quota'), await used(may)]).toEqual([0, 60]);
      await opened.drop();
    });
  });
});
