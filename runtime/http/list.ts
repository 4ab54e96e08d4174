import type { JsonSchema } from '../../schema/json-schema.ts';
import { prepare } from '../../schema/validate.ts';
import { check, invalid, refuseBadValue } from './body.ts';
import type { Answer } from './endpoint.ts';

/**
 * Reads the known parameters of a query string by their schemas, with defaults; unknown parameters
 * are ignored. Preparing it costs a few milliseconds, which the first request waits for otherwise.
 */
export function createQueryReader(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
  { isPrepared = false } = {},
): (query: URLSearchParams) => Record<string, unknown> {
  const schema: JsonSchema = { type: 'object', properties, required };
  const names = Object.entries(properties);
  if (isPrepared) prepare(schema);
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

/** Part of a list, as a request asks for it. */
export interface ListPage {
  readonly page: number;
  readonly perPage: number;
  readonly limit: number;
  readonly offset: number;
  /** The row next to which the page begins. */
  readonly position?: Position | undefined;
  readonly sortedBy: ListOrder;
}

interface Position {
  readonly side: 'after' | 'before';
  readonly key: readonly (string | number)[];
}

/** A name for the order of a list, and the types of the values that it is sorted by. */
export interface ListOrder {
  readonly name: string;
  readonly types: readonly ('string' | 'number')[];
}

/** The order of most lists: by time and id. */
export const byTime: ListOrder = { name: 'time', types: ['number', 'string'] };

/** Which part of a list a query asks for; a cursor takes precedence over a page. */
export function pageOf(
  query: Readonly<Record<string, unknown>>,
  sortedBy: ListOrder = byTime,
): ListPage {
  const perPage = Number(query.perPage ?? query.limit);
  const { cursor } = query;
  if (typeof cursor === 'string') {
    const { page, position } = readCursor(cursor, sortedBy);
    return { page, perPage, limit: perPage, offset: 0, position, sortedBy };
  }
  const page = Number(query.page ?? 1);
  return { page, perPage, limit: perPage, offset: (page - 1) * perPage, sortedBy };
}

/** `data` and `meta` of a list response, and a `Link` header with the pages next to it. */
export function listAnswer<Row>(
  listed: {
    readonly rows: readonly Row[];
    readonly total: number;
    readonly hasPrevious: boolean;
    readonly hasNext: boolean;
  },
  page: ListPage,
  {
    url,
    view,
    keyOf,
  }: {
    /** Path and query of the request. */
    readonly url: string;
    readonly view: (row: Row) => unknown;
    /** The values that the list is sorted by. */
    readonly keyOf: (row: Row) => Position['key'];
  },
): Answer {
  const { rows, total, hasPrevious, hasNext } = listed;
  const linkTo = (side: Position['side'], row: Row | undefined, number: number) =>
    row === undefined
      ? undefined
      : {
          cursor: writeCursor({ page: number, position: { side, key: keyOf(row) } }, page.sortedBy),
        };
  return {
    body: listBody(rows.map(view), total, page),
    headers: {
      Link: linkHeader(url, {
        first: {},
        prev: hasPrevious ? linkTo('before', rows[0], Math.max(1, page.page - 1)) : undefined,
        next: hasNext ? linkTo('after', rows.at(-1), page.page + 1) : undefined,
      }),
    },
  };
}

/** The same for a list of sums, whose rows have no lasting place: its pages are linked by number. */
export function numberedAnswer(
  data: readonly unknown[],
  total: number,
  page: ListPage,
  url: string,
): Answer {
  const isAfter = page.offset > 0 && page.offset < total + page.limit;
  const linkTo = (number: number) => ({ page: String(number) });
  return {
    body: listBody(data, total, page),
    headers: {
      Link: linkHeader(url, {
        first: {},
        prev: isAfter ? linkTo(page.page - 1) : undefined,
        next: page.offset + page.limit < total ? linkTo(page.page + 1) : undefined,
      }),
    },
  };
}

function listBody(
  data: readonly unknown[],
  total: number,
  { page, perPage }: Pick<ListPage, 'page' | 'perPage'>,
) {
  return { data, meta: { total, page, perPage, totalPages: Math.ceil(total / perPage) } };
}

/** Relation → parameters of the page that it leads to. */
type Links = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

function linkHeader(url: string, links: Links): string {
  return Object.entries(links)
    .flatMap(([name, place]) => (place ? [`<${addressAt(url, place)}>; rel="${name}"`] : []))
    .join(', ');
}

/** The same list at another place; without parameters at its beginning. */
function addressAt(url: string, place: Readonly<Record<string, string>>): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.delete('page');
  searchParams.delete('cursor');
  for (const [name, value] of Object.entries(place)) searchParams.set(name, value);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

interface Place {
  /** Number of the page, counted from where the client began. */
  readonly page: number;
  readonly position: Position;
}

function writeCursor({ page, position }: Place, { name }: ListOrder): string {
  const parts = [name, position.side, page, ...position.key];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function readCursor(cursor: string, { name, types }: ListOrder): Place {
  const parts = parsed(cursor);
  const [order, side, page, ...key] = parts;
  const fits = (value: unknown, index: number): value is string | number =>
    typeof value === types[index] && (typeof value === 'string' || Number.isSafeInteger(value));
  if (
    order !== name ||
    (side !== 'after' && side !== 'before') ||
    !Number.isSafeInteger(page) ||
    Number(page) < 1 ||
    key.length !== types.length ||
    !key.every(fits)
  ) {
    throw invalid(
      'cursor',
      'bad-cursor',
      'Unexpected cursor, expected one from the Link header of this list in the same order',
    );
  }
  refuseBadValue({ cursor: key });
  return { page: Number(page), position: { side, key } };
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
