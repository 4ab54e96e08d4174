import type { Context } from 'hono';
import type { Scope } from '../../schema/api/scopes.ts';
import { latestVersion } from '../../schema/api/versions.ts';
import { ApiError } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { authenticate } from './auth.ts';
import { check, readJson, streamBytes } from './body.ts';
import { type Answer, type Call, type Caller, type Endpoint, isRepeatable } from './endpoint.ts';
import { hasTag, tagOf } from './etags.ts';
import {
  checkIdempotencyKey,
  type IdempotencyRef,
  type IdempotencyStore,
  type KeptAnswer,
  readerKey,
  runOnce,
  type SentAnswer,
} from './idempotency.ts';

import { createQueryReader } from './list.ts';
import { type KeyLimiters, leastLeft } from './rate-limit.ts';
import { type CorsPorts, corsHeaders, json, type State, streamed } from './response.ts';
import { deprecationHeaders, versionOf } from './version.ts';

/** What the endpoints need from outside. */
export interface HandlerPorts<Services, Project> extends CorsPorts<Project> {
  readonly services: Services;
  /** Where the router is mounted: `/api/v1`. */
  readonly base: string;
  /** Who a token belongs to; undefined for an unknown, expired or revoked one. */
  readonly findCaller: (token: string) => Promise<Caller | undefined>;
  /** The member whose session the cookie of a request has. */
  readonly findMember: (request: Request, origin: string) => Promise<Caller | undefined>;
  /** Where a client sees this server. */
  readonly originOf: (request: Request, connection: unknown) => string;
  /** Whether members sign in at that origin. */
  readonly hasMembers: (origin: string) => boolean;
  /** Whether a browser sent a request from a page of that origin. */
  readonly isOwnPage: (request: Request, origin: string) => boolean;
  /** Writes a change to the audit log. */
  readonly record: (
    call: Call<Services, Project>,
    change: {
      readonly operation: string;
      readonly before: unknown;
      readonly after: unknown;
      readonly answer: unknown;
    },
  ) => Promise<void>;
  /** The project of that id as far as the caller may see it. */
  readonly findProject: (
    caller: Caller,
    projectId: string,
    bySlug?: boolean,
  ) => Promise<Project | undefined>;
  /** IP address of the client. */
  readonly addressOf: (request: Request, connection: unknown) => string;
  readonly limits: KeyLimiters;
  readonly idempotency: IdempotencyStore;
  /** Which project readers ask, and which session they have there; empty without one. */
  readonly readerOf: (
    project: Project,
    request: Request,
  ) => Promise<{ readonly projectId: string; readonly session: string }>;
}

const nobody: Caller = {
  ...{ keyId: '', orgId: '', livemode: true, projectId: null, scopes: [] },
  version: latestVersion,
};

/**
 * Answers one endpoint: checks key, project, scope, query and body. The order decides which refusal a client
 * gets, and nothing expensive happens before the limits are counted.
 */
export function createHandler<Services, Project>(
  endpoint: Endpoint<Services, Project>,
  ports: HandlerPorts<Services, Project>,
): (c: Context, state: State) => Promise<Response> {
  const readQuery = createQueryReader(endpoint.query ?? {}, endpoint.requiredQuery, {
    // Readers wait for the first search after a start.
    isPrepared: endpoint.scope === null && endpoint.query !== undefined,
  });
  return async (c, state) => {
    const request = c.req.raw;
    const address = ports.addressOf(request, c.env);
    const origin = ports.originOf(request, c.env);
    const caller = await findCaller(endpoint, { request, address, origin, state }, ports);
    const version = versionOf(request.headers.get('docent-version'), caller.version);
    state.headers = { ...state.headers, 'Docent-Version': version };
    const params = storable(c.req.param() as Record<string, string>);
    const asked = { request, caller, params, state };
    const project = await findProject(endpoint, asked, ports);
    if (endpoint.scope !== null && !mayUse(caller, endpoint.scope)) {
      throw new ApiError('FORBIDDEN', refusalOf(caller, endpoint.scope));
    }
    if (endpoint.liveOnly && !caller.livemode) {
      throw new ApiError('FORBIDDEN', 'This operation has no test mode. Use a live key.');
    }
    const query = endpoint.query ? readQuery(new URL(request.url).searchParams) : {};
    const counted = await endpoint.countAddress?.(ports.services, address);
    state.headers = { ...state.headers, ...counted };
    const body = await readBody(endpoint, request);
    const used = { query: new URL(request.url).searchParams, body: body.value };
    state.headers = { ...state.headers, ...deprecationHeaders(endpoint, used) };
    const call: Call<Services, Project> = {
      services: ports.services,
      caller,
      version,
      project: project as Project,
      params,
      query,
      body: body.value,
      content: () => streamBytes(request, endpoint.bytes?.limit ?? 0),
      header: (name) => request.headers.get(name) ?? undefined,
      base: ports.base,
      url: c.req.path + new URL(request.url).search,
      connection: c.env,
      address,
      origin,
      requestId: state.requestId,
      signal: request.signal,
    };
    await refuseLanguage(endpoint, call);
    const answer = await handleOnce(endpoint, call, { request, text: body.text }, ports).catch(
      async (error: unknown) => {
        // A row can't be written for a project that was deleted meanwhile: that is no bug, but a 404.
        if (!(error instanceof ApiError)) await findProject(endpoint, asked, ports);
        throw error;
      },
    );
    const { status, stream } = answer;
    const headers = { ...answer.headers, ...leastLeft(state.headers, answer.headers) };
    return stream
      ? streamed(stream, { status, headers }, state)
      : json(status, answer.body, state, headers);
  };
}

/** The owner of the key, within its limits; operations of readers need none. */
async function findCaller<Services, Project>(
  { scope, session, heavy }: Endpoint<Services, Project>,
  {
    request,
    address,
    origin,
    state,
  }: {
    readonly request: Request;
    readonly address: string;
    readonly origin: string;
    readonly state: State;
  },
  ports: HandlerPorts<Services, Project>,
): Promise<Caller> {
  const { limits, findCaller: find } = ports;
  if (session && !ports.hasMembers(origin)) {
    throw new ApiError('FORBIDDEN', 'Members sign in at another host: that of the dashboard.');
  }
  if (session && isFromBrowser(request)) refuseForeign(request, origin, ports);
  if (scope === null) return nobody;
  const authorization = request.headers.get('authorization');
  const member = authorization === null ? await ports.findMember(request, origin) : undefined;
  // A browser sends the cookie with the requests of any page: only those of our own may change anything.
  if (member) refuseForeign(request, origin, ports);
  const caller =
    member ?? (await authenticate(authorization, { address, failures: limits.wrongKeys, find }));
  state.keyId = caller.keyId;
  state.headers = await limits.all(caller.keyId);
  if (heavy) state.headers = leastLeft(state.headers, await limits.heavy(caller.keyId));
  return caller;
}

/** Whether a browser says where a request comes from, or sends a cookie with it. */
function isFromBrowser({ headers }: Request): boolean {
  return ['origin', 'sec-fetch-site', 'cookie'].some((name) => headers.has(name));
}

/** 403 for a request that changes something from a page that is not ours. */
function refuseForeign<Services, Project>(
  request: Request,
  origin: string,
  { isOwnPage }: Pick<HandlerPorts<Services, Project>, 'isOwnPage'>,
): void {
  if (request.method === 'GET' || request.method === 'HEAD' || isOwnPage(request, origin)) return;
  throw new ApiError(
    'FORBIDDEN',
    `A request with a session must come from a page of this server. Send "Origin: ${origin}", or use a key instead of the session.`,
  );
}

/** 403 for a translator who does not have the language that a request changes. */
async function refuseLanguage<Services, Project>(
  { scope, languageOf }: Endpoint<Services, Project>,
  call: Call<Services, Project>,
): Promise<void> {
  const { languages = null } = call.caller.member ?? {};
  if (scope !== 'translations:write' || languages === null) return;
  const language = await languageOf?.(call);
  if (language !== undefined && languages.includes(language)) return;
  throw new ApiError(
    'FORBIDDEN',
    `Your role allows changes to the languages ${languages.join(', ')}${language === undefined ? '' : `, not to "${language}"`}.`,
  );
}

/** The project that the path names, as far as the caller may see it; undefined for a path without one. */
async function findProject<Services, Project>(
  { path, scope, bySlug }: Endpoint<Services, Project>,
  asked: {
    readonly request: Request;
    readonly caller: Caller;
    readonly params: Readonly<Record<string, string>>;
    readonly state: State;
  },
  ports: HandlerPorts<Services, Project>,
): Promise<Project | undefined> {
  const { request, caller, params, state } = asked;
  if (!path.includes(':projectId')) return undefined;
  const id = params.projectId ?? '';
  const project =
    scope === null
      ? await ports.findPublicProject(id, new URL(request.url).hostname)
      : await ports.findProject(caller, id, bySlug);
  // The same message for another organization's project and for a missing one.
  if (project === undefined) throw new ApiError('NOT_FOUND', 'Project not found.');
  if (scope === null) {
    state.headers = { ...state.headers, ...corsHeaders(request, project, ports) };
  }
  return project;
}

async function readBody<Services, Project>(
  { body: schema, bodyLimit: limit, bodyKeys: keys }: Endpoint<Services, Project>,
  request: Request,
): Promise<{ readonly text: string; readonly value: unknown }> {
  if (!schema) return { text: '', value: undefined };
  const body = await readJson(request, {
    ...given({ limit, keys }),
  });
  check(schema, body.value);
  return body;
}

/** Runs the handler, with an Idempotency-Key at most once. */
async function handleOnce<Services, Project>(
  endpoint: Endpoint<Services, Project>,
  call: Call<Services, Project>,
  { request, text }: { readonly request: Request; readonly text: string },
  ports: HandlerPorts<Services, Project>,
): Promise<SentAnswer> {
  const run = async (): Promise<SentAnswer> => {
    const answer = await answerOf(endpoint, call, ports);
    const status = answer.status ?? endpoint.success.status;
    const { headers = {}, stream, isWhole } = answer;
    if (stream) return { status, headers, body: '', stream, isWhole };
    if (status === 304 || status === 204) return { status, headers, body: '' };
    const body = answer.text ?? JSON.stringify(answer.body);
    if (endpoint.versioned !== 'read' || headers.ETag !== undefined) {
      return { status, headers, body };
    }
    return versioned(headers, body, call.header('if-none-match'));
  };
  const key = call.header('idempotency-key');
  const { method } = endpoint;
  if (key === undefined || !isRepeatable(endpoint)) return run();
  checkIdempotencyKey(key);
  const ref = await refOf(call, key, request, ports);
  const { pathname, search } = new URL(request.url);
  return runOnce(ports.idempotency, ref, { method, path: pathname + search, body: text }, run);
}

/** What the handler answers; a change that it makes is written to the audit log. */
async function answerOf<Services, Project>(
  endpoint: Endpoint<Services, Project>,
  call: Call<Services, Project>,
  ports: HandlerPorts<Services, Project>,
): Promise<Answer> {
  // Parts of an upload change nothing until it is published.
  const isChange = endpoint.method !== 'GET' && endpoint.scope !== null && !endpoint.bytes;
  if (!isChange || endpoint.changesNothing || endpoint.recordsItself) return endpoint.handle(call);
  const { operationId: operation, state, told } = endpoint;
  const before = await state?.(call);
  const answer = await endpoint.handle(call);
  const after = told ? told(call, answer.body) : state ? await state(call) : call.body;
  await ports.record(call, { operation, before, after, answer: answer.body });
  return answer;
}

/** Whose Idempotency-Key it is. */
async function refOf<Services, Project>(
  { caller, project, body }: Call<Services, Project>,
  key: string,
  request: Request,
  { readerOf }: HandlerPorts<Services, Project>,
): Promise<IdempotencyRef> {
  if (caller !== nobody) return { by: caller.member ? 'member' : 'key', owner: caller.keyId, key };
  const { projectId, session } = await readerOf(project, request);
  const { visitorId = '' } = (body ?? {}) as { readonly visitorId?: string };
  return { by: 'reader', owner: projectId, key: readerKey(visitorId, session, key) };
}

/** A read under the version that its body makes. */
function versioned(
  headers: KeptAnswer['headers'],
  body: string,
  known: string | undefined,
): KeptAnswer {
  const tag = tagOf(body);
  const all = { ...headers, ETag: tag, 'Cache-Control': 'private, no-cache' };
  return hasTag(known, tag, 'weakly')
    ? { status: 304, headers: all, body: '' }
    : { status: 200, headers: all, body };
}

/** An id with characters that no database can store: replaced by one that is not found. */
function storable(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value.toWellFormed().replaceAll('\0', '\ufffd'),
    ]),
  );
}

/** Whether a caller has a scope; the one for the organization is never part of another. */
function mayUse({ scopes, projectId }: Caller, scope: Scope | 'any'): boolean {
  if (scope === 'any') return true;
  if (scope === 'organization:write') return projectId === null && scopes.includes(scope);
  return (
    scopes.includes(scope) || (scope !== 'projects:write' && scopes.includes('projects:write'))
  );
}

function refusalOf({ member, projectId, scopes }: Caller, scope: Scope | 'any'): string {
  if (member) return `The role "${member.role}" does not have the scope "${scope}".`;
  return projectId !== null && scopes.some((one) => one === scope)
    ? `A key of one project can't have the scope "${scope}".`
    : `The key does not have the scope "${scope}".`;
}
