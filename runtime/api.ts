import { scopesOfRole } from '../schema/api/roles.ts';
import { scopes } from '../schema/api/scopes.ts';
import { latestVersion } from '../schema/api/versions.ts';
import { recordChange } from './api/audit.ts';
import type { ApiServices } from './api/services.ts';
import { hashSecret } from './http/auth.ts';
import type { Caller } from './http/endpoint.ts';
import type { IdempotencyStore } from './http/idempotency.ts';
import { describeApi } from './http/openapi.ts';
import type { KeyLimiters } from './http/rate-limit.ts';
import { createRouter, type RequestEntry } from './http/router.ts';
import { sessionToken } from './members/cookie.ts';
import { readSession } from './members/sessions.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { assistantUsageRoutes } from './routes/assistant-usage.ts';
import { auditRoutes } from './routes/audit.ts';
import { citationReportRoutes } from './routes/citation-reports.ts';
import { configCommitRoutes } from './routes/config-commits.ts';
import { configPreviewRoutes } from './routes/config-preview.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { deploymentRunRoutes } from './routes/deployment-runs.ts';
import { deploymentRoutes } from './routes/deployments.ts';
import { eventRoutes } from './routes/events.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { feedbackListRoutes } from './routes/feedback-list.ts';
import { gapRoutes } from './routes/gaps.ts';
import { glossaryRoutes } from './routes/glossary.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { keyRoutes } from './routes/keys.ts';
import { languageRoutes } from './routes/languages.ts';
import { meRoutes } from './routes/me.ts';
import { memberRoutes } from './routes/members.ts';
import { overviewRoutes } from './routes/overview.ts';
import { pageRoutes } from './routes/pages.ts';
import { passwordResetRoutes } from './routes/password-resets.ts';
import { previewRoutes } from './routes/previews.ts';
import { projectRoutes } from './routes/projects.ts';
import { searchRoutes } from './routes/search.ts';
import { searchesRoutes } from './routes/searches.ts';
import { segmentRoutes } from './routes/segments.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { translateRoutes } from './routes/translate.ts';
import { translationRoutes } from './routes/translations.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { isOwnForm } from './site/client.ts';
import {
  claimIdempotency,
  dropClaim,
  keepAnswer,
  pruneAnswers,
  renewClaim,
} from './store/idempotency.ts';
import { findKey, isTestKey, touchKey } from './store/keys.ts';
import type { Db } from './store/open.ts';
import { testOrgOf } from './store/orgs.ts';
import {
  findProject,
  findProjectBySlug,
  findPublicProject,
  type ProjectFacts,
} from './store/projects.ts';

/** Every operation of the service API, in the order of its description. */
const apiEndpoints = [
  ...meRoutes,
  ...projectRoutes,
  ...configCommitRoutes,
  ...configPreviewRoutes,
  ...overviewRoutes,
  ...analyticsRoutes,
  ...pageRoutes,
  ...languageRoutes,
  ...translateRoutes,
  ...translationRoutes,
  ...segmentRoutes,
  ...glossaryRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...deploymentRoutes,
  ...deploymentRunRoutes,
  ...uploadRoutes,
  ...previewRoutes,
  ...feedbackListRoutes,
  ...searchRoutes,
  ...searchesRoutes,
  ...feedbackRoutes,
  ...assistantRoutes,
  ...conversationRoutes,
  ...assistantUsageRoutes,
  ...citationReportRoutes,
  ...gapRoutes,
  ...sessionRoutes,
  ...memberRoutes,
  ...passwordResetRoutes,
  ...invitationRoutes,
  ...keyRoutes,
  ...auditRoutes,
];

const base = '/api/v1';

/** Settings of the API that are not services. */
export interface ApiSettings {
  readonly version: string;
  readonly log: (entry: RequestEntry) => void;
  /** Origins besides the project's own that may call the readers' operations. */
  readonly origins?: readonly string[];
  /** IP address of a client; behind a proxy the one it forwards. */
  readonly addressOf?: (request: Request, connection: unknown) => string;
  /** Where a client sees this server; behind a proxy as that says. */
  readonly originOf?: (request: Request, connection: unknown) => string;
  readonly limits: KeyLimiters;
}

/** The service API as a Hono application that answers everything below `/api/v1`. */
export function createApi(services: ApiServices, settings: ApiSettings) {
  const { store, now } = services;
  const touched = new Map<string, number>();
  return createRouter(apiEndpoints, {
    services,
    base,
    newRequestId: () => services.newId('req'),
    findCaller: async (token) => {
      const caller = await findCaller(services, token);
      if (caller) await touchSometimes(store.db, { touched, keyId: caller.keyId, now: now() });
      return caller;
    },
    findProject: async (caller, projectId, bySlug) => {
      const project =
        (await findProject(store.db, caller.orgId, projectId)) ??
        (bySlug ? await findProjectBySlug(store.db, caller.orgId, projectId) : undefined);
      return caller.projectId === null || caller.projectId === project?.id ? project : undefined;
    },
    findPublicProject: (idOrSlug, host) => findPublicProject(store.db, idOrSlug, host),
    allowsOrigin: (origin, project, host) =>
      settings.origins?.includes(origin) === true || isHostOf(project, origin, host),
    findMember: (request, origin) => findMember(services, request, origin),
    isOwnPage: (request, origin) => isOwnForm(request, { origin }),
    hasMembers: (origin) => isForMembers(services, origin),
    record: (call, change) => recordChange(call, change),
    addressOf: settings.addressOf ?? socketAddress,
    originOf: settings.originOf ?? ((request) => new URL(request.url).origin),
    limits: settings.limits,
    idempotency: keptAnswers(services),
    readerOf: async (project, request) => {
      const session = request.headers.has('cookie')
        ? await services.sessionOf?.(request, project.id)
        : undefined;
      return { projectId: project.id, session: session ? JSON.stringify(session) : '' };
    },
    log: settings.log,
    describe: () => apiDescription(settings.version),
  });
}

/** How many requests with an Idempotency-Key come between two looks at how many are kept. */
const pruneEvery = 100;

/**
 * Answers of requests with an Idempotency-Key: in the database, for all processes. They are encrypted, because
 * that of a new webhook has its secret.
 */
function keptAnswers({ store, now, webhooks: { vault } }: ApiServices): IdempotencyStore {
  let claims = 0;
  // Those of earlier versions are not encrypted.
  const open = (body: string) => (body.startsWith('v1.') ? vault.open(body) : body);
  return {
    claim: async (ref, fingerprint) => {
      claims++;
      if (claims % pruneEvery === 0) await pruneAnswers(store.db, ref);
      const claim = await claimIdempotency(store, ref, { fingerprint, now: now() });
      if (claim.type !== 'replay') return claim;
      return { ...claim, answer: { ...claim.answer, body: open(claim.answer.body) } };
    },
    renew: (ref) => renewClaim(store.db, ref, now()),
    keep: (ref, answer) => keepAnswer(store.db, ref, { ...answer, body: vault.seal(answer.body) }),
    drop: (ref) => dropClaim(store.db, ref),
  };
}

/**
 * Whether an origin is the project's custom domain, or its subdomain at or next to the requested
 * host: anyone may name their own host `acme.`.
 */
function isHostOf(project: ProjectFacts, origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  const own = [host, host.slice(host.indexOf('.') + 1)].map((at) => `${project.subdomain}.${at}`);
  return hostname === project.custom_domain || own.includes(hostname);
}

/** The other end of the connection, as Node's server tells it. */
export function socketAddress(_request: Request, connection: unknown): string {
  const { incoming } = (connection ?? {}) as {
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  };
  return incoming?.socket?.remoteAddress ?? '';
}

/** The OpenAPI document of the service API. */
export function apiDescription(version: string) {
  return describeApi(apiEndpoints, { title: 'Docent API', version, base });
}

/**
 * The owner of a key; undefined if it is unknown, revoked, expired or of the other platform. A test key
 * belongs to the organization that holds the test data.
 */
export async function findCaller(
  tools: Pick<ApiServices, 'store' | 'now' | 'newId'>,
  token: string,
): Promise<Caller | undefined> {
  const row = await findKey(tools.store.db, hashSecret(token));
  if (row?.platform !== 'api' || row.revoked_at !== null) return undefined;
  if (row.expires_at !== null && row.expires_at <= tools.now()) return undefined;
  const granted: unknown = JSON.parse(row.scopes);
  const livemode = !isTestKey(row);
  return {
    keyId: row.id,
    orgId: livemode ? row.org_id : await testOrgOf(tools, row.org_id),
    livemode,
    projectId: row.project_id,
    scopes: Array.isArray(granted) ? scopes.filter((scope) => granted.includes(scope)) : [],
    version: row.api_version,
  };
}

/** Whether members sign in at an origin. */
function isForMembers({ dashboardHost }: Pick<ApiServices, 'dashboardHost'>, origin: string) {
  return dashboardHost === undefined || new URL(origin).hostname === dashboardHost;
}

/** The member who sends a request, by the cookie; never in test mode. */
async function findMember(
  services: Pick<ApiServices, 'store' | 'now' | 'dashboardHost'>,
  { headers }: Request,
  origin: string,
): Promise<Caller | undefined> {
  if (!isForMembers(services, origin)) return undefined;
  const cookie = headers.get('cookie') ?? undefined;
  const token = sessionToken(cookie, origin.startsWith('https:'));
  const session = token === undefined ? undefined : await readSession(services, token);
  if (!session) return undefined;
  const { id, role, languages } = session.user;
  return {
    ...{ keyId: id, orgId: session.organization.id, livemode: true, projectId: null },
    member: { role, languages: role === 'translator' ? languages : null },
    scopes: scopesOfRole[role],
    version: latestVersion,
  };
}

const minute = 60_000;

/** Notes the use of a key at most once a minute: a read must not cost a write. */
async function touchSometimes(
  db: Db,
  use: { readonly touched: Map<string, number>; readonly keyId: string; readonly now: number },
): Promise<void> {
  if (use.now - (use.touched.get(use.keyId) ?? 0) < minute) return;
  use.touched.set(use.keyId, use.now);
  await touchKey(db, use.keyId, use.now);
}
