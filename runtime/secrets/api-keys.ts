import { scopes } from '../../schema/api/scopes.ts';
import { latestVersion } from '../../schema/api/versions.ts';
import { hashSecret, newSecret } from '../http/auth.ts';
import type { NewId } from '../store/ids.ts';
import { hasKeys, insertKey } from '../store/keys.ts';
import type { Store } from '../store/open.ts';
import { insertOrg, listOrgs } from '../store/orgs.ts';

/** What creating a key needs. */
export interface KeyTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
}

/** A key of an organization, for the service API or the payments platform. */
export interface ApiKey {
  readonly orgId: string;
  readonly platform: 'api' | 'payments';
  readonly name: string;
  readonly scopes: readonly string[];
  readonly mode: 'live' | 'test';
  readonly projectId: string | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
}

/** Creates a key: the secret is in the answer and nowhere else. */
export async function issueKey(
  { store, now, newId }: KeyTools,
  key: ApiKey,
): Promise<{ readonly id: string; readonly secret: string }> {
  const secret = newSecret({ mode: key.mode });
  const id = newId('key');
  await insertKey(store.db, {
    id,
    org_id: key.orgId,
    project_id: key.projectId,
    platform: key.platform,
    name: key.name,
    prefix: secret.slice(0, secret.lastIndexOf('_') + 1),
    last4: secret.slice(-4),
    hash: hashSecret(secret),
    scopes: JSON.stringify(key.scopes),
    api_version: latestVersion,
    created_at: now(),
    expires_at: key.expiresAt,
    revoked_at: null,
    last_used_at: null,
  });
  return { id, secret };
}

/**
 * The first start makes the organization `default` and one key for everything, to be printed once;
 * undefined ever after, and where a command has made a key before.
 */
export async function bootstrap(
  tools: KeyTools,
): Promise<{ readonly orgId: string; readonly secret: string } | undefined> {
  const { store } = tools;
  return store.transaction(async (trx) => {
    // Another process may start at the same moment.
    await store.lock(trx);
    const within = { ...tools, store: { ...store, db: trx } };
    const orgId = await defaultOrg(within);
    if (orgId === undefined || (await hasKeys(trx))) return undefined;
    const { secret } = await issueKey(within, {
      ...{ orgId, platform: 'api', name: 'admin', scopes, mode: 'live' },
      ...{ projectId: null, expiresAt: null },
    });
    return { orgId, secret };
  });
}

/** The organization `default`, made in a database without any; undefined where there are only others. */
export async function defaultOrg({ store, now, newId }: KeyTools): Promise<string | undefined> {
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
