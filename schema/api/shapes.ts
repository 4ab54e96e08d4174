import { type ApiCode, statusOf } from '../codes.ts';
import { detailCodes } from '../detail-codes.ts';
import type { JsonSchema, JsonType } from '../json-schema.ts';

/** An object of exactly these fields, all of them required. */
export function exactly(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: 'object',
    description,
    additionalProperties: false,
    properties,
    required: Object.keys(properties),
  };
}

/** An object of these fields, of which only some are required; others are rejected. */
export function body(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', description, additionalProperties: false, properties, required };
}

/** A schema under its name in the API description. */
export function named(title: string, schema: JsonSchema): JsonSchema {
  return { title, ...schema };
}

/** The same schema, or null; without the name of the schema. */
export function nullable({ title: _, ...schema }: JsonSchema): JsonSchema {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as JsonType[];
  const values = schema.enum ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [...types, 'null'] };
}

/** `data` with one resource: the envelope of a successful response. */
export function dataOf(schema: JsonSchema): JsonSchema {
  return exactly('The result.', { data: schema });
}

/** `data` and `meta` with a list: the envelope of a list response. */
export function listOf(schema: JsonSchema): JsonSchema {
  return exactly('One page of a list.', {
    data: { type: 'array', description: 'The entries of this page.', items: schema },
    meta: listMeta,
  });
}

const listMeta = named(
  'ListMeta',
  exactly('Position of this page in the list.', {
    total: { type: 'integer', minimum: 0, description: 'Total number of entries.', examples: [42] },
    page: {
      type: 'integer',
      minimum: 1,
      description: 'Number of this page, starting at 1.',
      examples: [1],
    },
    perPage: { type: 'integer', minimum: 1, description: 'Entries per page.', examples: [20] },
    totalPages: {
      type: 'integer',
      minimum: 0,
      description: 'Total number of pages.',
      examples: [3],
    },
  }),
);

/** The query parameters of a list whose pages have numbers only. */
export function numberedQuery(perPage: {
  readonly default: number;
  readonly max: number;
}): Record<string, JsonSchema> {
  return {
    page: {
      type: 'integer',
      minimum: 1,
      // Beyond this page, an offset is not a whole number that the databases support.
      maximum: 1_000_000_000,
      default: 1,
      description: 'The page to return, starting at 1. Pages beyond the last one are empty.',
    },
    perPage: {
      type: 'integer',
      minimum: 1,
      maximum: perPage.max,
      default: perPage.default,
      description: 'Entries per page.',
    },
  };
}

/** The query parameters of a list. */
export function pageQuery(perPage: {
  readonly default: number;
  readonly max: number;
}): Record<string, JsonSchema> {
  return {
    ...numberedQuery(perPage),
    cursor: {
      type: 'string',
      pattern: '^[\\w-]{1,8000}$',
      expects: 'a cursor from a Link header',
      description:
        'Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`.',
    },
  };
}

/** Query parameters for a span of time. */
export function spanQuery(what: string): Record<string, JsonSchema> {
  const moment = (description: string): JsonSchema => ({
    type: 'string',
    format: 'date-time',
    description,
    examples: ['2026-03-15T12:00:00.000Z'],
  });
  return {
    from: moment(`Only ${what} at this time or later (ISO 8601).`),
    to: moment(`Only ${what} at this time or earlier (ISO 8601).`),
  };
}

/** ISO 8601 in UTC with milliseconds, such as `2026-03-01T12:00:00.000Z`. */
export function isoTime(description: string): JsonSchema {
  return {
    type: 'string',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    description: `${description} (ISO 8601, UTC).`,
    examples: ['2026-03-01T12:00:00.000Z'],
  };
}

/** Epoch milliseconds: the timestamps of projects. */
export function epochTime(description: string): JsonSchema {
  return {
    type: 'integer',
    minimum: 0,
    description: `${description} (epoch milliseconds).`,
    examples: [1_772_366_400_000],
  };
}

/** An identifier such as `prj_01JNF5A3…`. Clients must treat it as opaque. */
export function identifier(prefix: string, description: string): JsonSchema {
  return {
    type: 'string',
    pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`,
    description,
    examples: [`${prefix}_01JNF5A3Q8R7XK2M4V9B6C0DTE`],
  };
}

/** What an error response says. */
export const errorFields: JsonSchema = {
  title: 'ErrorFields',
  type: 'object',
  description: 'The error.',
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      enum: Object.keys(statusOf),
      description: 'Machine-readable code.',
    },
    message: { type: 'string', description: 'Human-readable message, one sentence.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    requestId: { type: 'string', description: 'Identifies the request in the server log.' },
    details: {
      type: 'array',
      description: 'The individual errors in the request.',
      items: {
        title: 'ErrorDetail',
        type: 'object',
        additionalProperties: false,
        properties: {
          path: {
            type: 'string',
            description: 'Field or parameter; empty if the whole request is meant.',
          },
          code: {
            description: [
              'What is wrong:',
              ...Object.entries(detailCodes).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
              'Mistakes in `configJson` also have the codes that `docent check` reports.',
            ].join('\n'),
            anyOf: [
              { type: 'string', enum: Object.keys(detailCodes) },
              { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
            ],
          },
          message: { type: 'string', description: 'What was found and what was expected.' },
          needed: { type: 'integer', description: 'Units the request would use.' },
          remaining: { type: 'integer', description: 'Units left this month.' },
        },
        required: ['path', 'code', 'message'],
      },
    },
  },
  required: ['code', 'message', 'status', 'requestId'],
};

/** The body of every error response. */
export const errorBody = named('Error', exactly('What went wrong.', { error: errorFields }));

/** The same content as `application/problem+json` (RFC 9457). */
export const problemBody: JsonSchema = {
  title: 'Problem',
  type: 'object',
  description: 'The error as a problem document (RFC 9457).',
  additionalProperties: false,
  properties: {
    type: { type: 'string', description: 'Identifies the type of the problem.' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'Human-readable message, one sentence.' },
    code: { type: 'string', enum: Object.keys(statusOf), description: 'Machine-readable code.' },
    requestId: { type: 'string', description: 'Identifies the request in the server log.' },
    details: { type: 'array', items: { type: 'object' }, description: 'The individual errors.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
};

/** A sample error body, for the API description. */
export function errorSample(code: ApiCode, message: string, status: number = statusOf[code]) {
  return { error: { code, message, status, requestId: 'req_01JNF5A3Q8R7XK2M4V9B6C0DTE' } };
}
