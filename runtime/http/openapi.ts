import { roleTexts } from '../../schema/api/roles.ts';
import { type Scope, scopeTexts } from '../../schema/api/scopes.ts';
import { describeErrors } from './describe-errors.ts';
import { answerHeaders, headerComponents, parameterComponents, ref } from './describe-parts.ts';
import { exampleOf, nameSchemas, type SchemaNames } from './describe-schema.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { type Deprecation, type Endpoint, isRepeatable } from './endpoint.ts';

/** Made from the endpoints that route and check: the two can't differ (OpenAPI 3.1). */
export function describeApi<Services, Project>(
  endpoints: readonly Endpoint<Services, Project>[],
  info: { readonly title: string; readonly version: string; readonly base: string },
) {
  const names = nameSchemas();
  const errors = describeErrors(names);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = info.base + endpoint.path.replace(/:(\w+)\+?/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      ...describe(endpoint, names),
      responses: {
        [endpoint.success.status]: successOf(endpoint, names),
        ...notModified(endpoint),
        ...errors.responses(endpoint),
      },
    };
  }
  const webhooks = describeWebhooks(names);
  const responses = errors.components();
  const used = JSON.stringify([paths, responses]);
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description:
        'Projects, languages, translations and glossaries of documentation sites. Successful responses have `data`, errors have `error`. Fields may be added to responses and events: ignore those you do not know. Unknown fields in a request are rejected.',
      contact: { name: 'The operator of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server of this description.' }],
    tags: [
      ...new Map(
        endpoints.map(({ tag }) => [tag, { name: tag, description: tagWords[tag] }]),
      ).values(),
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-docent_user',
          description: [
            'The session of a member, as Sign in sets it; without https its name is `docent_user`. A request that changes something must come from a page of this server: its `Origin` is compared. What members may do follows from their role:',
            ...Object.entries(roleTexts).map(([name, text]) => `- \`${name}\`: ${text}`),
          ].join('\n'),
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: [
            'An API key, created with `docent keys create`. Its scopes:',
            ...Object.entries(scopeTexts).map(([name, text]) => `- \`${name}\`: ${text}`),
          ].join('\n'),
        },
      },
      parameters: parameterComponents,
      // Those of deprecations only while something is deprecated.
      headers: Object.fromEntries(
        Object.entries(headerComponents).filter(([name]) =>
          used.includes(`"#/components/headers/${name}"`),
        ),
      ),
      responses,
      schemas: names.all(),
    },
  };
}

const tagWords: Readonly<Record<string, string>> = {
  Account: 'The key of a request, and its organization.',
  Sessions: 'Members who sign in, for the dashboard.',
  Members: 'Members of the organization, invitations, keys and the audit log.',
  Projects: 'Documentation sites.',
  Languages: 'Target languages of a project.',
  'Translation jobs': 'Translating pages.',
  Translations: 'Pages in their languages.',
  Glossary: 'Terms and their translations.',
  Webhooks: 'Subscriptions to events, and their deliveries.',
  Deployments: 'Builds of a site, and what they changed.',
  Events: 'What happened to a site.',
  Feedback: 'What readers think of pages.',
  Assistant: 'Questions of readers, and their answers.',
  Readers: 'What pages ask for their readers, without a key.',
};

function describe<Services, Project>(endpoint: Endpoint<Services, Project>, names: SchemaNames) {
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.title,
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    description: [
      endpoint.description,
      ...deprecationWords(endpoint),
      ...scopeWords(endpoint.scope),
      ...(endpoint.liveOnly ? ['It has no test mode: test keys get 403.'] : []),
    ].join('\n\n'),
    security: securityOf(endpoint),
    parameters: [
      ...[...endpoint.path.matchAll(/:(\w+)\+?/g)].map((match) =>
        ref('parameters', match[1] ?? ''),
      ),
      ...queryParameters(endpoint, names),
      ...requestHeaders(endpoint).map((name) => ref('parameters', name)),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: names.describe(endpoint.body, 'request'),
                example: exampleOf(endpoint.body),
              },
            },
          },
        }
      : {}),
    ...(endpoint.bytes
      ? {
          requestBody: {
            required: true,
            description: endpoint.bytes.description,
            content: {
              'application/octet-stream': {
                schema: { type: 'string', contentMediaType: 'application/octet-stream' },
                example: '\u0000\u0000\u0000\u0005hello',
              },
            },
          },
        }
      : {}),
  };
}

function scopeWords(scope: Scope | 'any' | null): string[] {
  if (scope === null) return [];
  return [scope === 'any' ? 'Scope: none.' : `Scope: \`${scope}\`.`];
}

function deprecationWords<Services, Project>({
  deprecated,
  deprecatedFields = {},
}: Endpoint<Services, Project>): string[] {
  const words = (what: string, { since, sunset, instead }: Deprecation) =>
    `${what} since ${since}${sunset ? `, to be removed on ${sunset}` : ''}. ${instead}`;
  return [
    ...(deprecated ? [words('Deprecated', deprecated)] : []),
    ...Object.entries(deprecatedFields).map(([name, one]) =>
      words(`\`${name}\` is deprecated`, one),
    ),
  ];
}

/** The names are those of roles: the scheme has no scopes of its own (OpenAPI 3.1). */
function securityOf<Services, Project>({ scope }: Endpoint<Services, Project>) {
  if (scope === null) return [];
  return [{ key: scope === 'any' ? [] : [scope] }, { session: [] }];
}

function successOf<Services, Project>(endpoint: Endpoint<Services, Project>, names: SchemaNames) {
  const { status, description, schema, type = 'application/json' } = endpoint.success;
  return {
    description,
    headers: answerHeaders(endpoint),
    ...(status === 204
      ? {}
      : {
          content: {
            [type]: {
              schema: names.describe(schema, 'response'),
              ...(type === 'application/json' ? { example: exampleOf(schema) } : {}),
            },
          },
        }),
  };
}

function notModified<Services, Project>({ versioned }: Endpoint<Services, Project>) {
  if (versioned !== 'read') return {};
  return {
    304: {
      description: 'The version in `If-None-Match` is current.',
      headers: { ETag: ref('headers', 'ETag'), 'X-Request-Id': ref('headers', 'X-Request-Id') },
    },
  };
}

function queryParameters<Services, Project>(
  endpoint: Endpoint<Services, Project>,
  names: SchemaNames,
) {
  return Object.entries(endpoint.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: endpoint.requiredQuery?.includes(name) ?? false,
    ...(endpoint.deprecatedFields?.[name] ? { deprecated: true } : {}),
    description: schema.description ?? '',
    schema: names.describe(schema, 'request'),
  }));
}

/** Headers that a request may have, by their names in `components`. */
function requestHeaders<Services, Project>({
  versioned,
  resumable,
  ...endpoint
}: Endpoint<Services, Project>): readonly string[] {
  return [
    'Docent-Version',
    ...(isRepeatable(endpoint) ? ['Idempotency-Key'] : []),
    ...(versioned === 'write' ? ['If-Match'] : []),
    ...(versioned === 'read' ? ['If-None-Match'] : []),
    ...(resumable ? ['Last-Event-ID'] : []),
  ];
}
