import { meView } from '../../schema/api/me.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { periodAt, planOf, tokensOf } from '../../schema/plans.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { findKeyById } from '../store/keys.ts';
import { findOrg } from '../store/orgs.ts';
import { countProjects } from '../store/projects.ts';
import type { KeyRow } from '../store/tables.ts';
import { usedIn } from '../store/usage.ts';

/** Who a key belongs to. */
export const meRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    tag: 'Account',
    title: 'Get key and organization',
    description:
      'The organization of the key or member, its plan with limits and usage, and what the key may do.',
    scope: 'any',
    success: { status: 200, description: 'The key and its organization.', schema: dataOf(meView) },
    handle: async (call) => ({ body: { data: await meOf(call) } }),
  },
];

async function meOf({ services, caller }: ApiCall) {
  const { db } = services.store;
  const key = caller.member ? null : await findKeyById(db, caller.keyId);
  const owner = key === undefined ? undefined : await findOrg(db, key?.org_id ?? caller.orgId);
  // A test key is within the limits of the test data.
  const org = await findOrg(db, caller.orgId);
  if (key === undefined || !owner || !org)
    throw new ApiError('NOT_FOUND', 'The organization was deleted.');
  const plan = planOf(org.plan);
  const period = periodAt(services.now(), org.billing_anchor_day);
  return {
    organization: {
      id: owner.id,
      slug: owner.slug,
      name: owner.name,
      plan: planOf(owner.plan).name,
    },
    key: key && keyOf(key, caller),
    limits: {
      projects: plan.projects,
      languages: plan.languages,
      pageTranslations: plan.pages,
      glossaryTerms: plan.terms,
      webhooks: plan.webhooks,
      webhookEvents: plan.events,
      assistantTokens: tokensOf(plan, services.chatTokens),
      siteBytes: plan.storage,
    },
    usage: {
      startDate: isoTime(period.start),
      endDate: isoTime(period.end),
      projects: await countProjects(db, org.id),
      pageTranslations: await usedIn(db, org.id, 'pages', period),
      webhookEvents: await usedIn(db, org.id, 'events', period),
      assistantTokens: await usedIn(db, org.id, 'tokens', period),
    },
  };
}

function keyOf(key: KeyRow, { livemode, scopes }: ApiCall['caller']) {
  return {
    id: key.id,
    name: key.name,
    mode: livemode ? 'live' : 'test',
    scopes,
    projectId: key.project_id,
    version: key.api_version,
    createdAt: isoTime(key.created_at),
    expiresAt: key.expires_at === null ? null : isoTime(key.expires_at),
  };
}
