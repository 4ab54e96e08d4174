import type { Place, Point } from './errors.ts';

/** Offsets of what was written, the second behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the keys and values of one object or array were written. */
export interface Origin {
  readonly file: string;
  readonly self: Span;
  readonly entries: Map<string, EntryOrigin>;
  /** The lines and columns of a span of the file. */
  readonly placeOf: (span: Span) => Place;
}

/** Where one of them was written. */
interface EntryOrigin {
  readonly key?: Span;
  readonly value: Span;
  /** The object that it was written in, where it has been put into another since. */
  readonly from?: Origin;
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
  if (own !== undefined) found = firstCharacter(own);
  for (const key of splitPointer(pointer)) {
    if (!isObject(current)) return found;
    const origin = options.origins.get(current);
    const entry = origin?.entries.get(key);
    current = Object.hasOwn(current, key) ? (current as Record<string, unknown>)[key] : undefined;
    const moved = isObject(current) ? options.origins.get(current) : undefined;
    if (entry !== undefined && origin !== undefined) {
      // A value included by `$ref` is in its own file, its key in the file that refers to it.
      const byKey = options.part === 'key' ? entry.key : undefined;
      if (byKey === undefined && moved !== undefined) found = firstCharacter(moved);
      else {
        const { file, placeOf } = entry.from ?? origin;
        found = { file, place: placeOf(byKey ?? entry.value) };
      }
    } else if (moved !== undefined) found = firstCharacter(moved);
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

/** JSON pointer of a key in the value at a pointer. */
export function pointerTo(owner: string, key: string): string {
  return /[~/]/.test(key) ? owner + joinPointer([key]) : `${owner}/${key}`;
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
function behind({ line, column, offset }: Point, count: number): Point {
  return { line, column: column + count, offset: offset + count };
}

function firstCharacter({ file, self, placeOf }: Origin) {
  const { start } = placeOf(self);
  return { file, place: { start, end: behind(start, 1) } };
}
