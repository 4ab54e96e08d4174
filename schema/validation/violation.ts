import type { Severity } from '../errors.ts';
import type { JsonSchema } from '../json-schema.ts';

/** One mistake in a value, in readable words. `pointer` is a JSON pointer into the value. */
export interface Violation {
  readonly pointer: string;
  /** Whether the key or the value at the pointer is invalid. */
  readonly part: 'key' | 'value';
  readonly severity: Severity;
  readonly ruleId: string;
  readonly reason: string;
  readonly actual?: string;
  readonly expected?: readonly string[];
  readonly note?: string;
  /** Key of a field that is missing in the object at the pointer. */
  readonly missing?: string;
}

/** More mistakes than anyone would read; the rest is not checked. */
const most = 1000;

/** Number of unknown keys of closed objects that are listed. */
export const mostNamed = 20;

/** Total length of all pointers: a key may be as long as the text. */
const mostCharacters = 4_000_000;

/** What has been found so far. */
export interface Report {
  readonly root: JsonSchema;
  readonly found: Violation[];
  named: number;
  unnamed: number;
  characters: number;
}

export interface Where {
  readonly report: Report;
  readonly pointer: string;
}

export function newReport(root: JsonSchema): Report {
  return { root, found: [], named: 0, unnamed: 0, characters: 0 };
}

export function isFull({ found, characters }: Report): boolean {
  return found.length >= most || characters > mostCharacters;
}

export function add(report: Report, violation: Violation): void {
  if (isFull(report)) return;
  report.found.push(violation);
  report.characters += violation.pointer.length;
}

/** The violations, and the number of unlisted keys. */
export function closed({ found, unnamed }: Report): readonly Violation[] {
  if (unnamed === 0) return found;
  const severity = found.find(({ ruleId }) => ruleId === 'unknown-key')?.severity ?? 'error';
  const reason = `${unnamed} more unknown keys`;
  const note = 'Remove them as well.';
  return [...found, { pointer: '', part: 'value', severity, ruleId: 'unknown-key', reason, note }];
}
