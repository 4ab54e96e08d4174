import { expect } from 'vitest';
import { createKey } from '../../../../runtime/commands/keys.ts';
import type { NewId } from '../../../../runtime/store/ids.ts';
import { insertOrg } from '../../../../runtime/store/orgs.ts';
import type { TestStore } from '../../store/each-store.ts';
import { noon } from '../../store/world.ts';
import { describedApi } from '../described-api.ts';
import type { CallOptions, Result, TestApi } from '../test-api.ts';

/** Who sends a request: two keys of one organization, one of another, and one that has expired. */
export const actors = ['owner', 'reader', 'stranger', 'expired'] as const;
export type Actor = (typeof actors)[number];

interface World {
  readonly api: TestApi;
  readonly ids: { next: number };
  keys: Readonly<Record<Actor, string>>;
}

/** The same API on several databases. Each is asked the same, and they must give the same answers. */
export interface Worlds {
  /** Begins a sequence with two new organizations on that plan. */
  readonly begin: (plan: string) => Promise<void>;
  readonly ask: (
    actor: Actor,
    line: string,
    body?: unknown,
    options?: Omit<CallOptions, 'key'>,
    // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of a body.
  ) => Promise<Result<any>>;
  /** Does something on each database besides what the API offers. */
  readonly each: (work: (api: TestApi) => Promise<void>) => Promise<void>;
  readonly wait: (milliseconds: number) => void;
}

export async function openWorlds(opened: readonly TestStore[]): Promise<Worlds> {
  const worlds = await Promise.all(opened.map(openWorld));
  let sequences = 0;
  return {
    begin: async (plan) => {
      sequences++;
      for (const world of worlds) await begin(world, sequences, plan);
    },
    ask: async (actor, line, body, options = {}) => {
      const [first, ...others] = await Promise.all(
        worlds.map(({ api, keys }) => api.call(line, body, { ...options, key: keys[actor] })),
      );
      if (!first) throw new Error('There is no database.');
      // Every answer was held against the description already.
      expect(first.status, `${line} answered ${first.text}`).toBeLessThan(500);
      for (const other of others) expect(visible(other), line).toEqual(visible(first));
      return first;
    },
    each: async (work) => {
      for (const { api } of worlds) await work(api);
    },
    wait: (milliseconds) => {
      for (const { api } of worlds) api.clock.time += milliseconds;
    },
  };
}

async function openWorld({ store }: TestStore): Promise<World> {
  const ids = { next: 0 };
  // Ids by count: the same requests get the same ids, so that answers can be compared as they are.
  const newId: NewId = (prefix) => `${prefix}_${String(++ids.next).padStart(26, '0')}`;
  const api = await describedApi(store, { newId });
  const { webhooks } = api.services;
  // Nothing is sent from here.
  Object.assign(api.services, { webhooks: { ...webhooks, wake: () => {} } });
  return { api, ids, keys: { owner: '', reader: '', stranger: '', expired: '' } };
}

async function begin(world: World, sequence: number, plan: string): Promise<void> {
  const { api, ids } = world;
  const { store, newId } = api.services;
  // Subdomains and domains are taken on the whole server: what the sequence before has made must not count.
  await store.db.deleteFrom('projects').execute();
  ids.next = sequence * 100_000;
  api.clock.time = noon;
  const [own, other] = [newId('org'), newId('org')];
  for (const id of [own, other]) {
    const slug = id.slice(4);
    const more = { plan, billing_anchor_day: null, created_at: noon };
    await insertOrg(store.db, { id, slug, name: slug, ...more });
  }
  const key = async (org: string, more: object = {}) =>
    (await createKey(api.services, { org, ...more })).secret;
  world.keys = {
    owner: await key(own),
    reader: await key(own, { scopes: ['projects:read'] }),
    stranger: await key(other),
    expired: await key(own, { expiresAt: noon - 1 }),
  };
}

function visible({ status, headers, text }: Result<unknown>) {
  return { status, headers: Object.fromEntries(headers), text };
}
