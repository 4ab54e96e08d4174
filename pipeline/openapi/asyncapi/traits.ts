import { writeExact } from '../exact-json.ts';
import { asList, asObject, type Json } from '../json.ts';
import type { Node, References } from '../references.ts';

/** Traits that are applied to one operation or message. */
const mostTraits = 50;

/**
 * An operation or a message with its traits. In version 2 a trait replaces what it is applied to, in
 * version 3 it only adds. Objects are merged when they come from the same file: elsewhere, their
 * references would mean other values.
 */
export function withTraits(node: Node, references: References, version: 2 | 3): Node {
  let added: Json = {};
  for (const entry of asList(node.value.traits).slice(0, mostTraits)) {
    const trait = references.follow(entry, node.file);
    // Many may refer to the same trait, which is merged with each of them.
    references.work.parts -= Object.keys(trait?.value ?? {}).length;
    if (!trait || references.work.parts <= 0) continue;
    added = merge(added, trait.file === node.file ? trait.value : flatPart(trait.value), {
      ...{ depth: 0, work: references.work },
    });
  }
  if (Object.keys(added).length === 0) return node;
  const { traits: _, ...own } = node.value;
  const merging = { depth: 0, work: references.work };
  return {
    ...node,
    value: version === 2 ? merge(own, added, merging) : merge(added, own, merging),
  };
}

const flatParts = new WeakMap<Json, Json>();

/** The keys that hold no reference. */
function flatPart(value: Json): Json {
  const kept = flatParts.get(value);
  if (kept) return kept;
  const flat = Object.fromEntries(
    Object.entries(value).filter(([, item]) => !writeExact(item)?.includes('"$ref"')),
  );
  flatParts.set(value, flat);
  return flat;
}

/** Deepest level that is merged; below it, one of the two values is taken. */
const deepest = 6;

/** `patch` over `target`, as in JSON Merge Patch. */
function merge(
  target: Json,
  patch: Json,
  merging: { readonly depth: number; readonly work: References['work'] },
): Json {
  const { depth, work } = merging;
  work.parts -= 1;
  const made = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = asObject(made.get(key));
    const after = asObject(value);
    if (value === null) made.delete(key);
    else if (before && after && depth < deepest && !('$ref' in before) && !('$ref' in after)) {
      work.parts -= Object.keys(after).length;
      made.set(key, work.parts > 0 ? merge(before, after, { depth: depth + 1, work }) : after);
    } else made.set(key, value);
  }
  return Object.fromEntries(made);
}
