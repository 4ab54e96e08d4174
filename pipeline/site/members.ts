/** Thrown for what only a JavaScript engine should run. */
export class NeedsCompiling extends Error {
  override readonly name = 'NeedsCompiling';
}

/** A property that a value has of its own; nothing inherited is in reach. */
export function member(target: unknown, name: string): unknown {
  if (isNothing(target)) {
    throw new TypeError(`Cannot read "${name}" of ${target === null ? 'null' : 'undefined'}`);
  }
  if (typeof target === 'string' || Array.isArray(target)) {
    if (name === 'length') return target.length;
    return Object.hasOwn(Object(target), name) ? Reflect.get(Object(target), name) : undefined;
  }
  if (typeof target !== 'object') return undefined;
  return Object.hasOwn(target as object, name) ? Reflect.get(target as object, name) : undefined;
}

const textMethods = new Set(
  'toUpperCase toLowerCase trim trimStart trimEnd slice substring split replace replaceAll includes startsWith endsWith padStart padEnd indexOf lastIndexOf at charAt concat toString'.split(
    ' ',
  ),
);
const listMethods = new Set(
  'map filter join slice concat includes indexOf find findIndex some every flat flatMap at reduce toReversed toSorted toString'.split(
    ' ',
  ),
);
const numberMethods = new Set(['toFixed', 'toString', 'toLocaleString', 'toPrecision']);

/** Calls a method that reads and changes nothing. */
export function method(target: unknown, name: string, values: unknown[]): unknown {
  if (isNothing(target)) throw new TypeError(`Cannot call "${name}" of ${String(target)}`);
  const allowed =
    typeof target === 'string'
      ? textMethods
      : Array.isArray(target)
        ? listMethods
        : typeof target === 'number'
          ? numberMethods
          : undefined;
  if (allowed?.has(name)) {
    const found = Reflect.get(Object(target), name) as (...values: unknown[]) => unknown;
    const result = Reflect.apply(found, target, values);
    if (typeof result === 'string' && result.length > 1_000_000) throw new RangeError('Too long');
    return result;
  }
  const own = typeof target === 'object' ? member(target, name) : undefined;
  if (typeof own === 'function') return own(...values);
  throw new NeedsCompiling(`A call of ${name}`);
}

/** `null` or `undefined`. */
export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
