import { hash } from 'node:crypto';
import type { Field, Response } from '../../../schema/operation.ts';

/** A field, with the status or media type whose fields are the same, if they are not repeated. */
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
  const listed = new Map<string, Place>();
  return responses.map((response) => ({
    ...response,
    contents: response.contents.map((content) => {
      const place = { status: response.status, mediaType: content.mediaType };
      return { ...content, field: fieldAt(content.field, place, listed) };
    }),
  }));
}

interface Place {
  readonly status: string;
  readonly mediaType: string;
}

/** The field with what is below it, unless that was listed before. */
function fieldAt(field: Field, place: Place, listed: Map<string, Place>): ListedField {
  const { key, rows } = listOf(field);
  if (rows <= fewRows) return field;
  const at = listed.get(key);
  if (at) {
    const listedAt = at.status === place.status ? at.mediaType : at.status;
    return { ...field, fields: [], variants: [], listedAt };
  }
  listed.set(key, place);
  return {
    ...field,
    fields: field.fields.map((inner) => fieldAt(inner, place, listed)),
    variants: field.variants.map(({ label, field: inner }) => {
      return { label, field: fieldAt(inner, place, listed) };
    }),
  };
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
