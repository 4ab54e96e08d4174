import { scopes } from '../../schema/api/scopes.ts';
import { issueKey, type KeyTools } from '../secrets/api-keys.ts';
import { listKeys, revokeKey } from '../store/keys.ts';
import { findOrg } from '../store/orgs.ts';
import { findAnyProject } from '../store/projects.ts';

/** What the commands need besides their options. */
export type CommandTools = KeyTools;

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
  tools: CommandTools,
  key: NewKey,
): Promise<{ readonly id: string; readonly secret: string; readonly scopes: readonly string[] }> {
  const org = await findOrg(tools.store.db, key.org);
  if (!org) throw new Error(`There is no organization "${key.org}". See "docent orgs list".`);
  const platform = key.platform ?? 'api';
  const granted = key.scopes ?? (platform === 'api' ? scopes : []);
  for (const scope of granted) {
    if (!(scopes as readonly string[]).includes(scope)) {
      throw new Error(`Unexpected scope "${scope}", expected some of ${scopes.join(', ')}.`);
    }
  }
  if (key.mode === 'test' && platform === 'payments') {
    throw new Error('The payments platform has no test mode. Leave out --test.');
  }
  if (key.projectId !== undefined) await assertMode(tools, key.projectId, key.mode ?? 'live');
  const issued = await issueKey(tools, {
    ...{ orgId: org.id, platform, name: key.name ?? '', scopes: granted },
    mode: key.mode ?? 'live',
    projectId: key.projectId ?? null,
    expiresAt: key.expiresAt ?? null,
  });
  return { ...issued, scopes: granted };
}

/** A key of one project sees nothing if that is of the other mode. */
async function assertMode(
  { store }: CommandTools,
  projectId: string,
  mode: 'live' | 'test',
): Promise<void> {
  const project = await findAnyProject(store.db, projectId);
  const modeOf = project?.livemode === 0 ? 'test' : 'live';
  if (project === undefined || modeOf === mode) return;
  throw new Error(
    mode === 'test'
      ? `The project ${projectId} is live. Leave out --test, or create a project with a test key.`
      : `The project ${projectId} belongs to test mode. Add --test.`,
  );
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
