import type { Place, Point } from './errors.ts';

/** Where the keys and values of one object or array were written. */
export interface Origin {
  readonly file: string;
  readonly self: Place;
  readonly entries: Map<string, { readonly key?: Place; readonly value: Place }>;
}

/** Objects and arrays of a parsed value → where they were written. Values may be moved and merged freely. */
export type Origins = WeakMap<object, Origin>;

/**
 * Position of the value (or key) at a JSON pointer inside `root`; for a value that was not written,
 * that of its closest written ancestor.
 */
export function locate(
  root: unknown,
  pointer: string,
  options: { readonly origins: Origins; readonly part?: 'key' | 'value' },
): { readonly file: string; readonly place: Place } | undefined {
  let current = root;
  let found: { file: string; place: Place } | undefined;
  const own = isObject(current) ? options.origins.get(current) : undefined;
  if (own !== undefined) found = { file: own.file, place: firstCharacter(own.self) };
  for (const key of splitPointer(pointer)) {
    if (!isObject(current)) return found;
    const entry = options.origins.get(current)?.entries.get(key);
    const file = options.origins.get(current)?.file;
    current = Object.hasOwn(current, key) ? (current as Record<string, unknown>)[key] : undefined;
    const moved = isObject(current) ? options.origins.get(current) : undefined;
    if (entry !== undefined && file !== undefined) {
      // A value included by `$ref` is in its own file, its key in the file that refers to it.
      const byKey = options.part === 'key' && entry.key !== undefined;
      if (byKey) found = { file, place: entry.key as Place };
      else if (moved !== undefined) found = { file: moved.file, place: firstCharacter(moved.self) };
      else found = { file, place: entry.value };
    } else if (moved !== undefined) {
      found = { file: moved.file, place: firstCharacter(moved.self) };
    }
  }
  return found;
}

/** Parts of a JSON pointer (RFC 6901), unescaped. */
export function splitPointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** JSON pointer of parts. */
export function joinPointer(parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** A JSON pointer in readable form: `navigation.tabs[0].tab`. */
export function pointerAsPath(pointer: string): string {
  let path = '';
  for (const part of splitPointer(pointer).map(shorten)) {
    if (/^\d+$/.test(part)) path += `[${part}]`;
    else if (/^[$\w-]+$/.test(part)) path += path === '' ? part : `.${part}`;
    else path += `[${JSON.stringify(part)}]`;
  }
  return path;
}

/** A key as shown in a message: truncated after 100 characters. */
export function shorten(key: string): string {
  return key.length > 100 ? `${key.slice(0, 99)}…` : key;
}

/** Sets an own property even if it is called `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The position a number of characters further on the same line. */
export function behind({ line, column, offset }: Point, count: number): Point {
  return { line, column: column + count, offset: offset + count };
}

function firstCharacter(place: Place): Place {
  return { start: place.start, end: behind(place.start, 1) };
}
