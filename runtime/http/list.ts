import type { JsonSchema } from '../../schema/json-schema.ts';
import { check, refuseBadValue } from './body.ts';

/**
 * Reads the known parameters of a query string by their schemas, with defaults; unknown parameters
 * are ignored.
 */
export function createQueryReader(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): (query: URLSearchParams) => Record<string, unknown> {
  const schema: JsonSchema = { type: 'object', properties, required };
  const names = Object.entries(properties);
  return (query) => {
    const values: Record<string, unknown> = {};
    for (const [name, { type, default: fallback }] of names) {
      const text = query.get(name);
      if (text !== null) values[name] = coerce(text, type);
      else if (fallback !== undefined) values[name] = fallback;
    }
    refuseBadValue(values);
    check(schema, values);
    return values;
  };
}

function coerce(text: string, type: JsonSchema['type']): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Offset and size of a page of a list. */
export function pageOf(query: Readonly<Record<string, unknown>>): {
  readonly page: number;
  readonly perPage: number;
  readonly limit: number;
  readonly offset: number;
} {
  const page = Number(query.page);
  const perPage = Number(query.perPage ?? query.limit);
  return { page, perPage, limit: perPage, offset: (page - 1) * perPage };
}

/** `data` and `meta`: the envelope of a list response. */
export function listBody<T>(
  data: readonly T[],
  total: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
) {
  return { data, meta: { total, page, perPage, totalPages: Math.ceil(total / perPage) } };
}
