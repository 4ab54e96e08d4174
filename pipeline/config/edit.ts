import type { Problem, Severity } from '../../schema/errors.ts';
import { type Origins, setOwn } from '../../schema/pointer.ts';
import type { Location } from './locate.ts';

/** An object of the configuration while it is being rewritten. */
export type Fields = Record<string, unknown>;

/** What rewriting shares: where values were written, what was said, which objects are not as they were. */
export interface Edit {
  readonly origins: Origins;
  readonly problems: Problem[];
  readonly touched: Set<object>;
}

/** A new edit over parsed values. */
export function newEdit(origins: Origins): Edit {
  return { origins, problems: [], touched: new Set() };
}

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Objects among the entries of a list. */
export function fieldsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Where a key (or entry) of an object was written. */
export function placeOf(edit: Edit, owner: object, key: string): Location {
  const origin = edit.origins.get(owner);
  if (origin === undefined) return { file: '' };
  const entry = origin.entries.get(key);
  const { self } = origin;
  const { file, placeOf: placeIn } = entry?.from ?? origin;
  return { file, place: placeIn(entry?.key ?? entry?.value ?? self) };
}

/** Notes that a value was rewritten; a key of the other dialect, when nothing else is said. */
export function say(
  edit: Edit,
  owner: object,
  key: string,
  message: {
    readonly reason: string;
    readonly note: string;
    readonly severity?: Severity;
    readonly ruleId?: string;
  },
): void {
  const { reason, note, severity = 'note', ruleId = 'config-dialect' } = message;
  const location = placeOf(edit, owner, key);
  edit.problems.push({
    severity,
    source: 'config',
    ruleId,
    ...location,
    reason,
    note,
  });
}

/** Renames a key in place; keeps an existing value with the new name. */
export function rename(edit: Edit, owner: Fields, from: string, to: string): void {
  const entries = Object.entries(owner);
  const taken = Object.hasOwn(owner, to);
  const origin = edit.origins.get(owner);
  const place = origin?.entries.get(from);
  origin?.entries.delete(from);
  if (!taken && place !== undefined) origin?.entries.set(to, place);
  for (const [key] of entries) delete owner[key];
  for (const [key, value] of entries) {
    if (key !== from) setOwn(owner, key, value);
    else if (!taken) setOwn(owner, to, value);
  }
  edit.touched.add(owner);
}

/** Removes a key. */
export function remove(edit: Edit, owner: Fields, key: string): void {
  delete owner[key];
  edit.touched.add(owner);
}

/** Sets a key. */
export function put(edit: Edit, owner: Fields, key: string, value: unknown): void {
  setOwn(owner, key, value);
  edit.touched.add(owner);
}

/** Removes entries of a list in place, with their places. */
export function dropEntries(edit: Edit, list: unknown[], drop: ReadonlySet<number>): void {
  const origin = edit.origins.get(list);
  const kept = list.map((value, index) => ({
    value,
    place: origin?.entries.get(String(index)),
    gone: drop.has(index),
  }));
  list.length = 0;
  origin?.entries.clear();
  for (const { value, place, gone } of kept) {
    if (gone) continue;
    if (place !== undefined) origin?.entries.set(String(list.length), place);
    list.push(value);
  }
  edit.touched.add(list);
}
