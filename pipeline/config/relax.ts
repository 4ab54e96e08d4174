import { type CheckedSections, validateConfig } from '../../schema/config/validate.ts';
import { locate, splitPointer } from '../../schema/pointer.ts';
import { show } from '../../schema/validation/show.ts';
import { dropEntries, type Edit, type Fields, put, remove } from './edit.ts';
import type { Location } from './locate.ts';

/**
 * Gives values that break the schema the one plain meaning they have, in place, each with a warning: an empty
 * value is an absent one, `"true"` is `true`, `"Dark"` is `"dark"`, a single value is a list
 * of one. A value without such a meaning stays as it is, and validation refuses it. Returns what the sections have
 * wrong in the end.
 */
export function relaxValues(edit: Edit, config: Fields): CheckedSections {
  const checked: CheckedSections = new Map();
  const readings: Readings = new Map();
  const emptied = new WeakSet<object>();
  const lists = new WeakMap<object, Place>();
  for (let round = 0; round < mostRounds; round++) {
    const places = placesOf(edit, config, checked);
    const gone = new Map<object, Set<string>>();
    let changed = false;
    for (const found of places) {
      const place = lists.get(found.owner) ?? found;
      if (isAbsent(place, emptied)) {
        sayAbsent(edit, place);
        checked.delete(sectionOf(place));
        gone.set(place.owner, (gone.get(place.owner) ?? new Set()).add(place.key));
      } else if (readNext(edit, place, readings)) {
        changed = true;
        checked.delete(sectionOf(place));
        const list = (place.owner as Fields)[place.key];
        if (Array.isArray(list)) lists.set(list, place);
      }
    }
    for (const [owner, keys] of gone) {
      takeOut(edit, owner, keys);
      // The schema has no requirements for a logo, a site does.
      if (owner === config.logo && Object.keys(owner).length === 0) remove(edit, config, 'logo');
      emptied.add(owner);
    }
    if (!changed && gone.size === 0) break;
  }
  for (const [owner, keys] of readings) {
    for (const [key, reading] of keys) {
      if (reading.ways !== undefined) sayReading(edit, (owner as Fields)[key], reading);
    }
  }
  return checked;
}

function sectionOf({ pointer }: Place): string {
  return splitPointer(pointer)[0] ?? '';
}

/** One round for each way to read a value, and for each container that lost what it needs. */
const mostRounds = 10;

/** Where the schema is broken. */
interface Place {
  readonly owner: object;
  readonly key: string;
  readonly pointer: string;
  readonly ruleId: string;
  readonly location: Location;
}

/** A value that is read in another way; without `ways` none has fitted. */
interface Reading {
  readonly original: unknown;
  readonly location: Location;
  readonly ways: readonly unknown[] | undefined;
}

type Readings = Map<object, Map<string, Reading>>;

function placesOf(edit: Edit, config: Fields, checked: CheckedSections): readonly Place[] {
  return validateConfig(config, checked).flatMap(({ pointer, ruleId }) => {
    const parts = splitPointer(pointer);
    const key = parts.at(-1);
    let owner: unknown = config;
    for (const part of parts.slice(0, -1)) owner = (owner as Fields | undefined)?.[part];
    if (key === undefined || typeof owner !== 'object' || owner === null) return [];
    const location = locate(config, pointer, { origins: edit.origins, part: 'value' });
    return [{ owner, key, pointer, ruleId, location: location ?? { file: '' } }];
  });
}

/** No site is without these: empty, they are missing. */
const needed = new Set(['/name', '/colors', '/colors/primary', '/navigation']);

/** Whether a value is empty, or a container that has lost a field that it can't do without. */
function isAbsent(place: Place, emptied: WeakSet<object>): boolean {
  const { owner, key, pointer, ruleId } = place;
  if (needed.has(pointer)) return false;
  const value = (owner as Fields)[key];
  if (value === '' || value === null) return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value) && value.length === 0) return true;
  return ruleId === 'missing-field' && emptied.has(value);
}

/** Reads a value in the next way that it has; after the last one it is again what was written. */
function readNext(edit: Edit, place: Place, readings: Readings): boolean {
  const { owner, key, pointer } = place;
  const known = readings.get(owner) ?? new Map<string, Reading>();
  const before = known.get(key);
  const written = (owner as Fields)[key];
  const { original, location } = before ?? { original: written, location: place.location };
  const [way, ...rest] = (before === undefined ? waysOf(written, pointer) : before.ways) ?? [];
  readings.set(owner, known);
  if (way === undefined) {
    if (before?.ways === undefined) return false;
    known.set(key, { original, location, ways: undefined });
    put(edit, owner as Fields, key, original);
    return true;
  }
  known.set(key, { original, location, ways: rest });
  put(edit, owner as Fields, key, way);
  return true;
}

/** Texts that are often written as numbers. */
const numberTexts = /^\/seo\/metatags\/|\/versions\/\d+\/name$/;

/** What else a value may mean, the likeliest first. */
function waysOf(value: unknown, pointer: string): readonly unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return numberTexts.test(pointer) ? [String(value)] : [];
  }
  if (typeof value === 'string') {
    const word = value.trim();
    const small = word.toLowerCase();
    const plain = small === 'true' || small === 'false' ? [small === 'true'] : [];
    const number = word !== '' && Number.isFinite(Number(word)) ? [Number(word)] : [];
    const hex = /^#?([\da-f]{6})([\da-f]{2})?$/.exec(small);
    const colour = hex === null ? [] : [`#${hex[1]}`];
    const others = [word, small].filter((way) => way !== value);
    return [...plain, ...number, ...colour, ...others, [value]];
  }
  return [];
}

function sayAbsent(edit: Edit, { owner, key, location }: Place): void {
  const what = Array.isArray(owner) ? 'An entry' : JSON.stringify(key);
  edit.problems.push({
    severity: 'warning',
    source: 'config',
    ruleId: 'empty-value',
    ...location,
    reason: `${what} is empty, it is read as absent`,
    note: 'Remove it, or set a value.',
  });
}

function sayReading(edit: Edit, value: unknown, { original, location }: Reading): void {
  const read = Array.isArray(value) && value.length === 1 ? `[${show(value[0])}]` : show(value);
  edit.problems.push({
    severity: 'warning',
    source: 'config',
    ruleId: 'loose-value',
    ...location,
    reason: `${show(original)} is read as ${read}`,
    note: `Write ${read}.`,
  });
}

function takeOut(edit: Edit, owner: object, keys: ReadonlySet<string>): void {
  if (Array.isArray(owner)) dropEntries(edit, owner, new Set([...keys].map(Number)));
  else for (const key of keys) remove(edit, owner as Fields, key);
}
