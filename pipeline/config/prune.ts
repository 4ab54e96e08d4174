import { fallbackPrimary } from '../../schema/config/colors.ts';
import { validateConfig } from '../../schema/config/validate.ts';
import { type Origins, setOwn, splitPointer } from '../../schema/pointer.ts';
import type { Violation } from '../../schema/validate.ts';

/**
 * A copy without the parts that break the schema, so that the rest of the site can still be checked. Places
 * stay known. `violations` are those of `value`.
 */
export function pruneConfig(
  value: unknown,
  violations: readonly Violation[],
  origins: Origins,
): unknown {
  if (violations.length === 0) return value;
  const root = copy(value, origins) as Record<string, unknown>;
  let left = violations;
  // Each round removes at least one value; the bound is for what nobody thought of.
  for (let round = 0; left.length > 0 && round < 1000; round++) {
    const pointers = [...new Set(left.map((violation) => violation.pointer))];
    // Later entries of a list first, so that the earlier ones keep their index.
    pointers.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    for (const pointer of pointers) removeAt(root, splitPointer(pointer), origins);
    if (root.name === undefined) setOwn(root, 'name', 'Untitled');
    if (root.colors === undefined) setOwn(root, 'colors', { primary: fallbackPrimary });
    if (root.navigation === undefined) setOwn(root, 'navigation', {});
    left = validateConfig(root);
  }
  return root;
}

function removeAt(root: unknown, parts: readonly string[], origins: Origins): void {
  let owner = root;
  for (const part of parts.slice(0, -1)) {
    if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, part)) return;
    owner = (owner as Record<string, unknown>)[part];
  }
  const key = parts.at(-1);
  if (key === undefined || typeof owner !== 'object' || owner === null) return;
  if (!Array.isArray(owner)) {
    delete (owner as Record<string, unknown>)[key];
    return;
  }
  const index = Number(key);
  if (index >= owner.length) return;
  owner.splice(index, 1);
  const entries = origins.get(owner)?.entries;
  if (entries === undefined) return;
  const places = [...entries].filter(([at]) => at !== key);
  entries.clear();
  for (const [at, place] of places) {
    entries.set(Number(at) > index ? String(Number(at) - 1) : at, place);
  }
}

function copy(value: unknown, origins: Origins): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const origin = origins.get(value);
  const twin: unknown[] | Record<string, unknown> = Array.isArray(value)
    ? value.map((entry) => copy(entry, origins))
    : {};
  if (!Array.isArray(twin)) {
    for (const [key, entry] of Object.entries(value)) setOwn(twin, key, copy(entry, origins));
  }
  if (origin !== undefined) origins.set(twin, { ...origin, entries: new Map(origin.entries) });
  return twin;
}
