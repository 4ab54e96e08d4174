const orNull = /\s*\|\s*null$|^null\s*\|\s*/;

/** A type as an author writes it, without `null` as its alternative. */
export function withoutNull(type: string): string {
  return type.trim().replace(orNull, '');
}

/** The type of the items of `string[]`, `array<string>` or `array`, '' where it is not said; undefined if it is no list. */
export function itemTypeOf(type: string): string | undefined {
  const bare = withoutNull(type);
  if (bare.endsWith('[]')) return bare.slice(0, -2);
  const [list, inside, words] = listWords.exec(bare) ?? [];
  return list === undefined ? undefined : (inside ?? words ?? '').trim();
}

const listWords = /^(?:array|list)\b(?:\s*[<[](.+)[>\]]$|\s+of\s+(\w+?)s?$)?/i;
