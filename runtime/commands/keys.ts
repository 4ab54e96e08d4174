import { hashSecret, newSecret } from '../http/auth.ts';
import { type Scope, scopes } from '../http/endpoint.ts';
import type { NewId } from '../store/ids.ts';
import { hasKeys, insertKey, listKeys, revokeKey } from '../store/keys.ts';
import type { Store } from '../store/open.ts';
import { findOrg, insertOrg, listOrgs } from '../store/orgs.ts';

/** What the commands need besides their options. */
export interface CommandTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
}

export interface NewKey {
  /** Id or slug. */
  readonly org: string;
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly mode?: 'live' | 'test';
  readonly platform?: 'api' | 'payments';
  readonly projectId?: string;
  /** Epoch milliseconds. */
  readonly expiresAt?: number;
}

/** `docent keys create`: the secret is in the answer and nowhere else. */
export async function createKey(
  { store, now, newId }: CommandTools,
  key: NewKey,
): Promise<{ readonly id: string; readonly secret: string; readonly scopes: readonly string[] }> {
  const org = await findOrg(store.db, key.org);
  if (!org) throw new Error(`There is no organization "${key.org}". See "docent orgs list".`);
  const platform = key.platform ?? 'api';
  const granted = key.scopes ?? (platform === 'api' ? scopes : []);
  for (const scope of granted) {
    if (!(scopes as readonly string[]).includes(scope)) {
      throw new Error(`Unexpected scope "${scope}", expected some of ${scopes.join(', ')}.`);
    }
  }
  const secret = newSecret({ mode: key.mode ?? 'live' });
  const id = newId('key');
  await insertKey(store.db, {
    id,
    org_id: org.id,
    project_id: key.projectId ?? null,
    platform,
    name: key.name ?? '',
    prefix: secret.slice(0, secret.lastIndexOf('_') + 1),
    last4: secret.slice(-4),
    hash: hashSecret(secret),
    scopes: JSON.stringify(granted satisfies readonly (Scope | string)[]),
    created_at: now(),
    expires_at: key.expiresAt ?? null,
    revoked_at: null,
    last_used_at: null,
  });
  return { id, secret, scopes: granted };
}

/** `docent keys list`: one line a key, secrets masked. */
export async function describeKeys({ store, now }: CommandTools, org: string): Promise<string[]> {
  const found = await findOrg(store.db, org);
  if (!found) throw new Error(`There is no organization "${org}". See "docent orgs list".`);
  const time = (value: number | null) => (value === null ? 'never' : new Date(value).toISOString());
  return (await listKeys(store.db, found.id)).map((key) => {
    const state =
      key.revoked_at !== null
        ? 'revoked'
        : key.expires_at !== null && key.expires_at <= now()
          ? 'expired'
          : 'active';
    const scope = (JSON.parse(key.scopes) as string[]).join(',') || key.platform;
    return `${key.id}  ${key.prefix}…${key.last4}  ${state}  ${scope}  used ${time(key.last_used_at)}  ${key.name}`;
  });
}

/** `docent keys revoke`. */
export async function endKey({ store, now }: CommandTools, keyId: string): Promise<void> {
  if (!(await revokeKey(store.db, keyId, now()))) {
    throw new Error(`There is no active key "${keyId}". See "docent keys list".`);
  }
}

/**
 * The first start makes the organization `default` and one key for everything, to be printed once;
 * undefined ever after, and where a command has made a key before.
 */
export async function bootstrap(
  tools: CommandTools,
): Promise<{ readonly orgId: string; readonly secret: string } | undefined> {
  const { store } = tools;
  return store.transaction(async (trx) => {
    // Another process may start at the same moment.
    await store.lock(trx);
    const within = { ...tools, store: { ...store, db: trx } };
    const orgId = await defaultOrg(within);
    if (orgId === undefined || (await hasKeys(trx))) return undefined;
    const { secret } = await createKey(within, { org: orgId, name: 'admin' });
    return { orgId, secret };
  });
}

/** The organization `default`, made in a database without any; undefined where there are only others. */
export async function defaultOrg({ store, now, newId }: CommandTools): Promise<string | undefined> {
  const orgs = await listOrgs(store.db);
  if (orgs.length > 0) return orgs.find(({ slug }) => slug === 'default')?.id;
  const id = newId('org');
  await insertOrg(store.db, {
    id,
    slug: 'default',
    name: 'Default',
    plan: 'enterprise',
    billing_anchor_day: null,
    created_at: now(),
  });
  return id;
}
