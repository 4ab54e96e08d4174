import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

/**
 * Draws an entry of a long list again only when one of the parts that it shows has changed: what is the same object as
 * before is skipped, with everything in it.
 */
export function useKept(): (key: string, parts: readonly unknown[], draw: () => VNode) => VNode {
  const kept = useRef(
    new Map<string, { readonly parts: readonly unknown[]; readonly node: VNode }>(),
  );
  return (key, parts, draw) => {
    const known = kept.current.get(key);
    if (known?.parts.length === parts.length && parts.every((part, at) => part === known.parts[at]))
      return known.node;
    const node = draw();
    kept.current.set(key, { parts, node });
    return node;
  };
}

/** Rows that are laid out together, once one of them is near. */
const portionSize = 10;

/** The rows of a long list in portions. */
export function portionsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / portionSize) }, (_, at) =>
    rows.slice(at * portionSize, (at + 1) * portionSize),
  );
}

/** A value that was read again, with the objects of the one before wherever nothing in them has changed. */
export function shared(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (Array.isArray(before) && Array.isArray(after)) return sharedIn(before, after);
  if (!isObject(before) || !isObject(after)) return after;
  return Array.isArray(before) || Array.isArray(after) ? after : sharedIn(before, after);
}

function sharedIn<Value extends object>(before: Value, after: Value): Value {
  const [old, next] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const keys = Object.keys(next);
  const oldKeys = Object.keys(old);
  // The order of keys is that of what is shown.
  let isSame = keys.length === oldKeys.length && keys.every((key, at) => key === oldKeys[at]);
  for (const key of keys) {
    if (!Object.hasOwn(old, key)) continue;
    const value = shared(old[key], next[key]);
    if (value !== old[key]) isSame = false;
    if (value !== next[key]) next[key] = value;
  }
  return isSame ? before : after;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
