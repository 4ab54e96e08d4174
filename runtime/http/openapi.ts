import { errorBody, errorSample, problemBody } from '../../schema/api/shapes.ts';
import { type ApiCode, statusOf } from '../../schema/codes.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import type { Endpoint } from './endpoint.ts';

/** Made from the endpoints that route and check: the two can't differ (OpenAPI 3.1). */
export function describeApi<Services, Project>(
  endpoints: readonly Endpoint<Services, Project>[],
  info: { readonly title: string; readonly version: string; readonly base: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = info.base + endpoint.path.replace(/:(\w+)\+?/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describe(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description:
        'Projects, languages, translations and glossaries of documentation sites. Successful responses have `data`, errors have `error`. Fields may be added: ignore those you do not know.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, created with `docent keys create`.',
        },
      },
      schemas: { Error: clean(errorBody), Problem: clean(problemBody) },
    },
  };
}

function describe<Services, Project>(endpoint: Endpoint<Services, Project>) {
  const { status, description, schema, type = 'application/json' } = endpoint.success;
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.title,
    description: endpoint.scope
      ? `${endpoint.description}\n\nScope: \`${endpoint.scope}\`.`
      : endpoint.description,
    security: endpoint.scope ? [{ key: [] }] : [],
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint),
      ...headers(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: clean(endpoint.body),
                example: exampleOf(endpoint.body),
              },
            },
          },
        }
      : {}),
    responses: {
      [status]: {
        description,
        headers: {
          'X-Request-Id': { schema: { type: 'string' }, description: 'Id of the request.' },
        },
        content: {
          [type]:
            type === 'application/json'
              ? { schema: clean(schema), example: exampleOf(schema) }
              : { schema: clean(schema) },
        },
      },
      ...errorResponses(endpoint),
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)\+?/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    description: parameterWords[match[1] ?? ''] ?? '',
    schema: { type: 'string' },
  }));
}

const parameterWords: Readonly<Record<string, string>> = {
  projectId: 'The project.',
  code: 'A language code.',
  language: 'A language code.',
  jobId: 'The job.',
  messageId: 'The answer.',
  conversationId: 'The conversation.',
  termId: 'The term.',
  pagePath: 'Path of a page; may contain slashes.',
};

function queryParameters<Services, Project>(endpoint: Endpoint<Services, Project>) {
  return Object.entries(endpoint.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: endpoint.requiredQuery?.includes(name) ?? false,
    description: schema.description ?? '',
    schema: clean(schema),
  }));
}

function headers<Services, Project>({ method }: Endpoint<Services, Project>) {
  if (method !== 'POST') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes it safe to retry the request: the first response is returned again for a day.',
      schema: { type: 'string', maxLength: 255 },
    },
  ];
}

function errorResponses<Services, Project>(endpoint: Endpoint<Services, Project>) {
  type Entry = { readonly code: ApiCode; readonly status?: number; readonly description: string };
  const entries: Entry[] = [
    { code: 'INTERNAL_ERROR', description: 'A server error; see the server log for details.' },
    {
      code: 'STORAGE_FULL',
      description: 'The disk of the server is full; `Retry-After` says when to retry.',
    },
    { code: 'UNAVAILABLE', description: 'The database is busy; try again shortly.' },
    ...(endpoint.errors ?? []),
  ];
  if (endpoint.scope) {
    entries.push(
      { code: 'AUTH_ERROR', description: 'Missing or invalid key.' },
      { code: 'FORBIDDEN', description: 'The key does not have the required scope.' },
      { code: 'LIMIT_EXCEEDED', description: 'Too many requests.' },
    );
  }
  if (endpoint.path.includes(':')) {
    entries.push({
      code: 'NOT_FOUND',
      description: 'Not found, or not owned by this organization.',
    });
  }
  if (
    endpoint.query ||
    endpoint.body ||
    endpoint.path.includes(':') ||
    endpoint.method === 'POST'
  ) {
    entries.push({ code: 'VALIDATION_ERROR', description: 'Invalid parameters or body.' });
  }
  if (endpoint.body) {
    entries.push(
      { code: 'PAYLOAD_TOO_LARGE', description: 'The body is too large.' },
      { code: 'UNSUPPORTED_MEDIA_TYPE', description: 'The body is not valid JSON.' },
    );
  }
  if (endpoint.method === 'POST') {
    entries.push(
      {
        code: 'IDEMPOTENCY_CONFLICT',
        description: 'The first request with this key is still in progress.',
      },
      { code: 'IDEMPOTENCY_MISMATCH', description: 'The key was used for a different request.' },
    );
  }
  const byStatus = new Map<number, Entry[]>();
  for (const entry of entries) {
    const status = entry.status ?? statusOf[entry.code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), entry]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((entry) => `\`${entry.code}\`: ${entry.description}`).join('\n\n'),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: errorSample(
              list[0]?.code ?? 'INTERNAL_ERROR',
              list[0]?.description ?? '',
              status,
            ),
          },
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  );
}

/** A schema without the words that are ours alone. */
function clean(schema: JsonSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'expects' ? undefined : value)),
  );
}

/** A value that matches a schema, composed from its examples. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return 'text';
  }
}
