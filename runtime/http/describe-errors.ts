import { errorFields, errorSample, problemBody } from '../../schema/api/shapes.ts';
import { type ApiCode, statusOf } from '../../schema/codes.ts';
import { ref } from './describe-parts.ts';
import type { SchemaNames } from './describe-schema.ts';
import { type Endpoint, isRepeatable } from './endpoint.ts';

interface Entry {
  readonly code: ApiCode;
  readonly status?: number;
  readonly description: string;
}

/** Error responses of operations; those that several operations share are components. */
export function describeErrors(names: SchemaNames) {
  const error = names.describe(errorFields, 'response');
  const problem = names.describe(problemBody, 'response');
  const components = new Map<string, object>();
  return {
    responses: <Services, Project>(endpoint: Endpoint<Services, Project>) => {
      const byStatus = Map.groupBy(
        entriesOf(endpoint),
        (entry) => entry.status ?? statusOf[entry.code],
      );
      return Object.fromEntries(
        [...byStatus].map(([status, list]) => {
          const response = responseOf(status, list, { error, problem });
          const name = nameOf(list);
          if (name === undefined) return [status, response];
          components.set(name, response);
          return [status, ref('responses', name)];
        }),
      );
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Entries that any operation may have. */
const shared = {
  INTERNAL_ERROR: 'A server error; see the server log for details.',
  STORAGE_FULL: 'The disk of the server is full; `Retry-After` says when to retry.',
  UNAVAILABLE: 'The database is busy; try again shortly.',
  AUTH_ERROR: 'Missing or invalid key or session.',
  FORBIDDEN: 'The key or role does not have the required scope, or another site sent the request.',
  LIMIT_EXCEEDED: 'Too many requests.',
  NOT_FOUND: 'Not found, or not owned by this organization.',
  VALIDATION_ERROR: 'Invalid parameters or body.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  REQUEST_TIMEOUT: 'The request did not come to its end in time.',
  HEADERS_TOO_LARGE: 'Address and headers have more than 16 KiB together.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not of the type that the operation takes.',
  IDEMPOTENCY_CONFLICT: 'The first request with this key is still in progress.',
  IDEMPOTENCY_MISMATCH: 'The key was used for a different request.',
} as const satisfies Partial<Record<ApiCode, string>>;

function entriesOf<Services, Project>(endpoint: Endpoint<Services, Project>): readonly Entry[] {
  const { scope, session, path, query, method } = endpoint;
  const body = endpoint.body ?? endpoint.bytes;
  const codes: (keyof typeof shared)[] = [
    'INTERNAL_ERROR',
    'STORAGE_FULL',
    'UNAVAILABLE',
    'REQUEST_TIMEOUT',
    'HEADERS_TOO_LARGE',
    ...(scope ? (['AUTH_ERROR'] as const) : []),
    ...((scope && (scope !== 'any' || method !== 'GET')) || (session && method !== 'GET')
      ? (['FORBIDDEN'] as const)
      : []),
    'LIMIT_EXCEEDED',
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(query || body || path.includes(':') || method === 'POST'
      ? (['VALIDATION_ERROR'] as const)
      : []),
    ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isRepeatable(endpoint) ? (['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_MISMATCH'] as const) : []),
  ];
  const all = codes.map((code): Entry => ({ code, description: shared[code] }));
  return [...all, ...(endpoint.errors ?? [])];
}

/** The name of a response that is the same wherever its codes are: undefined if one of them is special. */
function nameOf(list: readonly Entry[]): string | undefined {
  const isShared = ({ code, description }: Entry) =>
    description === (shared as Partial<Record<ApiCode, string>>)[code];
  if (!list.every(isShared)) return undefined;
  return [...new Set(list.map(({ code }) => code))]
    .map((code) =>
      code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase()),
    )
    .join('Or');
}

function responseOf(
  status: number,
  list: readonly Entry[],
  { error, problem }: { readonly error: unknown; readonly problem: unknown },
) {
  const codes = [...new Set(list.map(({ code }) => code))];
  const code = { properties: { code: { enum: codes } } };
  const first = list[0];
  return {
    description: list.map((entry) => `\`${entry.code}\`: ${entry.description}`).join('\n\n'),
    headers: {
      'X-Request-Id': ref('headers', 'X-Request-Id'),
      ...(status === 401 ? { 'WWW-Authenticate': ref('headers', 'WWW-Authenticate') } : {}),
      ...(status === 412 ? { ETag: ref('headers', 'ETag') } : {}),
      ...(mayWait(status, codes) ? { 'Retry-After': ref('headers', 'Retry-After') } : {}),
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { error: { allOf: [error, code] } },
          required: ['error'],
        },
        example: errorSample(first?.code ?? 'INTERNAL_ERROR', first?.description ?? '', status),
      },
      'application/problem+json': { schema: { allOf: [problem, code] } },
    },
  };
}

function mayWait(status: number, codes: readonly ApiCode[]): boolean {
  return status === 429 || status === 503 || codes.includes('IDEMPOTENCY_CONFLICT');
}
