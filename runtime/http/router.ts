import { type Context, Hono } from 'hono';
import { ApiError } from '../../schema/errors.ts';
import { authenticate } from './auth.ts';
import { check, readJson } from './body.ts';
import type { Caller, Endpoint, Scope } from './endpoint.ts';
import { errorResponse } from './errors.ts';
import { type IdempotencyStore, type KeptAnswer, runOnce } from './idempotency.ts';
import { createQueryReader } from './list.ts';
import type { KeyLimiters } from './rate-limit.ts';

/** One line of the log: a request and how it ended. No body, no secret. */
export interface RequestEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly keyId?: string;
  readonly error?: string;
}

/** What the router needs from outside: everything it does not know itself. */
export interface RouterPorts<Services, Project> {
  readonly services: Services;
  /** Where the router is mounted: `/api/v1`. */
  readonly base: string;
  readonly newRequestId: () => string;
  /** Who a token belongs to; undefined for an unknown, expired or revoked one. */
  readonly findCaller: (token: string) => Promise<Caller | undefined>;
  /** The project of that id as far as the caller may see it. */
  readonly findProject: (
    caller: Caller,
    projectId: string,
    bySlug?: boolean,
  ) => Promise<Project | undefined>;
  /** The project that a reader means by an id or slug, on that host. */
  readonly findPublicProject: (idOrSlug: string, host: string) => Promise<Project | undefined>;
  /** Whether a page of that origin may call the readers' operations of a project at this host. */
  readonly allowsOrigin: (origin: string, project: Project, host: string) => boolean;
  /** IP address of the client. */
  readonly addressOf: (request: Request, connection: unknown) => string;
  readonly limits: KeyLimiters;
  readonly idempotency: IdempotencyStore;
  readonly log: (entry: RequestEntry) => void;
  /** Serves the API description, generated from the same endpoints. */
  readonly description: string;
}

const nobody: Caller = { keyId: '', orgId: '', projectId: null, scopes: [] };

/** A Hono application that answers the endpoints, and everything else with the right refusal. */
export function createRouter<Services, Project>(
  endpoints: readonly Endpoint<Services, Project>[],
  ports: RouterPorts<Services, Project>,
): Hono {
  const app = new Hono().basePath(ports.base);
  const answer = (route: string, handle: (c: Context, state: State) => Promise<Response>) => {
    return async (c: Context): Promise<Response> => {
      const start = performance.now();
      const state: State = { requestId: ports.newRequestId(), headers: {}, keyId: '' };
      let error: unknown;
      let response: Response;
      try {
        response = await handle(c, state);
      } catch (thrown) {
        error = thrown;
        response = errorResponse(thrown, {
          requestId: state.requestId,
          accept: c.req.raw.headers.get('accept'),
        });
        for (const [name, value] of Object.entries(state.headers)) {
          if (!response.headers.has(name)) response.headers.set(name, value);
        }
      }
      ports.log({
        requestId: state.requestId,
        method: c.req.method,
        route,
        status: response.status,
        ms: Math.round((performance.now() - start) * 100) / 100,
        ...(state.keyId ? { keyId: state.keyId } : {}),
        ...(error && !(error instanceof ApiError && error.status < 500)
          ? { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
          : {}),
      });
      return response;
    };
  };

  app.get(
    '/openapi.json',
    answer('/openapi.json', async (_c, state) => json(200, ports.description, state)),
  );
  for (const endpoint of endpoints) {
    app.on(
      endpoint.method,
      honoPath(endpoint.path),
      answer(endpoint.path, createHandler(endpoint, ports)),
    );
  }

  const known = [
    { method: 'GET', path: '/openapi.json', isPublic: false },
    ...endpoints.map(({ method, path, scope }) => ({ method, path, isPublic: scope === null })),
  ].map((entry) => ({ ...entry, pattern: pathPattern(entry.path) }));
  app.all(
    '*',
    answer('*', async (c, state) => {
      const path = c.req.path.slice(ports.base.length);
      const allowed = new Set(
        known.filter((entry) => entry.pattern.test(path)).map((entry) => entry.method),
      );
      if (allowed.size === 0) {
        throw new ApiError('NOT_FOUND', `Not found: ${c.req.method} ${c.req.path}.`);
      }
      if (allowed.has('GET')) allowed.add('HEAD');
      allowed.add('OPTIONS');
      const allow = [...allowed].sort().join(', ');
      if (c.req.method === 'OPTIONS') {
        const reader = known.find((entry) => entry.isPublic && entry.pattern.test(path));
        const id = reader?.pattern.exec(path)?.groups?.projectId;
        const project =
          id === undefined
            ? undefined
            : await ports.findPublicProject(id, new URL(c.req.url).hostname);
        const cors = project === undefined ? {} : corsHeaders(c.req.raw, project, ports);
        return new Response(null, {
          status: 204,
          headers: {
            Allow: allow,
            'X-Request-Id': state.requestId,
            ...cors,
            ...('Access-Control-Allow-Origin' in cors
              ? {
                  'Access-Control-Allow-Methods': allow,
                  'Access-Control-Allow-Headers': 'Content-Type',
                  'Access-Control-Max-Age': '600',
                }
              : {}),
          },
        });
      }
      throw new ApiError(
        'METHOD_NOT_ALLOWED',
        `${c.req.method} is not allowed here, expected one of ${allow}.`,
        { headers: { Allow: allow } },
      );
    }),
  );
  return app;
}

interface State {
  readonly requestId: string;
  headers: Readonly<Record<string, string>>;
  keyId: string;
}

function createHandler<Services, Project>(
  endpoint: Endpoint<Services, Project>,
  ports: RouterPorts<Services, Project>,
): (c: Context, state: State) => Promise<Response> {
  const readQuery = createQueryReader(endpoint.query ?? {}, endpoint.requiredQuery);
  const hasProject = endpoint.path.includes(':projectId');
  return async (c, state) => {
    const request = c.req.raw;
    const address = ports.addressOf(request, c.env);
    let caller = nobody;
    if (endpoint.scope !== null) {
      caller = await authenticate(request.headers.get('authorization'), {
        address,
        failures: ports.limits.wrongKeys,
        find: ports.findCaller,
      });
      state.keyId = caller.keyId;
      state.headers = await ports.limits.all(caller.keyId);
      if (endpoint.heavy) state.headers = await ports.limits.heavy(caller.keyId);
    }
    const params = storable(c.req.param() as Record<string, string>);
    let project: Project | undefined;
    if (hasProject && endpoint.scope !== null) {
      project = await ports.findProject(caller, params.projectId ?? '', endpoint.bySlug);
      // The same message for another organization's project and for a missing one.
      if (project === undefined) throw new ApiError('NOT_FOUND', 'Project not found.');
    }
    if (hasProject && endpoint.scope === null) {
      const host = new URL(request.url).hostname;
      project = await ports.findPublicProject(params.projectId ?? '', host);
      if (project === undefined) throw new ApiError('NOT_FOUND', 'Project not found.');
      state.headers = { ...state.headers, ...corsHeaders(request, project, ports) };
    }
    if (endpoint.scope !== null && !mayUse(caller, endpoint.scope)) {
      throw new ApiError('FORBIDDEN', `The key does not have the scope "${endpoint.scope}".`);
    }
    const query = endpoint.query ? readQuery(new URL(request.url).searchParams) : {};
    await endpoint.countAddress?.(ports.services, address);
    let body = { text: '', value: undefined as unknown };
    if (endpoint.body) {
      body = await readJson(request, endpoint.bodyLimit);
      check(endpoint.body, body.value);
    }
    let stream: ReadableStream<Uint8Array> | undefined;
    const run = async (): Promise<KeptAnswer> => {
      const answer = await endpoint.handle({
        services: ports.services,
        caller,
        project: project as Project,
        params,
        query,
        body: body.value,
        header: (name) => request.headers.get(name) ?? undefined,
        base: ports.base,
        address,
        signal: request.signal,
      });
      if (answer.stream) {
        stream = answer.stream;
        return { status: endpoint.success.status, headers: answer.headers ?? {}, body: '' };
      }
      return {
        status: answer.status ?? endpoint.success.status,
        headers: answer.headers ?? {},
        body: answer.status === 304 ? '' : (answer.text ?? JSON.stringify(answer.body)),
      };
    };
    const key = request.headers.get('idempotency-key');
    const result =
      key !== null && endpoint.method === 'POST' && caller !== nobody
        ? await runOnce(
            ports.idempotency,
            {
              keyId: caller.keyId,
              key,
              method: endpoint.method,
              path: c.req.path,
              body: body.text,
            },
            run,
          )
        : await run();
    return stream
      ? new Response(stream, {
          status: result.status,
          headers: { 'X-Request-Id': state.requestId, ...state.headers, ...result.headers },
        })
      : json(result.status, result.body, state, result.headers);
  };
}

/**
 * Lets pages of the project's own hosts read the response; others get no header and can't read it.
 */
function corsHeaders<Project>(
  request: Request,
  project: Project,
  ports: Pick<RouterPorts<unknown, Project>, 'allowsOrigin'>,
): Record<string, string> {
  const origin = request.headers.get('origin');
  const host = new URL(request.url).hostname;
  if (origin === null || !ports.allowsOrigin(origin, project, host)) return { Vary: 'Origin' };
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
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

function mayUse(caller: Caller, scope: Scope): boolean {
  return (
    caller.scopes.includes(scope) ||
    (scope !== 'projects:write' && caller.scopes.includes('projects:write'))
  );
}

function json(
  status: number,
  body: string,
  state: State,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(status === 304 ? null : body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': state.requestId,
      ...state.headers,
      ...headers,
    },
  });
}

/** `:name+` may contain slashes. */
function honoPath(path: string): string {
  return path.replace(/:(\w+)\+/g, ':$1{.+}');
}

/** A pattern for whole paths. */
function pathPattern(path: string): RegExp {
  const source = path
    .replace(/[.]/g, '\\.')
    .replace(/:\w+\+/g, '.+')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}
