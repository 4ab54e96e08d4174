import { sourceHash } from '../../../pipeline/source/hash.ts';
import { type DeployedPage, takeIn } from '../../../runtime/store/deployments.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { insertOrg } from '../../../runtime/store/orgs.ts';
import { createProject } from '../../../runtime/store/project-changes.ts';
import type { ProjectRow } from '../../../runtime/store/tables.ts';
import type { WebhookRow } from '../../../runtime/store/webhook-tables.ts';
import { periodAt } from '../../../schema/plans.ts';

/** A point in time for tests, in the middle of a month. */
export const noon = Date.UTC(2026, 2, 15, 12);
export const march = periodAt(noon);
export const newId = createIds();

export async function org(store: Store, plan = 'enterprise'): Promise<string> {
  const id = newId('org');
  await insertOrg(store.db, {
    id,
    slug: id.toLowerCase().replace('_', '-'),
    name: 'Acme',
    plan,
    billing_anchor_day: null,
    created_at: noon,
  });
  return id;
}

export async function project(
  store: Store,
  orgId: string,
  slug = `site-${newId('prj').slice(-8).toLowerCase()}`,
): Promise<ProjectRow> {
  return createProject(store, {
    id: newId('prj'),
    org_id: orgId,
    name: 'Site',
    slug,
    subdomain: undefined,
    custom_domain: null,
    repo_provider: null,
    repo_owner: null,
    repo_name: null,
    repo_branch: 'main',
    repo_path: '/',
    created_at: noon,
  });
}

export function page(path: string, version = 1): DeployedPage {
  return {
    path,
    title: `Page ${path}`,
    sourceHash: `${path}@${version}`,
    words: 10,
    updatedAt: noon,
  };
}

let deployments = 0;

export async function deploy(
  store: Store,
  projectId: string,
  pages: readonly DeployedPage[],
  more: Partial<Parameters<typeof takeIn>[1]> = {},
) {
  deployments++;
  return takeIn(store, {
    projectId,
    deploymentId: `dpl_${deployments}`,
    sourceLanguage: 'en',
    configJson: '{"name":"Site"}',
    configHash: 'config-1',
    settings: null,
    languages: [],
    pages,
    owned: [],
    hashOf: sourceHash,
    translated: [],
    now: noon,
    auditId: newId('aud'),
    ...{ branch: 'main', commitSha: 'c0ffee', duration: 5 },
    problems: { errors: 0, warnings: 0, notes: 0 },
    ...{ cause: 'build', rebuildOf: null },
    ...more,
  });
}

/** A webhook that nothing has happened to; `secret` is sealed already. */
export function webhookRow(
  more: Pick<WebhookRow, 'project_id' | 'url' | 'secret'> & Partial<WebhookRow>,
): WebhookRow {
  return {
    id: newId('whk'),
    url_key: more.url,
    events: '["page.created"]',
    description: '',
    active: 1,
    body_signature: 0,
    legacy_envelope: 0,
    livemode: 1,
    secret_hint: '',
    old_secret: null,
    old_secret_until: null,
    failures: 0,
    failing_since: null,
    disabled_reason: null,
    last_status: null,
    last_event: null,
    last_at: null,
    last_duration: null,
    created_at: noon,
    updated_at: noon,
    ...more,
  };
}
