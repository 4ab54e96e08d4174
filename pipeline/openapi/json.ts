/** A parsed JSON or YAML object with unvalidated fields. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object, `undefined` when it is anything else. */
export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined;
}

/** The value as a list; anything else is an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a text, `undefined` when it is empty or anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Own entries whose values are objects, in the order of the file. */
export function objectEntries(value: unknown): readonly (readonly [string, Json])[] {
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(asObject(value) ?? {})) {
    const object = asObject(item);
    if (object) entries.push([key, object]);
  }
  return entries;
}

/** The object without the keys whose value is undefined, for types with exact optional fields. */
export function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  // Called for every field of every operation.
  for (const key of Object.keys(value) as (keyof T)[]) {
    if (value[key] !== undefined) kept[key] = value[key];
  }
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Value at a JSON pointer in a document (`/a/b~1c`), `undefined` if it does not exist. */
export function atPointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const raw of pointer.split('/').slice(1)) {
    const step = decode(raw).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(step)];
    else {
      const object = asObject(value);
      if (!object || !Object.hasOwn(object, step)) return undefined;
      value = object[step];
    }
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
