import { type Context, Hono } from 'hono';
import { ApiError } from '../../schema/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { errorResponse } from './errors.ts';
import { createHandler, type HandlerPorts } from './handler.ts';
import { type CorsPorts, corsHeaders, type State } from './response.ts';
import { serveDescription } from './served-description.ts';

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
export interface RouterPorts<Services, Project> extends HandlerPorts<Services, Project> {
  readonly newRequestId: () => string;
  readonly log: (entry: RequestEntry) => void;
  /** Makes the API description, from the same endpoints. */
  readonly describe: () => object;
}

/** A Hono application that answers the endpoints, and everything else with the right refusal. */
export function createRouter<Services, Project>(
  endpoints: readonly Endpoint<Services, Project>[],
  ports: RouterPorts<Services, Project>,
): Hono {
  const app = new Hono().basePath(ports.base);
  const description = '/openapi.json';
  const serve = serveDescription(ports.describe);
  app.get(
    description,
    answer(description, ports, async (c, state) => serve(c.req.raw, state)),
  );
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    app.on(method, honoPath(path), answer(path, ports, createHandler(endpoint, ports)));
  }
  const known = [
    { method: 'GET', path: description, isPublic: false },
    ...endpoints.map(({ method, path, scope }) => ({ method, path, isPublic: scope === null })),
  ].map((entry) => ({ ...entry, pattern: pathPattern(entry.path) }));
  app.all(
    '*',
    answer('*', ports, (c, state) => refuse(c, state, known, ports)),
  );
  return app;
}

/** Answers with what a handler returns or throws, and writes the line of the log. */
function answer(
  route: string,
  { newRequestId, log }: Pick<RouterPorts<unknown, unknown>, 'newRequestId' | 'log'>,
  handle: (c: Context, state: State) => Promise<Response>,
): (c: Context) => Promise<Response> {
  return async (c) => {
    const start = performance.now();
    const state: State = { requestId: newRequestId(), headers: {}, keyId: '' };
    let error: unknown;
    let response: Response;
    try {
      response = await handle(c, state);
    } catch (thrown) {
      error = thrown;
      response = refusal(c.req.raw, thrown, state);
    }
    log({
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
}

/** An error as a response, with the headers that were known before it was thrown. */
function refusal(request: Request, error: unknown, state: State): Response {
  const response = errorResponse(error, {
    requestId: state.requestId,
    accept: request.headers.get('accept'),
  });
  for (const [name, value] of Object.entries(state.headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** An endpoint as far as requests that it does not answer need it. */
interface KnownPath {
  readonly method: string;
  readonly isPublic: boolean;
  readonly pattern: RegExp;
}

/** What no endpoint answers: OPTIONS, another method of a known path, an unknown path. */
async function refuse<Project>(
  c: Context,
  state: State,
  known: readonly KnownPath[],
  ports: CorsPorts<Project> & { readonly base: string },
): Promise<Response> {
  const path = c.req.path.slice(ports.base.length);
  const matching = known.filter((entry) => entry.pattern.test(path));
  if (matching.length === 0) {
    throw new ApiError('NOT_FOUND', `Not found: ${c.req.method} ${c.req.path}.`);
  }
  const allowed = new Set([...matching.map((entry) => entry.method), 'OPTIONS']);
  if (allowed.has('GET')) allowed.add('HEAD');
  const allow = [...allowed].sort().join(', ');
  if (c.req.method === 'OPTIONS') {
    const reader = matching.find((entry) => entry.isPublic);
    const id = reader?.pattern.exec(path)?.groups?.projectId;
    return optionsResponse(c.req.raw, state, { allow, id }, ports);
  }
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `${c.req.method} is not allowed here, expected one of ${allow}.`,
    { headers: { Allow: allow } },
  );
}

/** The methods of a path; pages of the project's own hosts may use them. */
async function optionsResponse<Project>(
  request: Request,
  { requestId }: State,
  { allow, id }: { readonly allow: string; readonly id: string | undefined },
  ports: CorsPorts<Project>,
): Promise<Response> {
  const { hostname } = new URL(request.url);
  const project = id === undefined ? undefined : await ports.findPublicProject(id, hostname);
  const cors = project === undefined ? {} : corsHeaders(request, project, ports);
  const preflight = {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': 'Content-Type, Docent-Version, Idempotency-Key',
    'Access-Control-Max-Age': '600',
  };
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'X-Request-Id': requestId,
      ...cors,
      ...('Access-Control-Allow-Origin' in cors ? preflight : {}),
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
