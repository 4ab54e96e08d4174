import { parseExact } from './exact-json.ts';
import { isObject } from './serialize.ts';

const orNull = /\s*\|\s*null$|^null\s*\|\s*/;

/** A type as an author writes it, without `null` as its alternative. */
export function withoutNull(type: string): string {
  return type.trim().replace(orNull, '');
}

/** Whether a value of the type may be null. */
export function allowsNull(type: string): boolean {
  return orNull.test(type.trim());
}

/**
 * A text as the list, object or null that a type allows, if it is the JSON of one; anything at all for `any`. Texts
 * are not read: in one with quotes, the quotes may be meant.
 */
export function jsonOf(text: string, type: string): unknown {
  const value = parsed(text);
  const bare = withoutNull(type);
  if (value === null) return allowsNull(type) || anyWords.test(bare) ? null : undefined;
  if (itemTypeOf(type) !== undefined) return Array.isArray(value) ? value : undefined;
  if (anyWords.test(bare)) return value;
  return isObject(value) && objectWords.test(bare) ? value : undefined;
}

const anyWords = /^(?:any|json)\b/i;

/** Names of types whose values are objects, as far as is known. */
export const objectWords = /^(?:object|any|json|map|record)\b/i;

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** The type of the items of `string[]`, `array<string>` or `array`, '' where it is not said; undefined if it is no list. */
export function itemTypeOf(type: string): string | undefined {
  const bare = withoutNull(type);
  if (bare.endsWith('[]')) return bare.slice(0, -2);
  const [list, inside, words] = listWords.exec(bare) ?? [];
  return list === undefined ? undefined : (inside ?? words ?? '').trim();
}

const listWords = /^(?:array|list)\b(?:\s*[<[](.+)[>\]]$|\s+of\s+(\w+?)s?$)?/i;
