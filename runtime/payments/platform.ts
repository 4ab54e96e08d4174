import { type Context, Hono } from 'hono';
import { linksQuery, sessionsQuery, transactionsQuery } from '../../schema/api/payments.ts';
import { ApiError, asApiError } from '../../schema/errors.ts';
import { authenticate, hashSecret } from '../http/auth.ts';
import { createQueryReader, pageOf } from '../http/list.ts';
import type { FailureLimiter, RateLimiter } from '../http/rate-limit.ts';
import type { RequestEntry } from '../http/router.ts';
import { serveDescription } from '../http/served-description.ts';
import type { NewId } from '../store/ids.ts';
import { findKey, isTestKey } from '../store/keys.ts';
import type { Store } from '../store/open.ts';
import type {
  PaymentLinkRow,
  PaymentSessionRow,
  PaymentTransactionRow,
} from '../store/payment-tables.ts';
import {
  type Listed,
  type ListQuery,
  listLinks,
  listSessions,
  listTransactions,
} from '../store/payments.ts';
import type { KeyRow } from '../store/tables.ts';
import { describePlatform } from './describe.ts';

/** What the payments platform is given. */
export interface PlatformServices {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: (entry: RequestEntry) => void;
  /** Requests of a key. */
  readonly limit: RateLimiter;
  readonly wrongKeys: FailureLimiter;
  /** IP address of the client. */
  readonly addressOf: (request: Request, connection: unknown) => string;
}

/** One list: its address, and what it answers an organization. */
interface List {
  readonly path: string;
  readonly read: (c: Context, orgId: string) => Promise<object>;
}

/**
 * The payments platform: a separate service, below `base` (an address of
 * its own, or `/platform`).
 */
export function createPlatform(services: PlatformServices, base = '/platform'): Hono {
  const app = new Hono().basePath(`${base}/api/v1`);
  const { store } = services;
  const description = serveDescription(() => describePlatform(base));
  app.get('/openapi.json', (c) =>
    description(c.req.raw, { requestId: services.newId('req'), headers: {}, keyId: '' }),
  );
  for (const { path, read } of [linkList(store), sessionList(store), transactionList(store)]) {
    app.get(path, (c) => answer(c, services, { route: `${base}${path}`, read }));
  }
  app.all('*', (c) => errorResponse(refusalOf(c.req.method, c.req.path)));
  return app;
}

/** Checks the key and its limit, answers with the list or an error, and writes the line of the log. */
async function answer(
  c: Context,
  services: PlatformServices,
  { route, read }: Pick<List, 'read'> & { readonly route: string },
): Promise<Response> {
  const start = performance.now();
  const requestId = services.newId('req');
  let keyId: string | undefined;
  let bug: string | undefined;
  let headers: Readonly<Record<string, string>> = {};
  let response: Response;
  try {
    const key = await keyOf(c, services);
    keyId = key.id;
    headers = await services.limit(key.id);
    response = c.json(await read(c, key.org_id));
  } catch (error) {
    if (!(error instanceof ApiError)) bug = (error as Error).stack ?? String(error);
    response = errorResponse(error);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  response.headers.set('X-Request-Id', requestId);
  response.headers.set('Cache-Control', 'no-store');
  services.log({
    requestId,
    method: c.req.method,
    route,
    status: response.status,
    ms: Math.round((performance.now() - start) * 100) / 100,
    ...(keyId ? { keyId } : {}),
    ...(bug ? { error: bug } : {}),
  });
  return response;
}

async function keyOf(
  c: Context,
  { store, now, wrongKeys, addressOf }: PlatformServices,
): Promise<KeyRow> {
  const key = await authenticate(c.req.header('authorization'), {
    address: addressOf(c.req.raw, c.env),
    failures: wrongKeys,
    find: async (token) => {
      const found = await findKey(store.db, hashSecret(token));
      return found && isValid(found, now()) ? found : undefined;
    },
  });
  if (isTestKey(key)) {
    throw new ApiError('FORBIDDEN', 'The payments platform has no test mode. Use a live key.');
  }
  return key;
}

function linkList({ db }: Store): List {
  const readQuery = createQueryReader(linksQuery);
  return {
    path: '/payment-links',
    read: async (c, orgId) => {
      const query = readQuery(new URL(c.req.url).searchParams);
      const part = partOf(orgId, query);
      const listed = await listLinks(db, {
        ...part,
        search: (query.search as string | undefined) ?? null,
        active: (query.active as boolean | undefined) ?? null,
      });
      return envelope(listed.rows.map(viewLink), listed, part, '/api/v1/payment-links');
    },
  };
}

function sessionList({ db }: Store): List {
  const readQuery = createQueryReader(sessionsQuery);
  return {
    path: '/payment-links/:id/sessions',
    read: async (c, orgId) => {
      const linkId = c.req.param('id') ?? '';
      const query = readQuery(new URL(c.req.url).searchParams);
      const part = partOf(orgId, query);
      const status = (query.status as string | undefined) ?? null;
      const listed = linkId.includes('\0')
        ? undefined
        : await listSessions(db, { ...part, linkId, status });
      if (!listed) throw new ApiError('NOT_FOUND', 'No such payment link.');
      const url = `/api/v1/payment-links/${encodeURIComponent(linkId)}/sessions`;
      return envelope(listed.rows.map(viewSession), listed, part, url);
    },
  };
}

function transactionList({ db }: Store): List {
  const readQuery = createQueryReader(transactionsQuery);
  return {
    path: '/transactions',
    read: async (c, orgId) => {
      const query = readQuery(new URL(c.req.url).searchParams);
      const part = partOf(orgId, query);
      const listed = await listTransactions(db, {
        ...part,
        status: (query.status as string | undefined) ?? null,
        chainId: (query.chain_id as number | undefined) ?? null,
      });
      return envelope(listed.rows.map(viewTransaction), listed, part, '/api/v1/transactions');
    },
  };
}

/** Why a request that no list answers is refused. */
function refusalOf(method: string, path: string): ApiError {
  return /\/api\/v1\/(openapi\.json|payment-links(\/[^/]+\/sessions)?|transactions)$/.test(path)
    ? new ApiError('METHOD_NOT_ALLOWED', `${method} is not allowed here, expected GET.`, {
        headers: { Allow: 'GET, HEAD' },
      })
    : new ApiError('NOT_FOUND', `Not found: ${path}.`);
}

function isValid(key: KeyRow, now: number): boolean {
  const isOver = key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now);
  return key.platform === 'payments' && !isOver;
}

function partOf(orgId: string, query: Readonly<Record<string, unknown>>): ListQuery {
  const { limit, offset } = pageOf({ page: query.page, perPage: query.limit });
  return {
    orgId,
    limit,
    offset,
    sort: query.sort as ListQuery['sort'],
    order: query.order as ListQuery['order'],
  };
}

function envelope<Row>(
  data: readonly unknown[],
  listed: Listed<Row>,
  part: ListQuery,
  url: string,
) {
  return {
    object: 'list',
    data,
    has_more: part.offset + data.length < listed.total,
    total_count: listed.total,
    url,
  };
}

/** The platform's own error body. */
function errorResponse(error: unknown): Response {
  const known = asApiError(error);
  const type =
    known.status === 401
      ? 'authentication_error'
      : known.status === 429
        ? 'rate_limit_error'
        : known.status >= 500
          ? 'api_error'
          : 'invalid_request_error';
  const [detail] = known.details;
  return Response.json(
    {
      error: {
        type,
        code: known.code.toLowerCase(),
        message: known.message,
        param: detail?.path || null,
      },
    },
    { status: known.status, headers: known.headers },
  );
}

const iso = (time: number) => new Date(time).toISOString();

function viewLink(row: PaymentLinkRow) {
  return {
    object: 'payment_link',
    id: row.id,
    name: row.name,
    short_code: row.short_code,
    active: row.active === 1,
    current_uses: row.current_uses,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

function viewSession(row: PaymentSessionRow) {
  return {
    object: 'checkout_session',
    id: row.id,
    payment_link_id: row.payment_link_id,
    status: row.status,
    created_at: iso(row.created_at),
  };
}

function viewTransaction(row: PaymentTransactionRow) {
  return {
    object: 'transaction',
    id: row.id,
    status: row.status,
    chain_id: row.chain_id,
    created_at: iso(row.created_at),
  };
}
