import type { ErrorObject } from 'ajv/dist/2020.js';
import { isCssColor, toHex } from '../css.ts';
import type { JsonSchema } from '../json-schema.ts';
import { joinPointer, pointerAsPath, shorten } from '../pointer.ts';
import { expectation } from './expectation.ts';
import { nearest } from './nearest.ts';
import { show } from './show.ts';
import type { Violation, Where } from './violation.ts';

/** `Unexpected theme "mnt", expected one of mint, maple; did you mean "mint"?` */
export function unexpectedChoice(
  what: string,
  value: string,
  choices: readonly string[],
): Required<Pick<Violation, 'reason' | 'actual' | 'expected' | 'note'>> {
  const close = nearest(value, choices);
  const shown = choices.slice(0, 24).join(', ') + (choices.length > 24 ? ', …' : '');
  const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
  return {
    reason: `Unexpected ${what} ${show(value)}, expected one of ${shown}${hint}`,
    actual: value,
    expected: choices,
    note: advice(choices, close),
  };
}

/** A field that an object must have. */
export function missingField(
  missing: string,
  schema: JsonSchema,
  { report, pointer }: Where,
): Violation {
  const field = schema.properties?.[missing];
  const wanted = field === undefined ? '' : `, expected ${expectation(field, report.root)}`;
  return {
    pointer,
    part: 'value',
    severity: 'error',
    ruleId: 'missing-field',
    reason: `Missing ${pointerAsPath(pointer + joinPointer([missing]))}${wanted}`,
    note: `Add ${JSON.stringify(missing)}${pointer === '' ? '' : ` to ${named(pointer)}`}.`,
    missing,
  };
}

/** An error of Ajv in readable words. */
export function wordError(error: ErrorObject, { report, pointer }: Where): Violation {
  const finding = findingOf({
    error,
    schema: (error.parentSchema ?? {}) as JsonSchema,
    name: named(pointer),
    actual: show(error.data),
    root: report.root,
  });
  return { pointer, part: 'value', severity: 'error', note: advice(finding.expected), ...finding };
}

/** What to do about a value. */
export function advice(expected: readonly string[] = [], close?: string): string {
  if (close !== undefined) return `Write ${JSON.stringify(close)}.`;
  if (expected.length > 1) return 'Choose one of them.';
  return expected[0] === undefined ? 'Correct the value.' : `Write ${expected[0]}.`;
}

/** An error with what is needed to describe it. */
interface Described {
  readonly error: ErrorObject;
  readonly schema: JsonSchema;
  readonly name: string;
  readonly actual: string;
  readonly root: JsonSchema;
}

type Finding = Pick<Violation, 'ruleId' | 'reason' | 'actual' | 'expected' | 'note'>;

function findingOf(described: Described): Finding {
  switch (described.error.keyword) {
    case 'enum':
      return wrongChoice(described);
    case 'propertyNames':
    case 'minProperties':
      return {
        ruleId: 'unexpected-value',
        reason: `Unexpected keys in ${described.name}`,
        actual: described.actual,
      };
    case 'maxLength':
    case 'minLength':
      return wrongLength(described);
    case 'maxItems':
    case 'minItems':
      return wrongCount(described);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return outOfRange(described);
    default:
      return wrongValue(described);
  }
}

function wrongChoice({ error, schema, name, actual }: Described): Finding {
  const choices = (schema.enum ?? []).map(String);
  if (typeof error.data === 'string') {
    return { ruleId: 'unexpected-value', ...unexpectedChoice(name, error.data, choices) };
  }
  const reason = `Unexpected ${name} ${actual}, expected one of ${choices.join(', ')}`;
  return { ruleId: 'unexpected-value', reason, actual, expected: choices };
}

function wrongLength({ error, name }: Described): Finding {
  const length = typeof error.data === 'string' ? countCharacters(error.data) : 0;
  const bound = `${error.keyword === 'maxLength' ? 'at most' : 'at least'} ${error.params.limit}`;
  const expected = `${bound} ${error.params.limit === 1 ? 'character' : 'characters'}`;
  const reason = `Unexpected length ${length} of ${name}, expected ${expected}`;
  return { ruleId: 'out-of-range', reason, actual: String(length), expected: [expected] };
}

function wrongCount({ error, name }: Described): Finding {
  const length = Array.isArray(error.data) ? error.data.length : 0;
  const bound = `${error.keyword === 'maxItems' ? 'at most' : 'at least'} ${error.params.limit}`;
  const reason = `Unexpected number of entries ${length} in ${name}, expected ${bound}`;
  const expected = `${bound} ${error.params.limit === 1 ? 'entry' : 'entries'}`;
  return { ruleId: 'out-of-range', reason, actual: String(length), expected: [expected] };
}

function outOfRange({ error, schema, name, actual }: Described): Finding {
  const { minimum, maximum } = schema;
  const bound =
    minimum !== undefined && maximum !== undefined
      ? `a number from ${minimum} to ${maximum}`
      : `a number ${error.params.comparison} ${error.params.limit}`;
  const reason = `Unexpected ${name} ${actual}, expected ${bound}`;
  return { ruleId: 'out-of-range', reason, actual, expected: [bound] };
}

function wrongValue({ error, schema, name, actual, root }: Described): Finding {
  const expected = expectation(schema, root);
  const isInside = typeof error.data === 'object' && error.data !== null;
  const shown = isInside && !/^[[{]/.test(actual) ? `(${actual})` : actual;
  const reason = `Unexpected ${name} ${shown}, expected ${expected}`;
  const note = noteFor(error, schema);
  const said = { ruleId: ruleOf(error.keyword), reason, actual, expected: [expected] };
  return note === undefined ? said : { ...said, note };
}

/** What to do about a value that is nearly right. */
function noteFor({ keyword, data }: ErrorObject, schema: JsonSchema): string | undefined {
  if (keyword === 'type' && schema.type === 'array' && typeof data === 'object' && data !== null) {
    return 'Put it into a list: [ … ].';
  }
  if (keyword === 'type' && schema.type === 'object' && Array.isArray(data) && data.length === 1) {
    return 'Write its entry without the brackets.';
  }
  const isHex = keyword === 'pattern' && schema.pattern?.startsWith('^#') === true;
  const hex = isHex && typeof data === 'string' && isCssColor(data) ? toHex(data) : undefined;
  return hex === undefined ? undefined : `Write "${hex}".`;
}

function ruleOf(keyword: string): string {
  if (keyword === 'type') return 'wrong-type';
  return keyword === 'pattern' || keyword === 'format' ? 'wrong-format' : 'unexpected-value';
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/** A key that no schema has, with the closest one that it has, and that is not written already. */
export function unknownKey(
  key: string,
  known: readonly string[],
  place: { readonly value: object; readonly pointer: string },
): Violation {
  const { value, pointer } = place;
  const close = nearest(
    key,
    known.filter((name) => !Object.hasOwn(value, name)),
  );
  const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
  const inside = pointer === '' ? '' : ` in ${pointerAsPath(pointer)}`;
  return {
    pointer: pointer + joinPointer([key]),
    part: 'key',
    severity: 'warning',
    ruleId: 'unknown-key',
    reason: `Unknown key ${JSON.stringify(shorten(key))}${inside}${hint}`,
    actual: key,
    expected: close === undefined ? known : [close],
    note:
      close === undefined
        ? 'Remove it; it has no effect.'
        : `Rename it to ${JSON.stringify(close)}.`,
  };
}

/** The name of a value in messages. */
export function named(pointer: string): string {
  return pointer === '' ? 'value' : pointerAsPath(pointer);
}
