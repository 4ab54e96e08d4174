import { hash } from 'node:crypto';
import type { Field, Response } from '../../../schema/operation.ts';

/** A field whose inner fields are not repeated, with the place that lists the same ones, as Markdown. */
export interface ListedField extends Field {
  readonly listedAt?: string;
}

/** A list with at most so many rows is repeated. */
const fewRows = 3;

/**
 * Responses that list the same fields only once. The errors of an API usually have one form, and an operation a dozen
 * of them: repeated each time, their fields would be most of what a language model reads of it.
 */
export function listedOnce(responses: readonly Response[]): readonly Response[] {
  const listed = new Map<string, Listed>();
  return responses.map((response) => ({
    ...response,
    contents: response.contents.map((content) => {
      const place = { status: response.status, mediaType: content.mediaType };
      return { ...content, field: fieldAt(content.field, place, listed) };
    }),
  }));
}

/** The content of a response. */
interface Place {
  readonly status: string;
  readonly mediaType: string;
}

/** Where a list is, and the name of the field that has it. */
interface Listed {
  readonly place: Place;
  readonly name: string;
}

/** The field with what is below it, unless that was listed before. */
function fieldAt(field: Field, place: Place, listed: Map<string, Listed>): ListedField {
  const { key, rows } = listOf(field);
  if (rows <= fewRows) return field;
  const at = listed.get(key);
  // Within one content, only the name of a field could tell which of its lists is meant.
  if (at && at.place !== place) {
    return { ...field, fields: [], variants: [], listedAt: whereOf(at, field, place) };
  }
  if (!at) listed.set(key, { place, name: field.name });
  return {
    ...field,
    fields: field.fields.map((inner) => fieldAt(inner, place, listed)),
    variants: field.variants.map(({ label, field: inner }) => {
      return { label, field: fieldAt(inner, place, listed) };
    }),
  };
}

function whereOf(at: Listed, field: Field, { status }: Place): string {
  const where = at.place.status === status ? at.place.mediaType : at.place.status;
  return at.name === field.name ? `\`${where}\`` : `\`${at.name || 'body'}\` of \`${where}\``;
}

interface List {
  /** The same for lists that are written alike. */
  readonly key: string;
  readonly rows: number;
}

const lists = new WeakMap<Field, List>();

/** What is below a field. */
function listOf(field: Field): List {
  const known = lists.get(field);
  if (known) return known;
  const inner = [...field.fields, ...field.variants.map((variant) => variant.field)];
  const below = inner.map(listOf);
  const labels = field.variants.map(({ label }) => label);
  const own = inner.map(({ fields: _, variants: __, ...facts }) => facts);
  const list = {
    key: hash('sha256', JSON.stringify([own, labels, field.any, below])),
    rows: inner.length + below.reduce((sum, { rows }) => sum + rows, 0),
  };
  lists.set(field, list);
  return list;
}
