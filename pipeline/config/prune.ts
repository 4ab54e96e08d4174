import { fallbackPrimary } from '../../schema/config/colors.ts';
import { type CheckedSections, validateConfig } from '../../schema/config/validate.ts';
import { type Origins, setOwn, splitPointer } from '../../schema/pointer.ts';
import type { Violation } from '../../schema/validation/violation.ts';

/** A section with as many mistakes as this is left out as a whole, and all are after so many rounds. */
const hopeless = 500;
const mostRounds = 20;

/**
 * A copy without the parts that break the schema, so that the rest of the site can still be checked. Places
 * stay known. `violations` are those of `value`, section by section in `checked`.
 */
export function pruneConfig(
  value: unknown,
  {
    violations,
    checked,
    origins,
  }: {
    readonly violations: readonly Violation[];
    readonly checked: CheckedSections;
    readonly origins: Origins;
  },
): unknown {
  if (violations.length === 0) return value;
  const root = copy(value, origins) as Record<string, unknown>;
  let left = violations;
  const sound = new Map([...checked].filter(([, found]) => found.length === 0));
  for (let round = 0; left.length > 0 && round <= mostRounds; round++) {
    remove(root, round < mostRounds ? partsOf(left) : sectionsOf(left), origins);
    if (root.name === undefined) setOwn(root, 'name', 'Untitled');
    if (root.colors === undefined) setOwn(root, 'colors', { primary: fallbackPrimary });
    if (root.navigation === undefined) setOwn(root, 'navigation', {});
    left = validateConfig(root, new Map(sound));
  }
  return root;
}

type Parts = readonly string[];

/** What is to go, each part once; of a section with too many mistakes only the section itself. */
function partsOf(violations: readonly Violation[]): readonly Parts[] {
  const bySection = new Map<string, Map<string, Parts>>();
  for (const { pointer } of violations) {
    const parts = splitPointer(pointer);
    const section = bySection.get(parts[0] ?? '') ?? new Map<string, Parts>();
    bySection.set(parts[0] ?? '', section.set(pointer, parts));
  }
  return [...bySection].flatMap(([name, section]) =>
    section.size < hopeless ? [...section.values()] : [[name]],
  );
}

function sectionsOf(violations: readonly Violation[]): readonly Parts[] {
  return violations.map(({ pointer }) => splitPointer(pointer).slice(0, 1));
}

/** Removes parts; all of one list at once, since each removal moves the entries behind it. */
function remove(root: object, parts: readonly Parts[], origins: Origins): void {
  const keysOf = new Map<object, Set<string>>();
  for (const path of parts) {
    const key = path.at(-1);
    const owner = key === undefined ? undefined : valueAt(root, path.slice(0, -1));
    if (key === undefined || typeof owner !== 'object' || owner === null) continue;
    keysOf.set(owner, (keysOf.get(owner) ?? new Set()).add(key));
  }
  for (const [owner, keys] of keysOf) {
    if (Array.isArray(owner)) removeEntries(owner, keys, origins);
    else for (const key of keys) delete (owner as Record<string, unknown>)[key];
  }
}

function valueAt(root: unknown, parts: Parts): unknown {
  let current = root;
  for (const part of parts) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return;
    current = (current as Record<string, unknown>)[part];
  }
  return current;
}

function removeEntries(list: unknown[], keys: ReadonlySet<string>, origins: Origins): void {
  const kept = list.map((_, index) => index).filter((index) => !keys.has(String(index)));
  const values = kept.map((index) => list[index]);
  const entries = origins.get(list)?.entries;
  const places = kept.map((index) => entries?.get(String(index)));
  list.length = 0;
  for (const value of values) list.push(value);
  if (entries === undefined) return;
  entries.clear();
  places.forEach((place, index) => {
    if (place !== undefined) entries.set(String(index), place);
  });
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
