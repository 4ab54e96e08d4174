import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { distance } from 'fastest-levenshtein';
import { isCssBackground, isCssBorder, isCssColor, isCssLengths, isPicture } from './css.ts';
import type { Severity } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { joinPointer, pointerAsPath, shorten } from './pointer.ts';

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
const mostNamed = 20;

/** Total length of all pointers: a key may be as long as the text. */
const mostCharacters = 4_000_000;

/**
 * Checks a value against a schema: one violation per mistake, with unions merged into one. Keys
 * that a schema with `additionalProperties: false` does not allow are errors, of which the first 20
 * are listed; for the others see `unknownKeys`. The work is linear in the size of the value.
 */
export function validate(schema: JsonSchema, value: unknown): readonly Violation[] {
  if (compile(schema)(value)) return [];
  const report = newReport(schema);
  walk(schema, value, { report, pointer: '' });
  return closed(report);
}

/** Keys of the value that are in no schema, as warnings with the closest known key. */
export function unknownKeys(schema: JsonSchema, value: unknown): readonly Violation[] {
  const report = newReport(schema);
  walkKeys(schema, value, { report, pointer: '' });
  return closed(report);
}

/** Number of names that a mistyped one is compared with: an author may declare thousands. */
const mostCompared = 300;

/** The name closest to a mistyped one, if it is close enough. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of names.slice(0, mostCompared)) {
    // Each additional or missing letter is a change: if the lengths differ too much, the distance need not be computed.
    if (Math.abs(wanted.length - candidate.length) > slips(wanted, candidate)) continue;
    const far = distance(wanted, candidate.toLowerCase());
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  if (best === undefined || least <= slips(wanted, best)) return best;
  // Two swapped letters count as two changes, but are one typo.
  return least === 2 && letters(wanted) === letters(best.toLowerCase()) ? best : undefined;
}

/** Maximum number of changes between a name and a typo of it. */
function slips(one: string, other: string): number {
  return Math.max(1, Math.floor(Math.min(one.length, other.length) / 2.5));
}

function letters(text: string): string {
  return [...text].sort().join('');
}

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

/** A value as shown in an error message: JSON, at most 60 characters. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = firstKeys(value, 4);
    if (keys.length === 0) return '{}';
    const shown = keys.slice(0, 3).map(shorten);
    return `an object with ${shown.join(', ')}${keys.length > 3 ? ', …' : ''}`;
  }
  // What is truncated here would not be shown.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 61) : value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** The first keys of an object, without listing them all. */
function firstKeys(value: object, count: number): string[] {
  const keys: string[] = [];
  for (const key in value) {
    if (keys.push(key) === count) break;
  }
  return keys;
}

/** What has been found so far. */
interface Report {
  readonly root: JsonSchema;
  readonly found: Violation[];
  named: number;
  unnamed: number;
  characters: number;
}

interface Where {
  readonly report: Report;
  readonly pointer: string;
}

function newReport(root: JsonSchema): Report {
  return { root, found: [], named: 0, unnamed: 0, characters: 0 };
}

function isFull({ found, characters }: Report): boolean {
  return found.length >= most || characters > mostCharacters;
}

function add(report: Report, violation: Violation): void {
  if (isFull(report)) return;
  report.found.push(violation);
  report.characters += violation.pointer.length;
}

/** The violations, and the number of unlisted keys. */
function closed({ found, unnamed }: Report): readonly Violation[] {
  if (unnamed === 0) return found;
  const severity = found.find(({ ruleId }) => ruleId === 'unknown-key')?.severity ?? 'error';
  const reason = `${unnamed} more unknown keys`;
  const note = 'Remove them as well.';
  return [...found, { pointer: '', part: 'value', severity, ruleId: 'unknown-key', reason, note }];
}

type Check = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };

const compiled = new WeakMap<JsonSchema, Check>();
let ajv: Validator | undefined;

/** Returns whether a value is valid, and if not, the first mistake. */
function compile(schema: JsonSchema): Check {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  ajv ??= newValidator();
  const { $id: _id, $schema: _schema, ...rest } = schema;
  const check = ajv.compile(rest) as Check;
  compiled.set(schema, check);
  return check;
}

function newValidator(): Validator {
  const validator = new Validator({
    verbose: true,
    strict: true,
    strictTypes: false,
    // The schemas are Docent's own: validating them would add 200 ms to every start.
    meta: false,
    validateSchema: false,
  });
  // The package's default export is callable, but not according to its types under Node's resolution.
  (addFormats as unknown as (v: Validator, formats: string[]) => void)(validator, [
    'date',
    'date-time',
    'email',
    'uri',
  ]);
  for (const keyword of ['expects', 'markdownDescription']) validator.addKeyword(keyword);
  validator.addFormat('css-color', isCssColor);
  validator.addFormat('css-ground', (text: string) => isCssBackground(text) || isPicture(text));
  validator.addFormat('css-lengths', isCssLengths);
  validator.addFormat('css-border', isCssBorder);
  validator.addFormat('web-url', isWebUrl);
  return validator;
}

/** Whether a string is an absolute http or https URL. */
function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

/**
 * Finds every mistake of an invalid value. Each node is checked once against the part of its schema
 * that concerns only the node, so that neither deep nesting nor many mistakes make it slow.
 */
function walk(schema: JsonSchema, value: unknown, where: Where): void {
  const { report, pointer } = where;
  if (isFull(report)) return;
  const target = resolve(schema, report.root);
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined) {
    walkUnion(union, value, where);
    return;
  }
  const check = compile(ownPart(target));
  if (!check(value)) {
    const error = check.errors?.[0] as ErrorObject;
    add(report, word(error, where));
    if (error.keyword === 'type') return;
  }
  if (Array.isArray(value)) {
    const { items } = target;
    if (items === undefined) return;
    for (let index = 0; index < value.length && !isFull(report); index++) {
      walk(items, value[index], { report, pointer: `${pointer}/${index}` });
    }
  } else if (typeof value === 'object' && value !== null) {
    walkFields(target, value as Readonly<Record<string, unknown>>, where);
  }
}

function walkFields(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  where: Where,
): void {
  const { report, pointer } = where;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  for (const name of required) {
    if (value[name] === undefined) add(report, missingField(name, schema, where));
  }
  if (others === false) {
    for (const key in value) {
      if (Object.hasOwn(properties, key)) continue;
      if (report.named === mostNamed) {
        report.unnamed++;
        continue;
      }
      report.named++;
      add(report, { ...unknownKey(key, Object.keys(properties), pointer), severity: 'error' });
    }
  }
  for (const [name, field] of Object.entries(properties)) {
    if (value[name] === undefined) continue;
    walk(field, value[name], { report, pointer: pointer + joinPointer([name]) });
  }
  if (typeof others !== 'object') return;
  for (const key in value) {
    if (isFull(report)) return;
    if (Object.hasOwn(properties, key)) continue;
    walk(others, value[key], { report, pointer: pointer + joinPointer([key]) });
  }
}

const ownParts = new WeakMap<JsonSchema, JsonSchema>();

/** The part of a schema that concerns a value without its entries. */
function ownPart(schema: JsonSchema): JsonSchema {
  let part = ownParts.get(schema);
  if (part === undefined) {
    const { properties, required, items, additionalProperties, $defs, ...own } = schema;
    part = own;
    ownParts.set(schema, part);
  }
  return part;
}

/** Of the branches that allow the type of the value, the one with the fewest mistakes is assumed. */
function walkUnion(branches: readonly JsonSchema[], value: unknown, where: Where): void {
  const { report, pointer } = where;
  const { root } = report;
  const fitting = branches.filter((branch) => fits(branch, value, root));
  const [single] = fitting;
  if (fitting.length === 1 && single !== undefined) {
    walk(single, value, where);
    return;
  }
  const candidates = fitting.map((branch) => {
    const trial = newReport(root);
    walk(branch, value, { report: trial, pointer });
    return closed(trial);
  });
  candidates.sort((a, b) => a.length - b.length || deepest(b) - deepest(a));
  const [best] = candidates;
  if (best !== undefined && (best.length === 0 || typeof value === 'object')) {
    for (const violation of best) add(report, violation);
    return;
  }
  const expected = [...new Set(branches.map((branch) => expectation(branch, root)))];
  const actual = show(value);
  const choices = fitting.flatMap((branch) => resolve(branch, root).enum ?? []).map(String);
  const close = typeof value === 'string' ? nearest(value, choices) : undefined;
  const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
  add(report, {
    pointer,
    part: 'value',
    severity: 'error',
    ruleId: fitting.length === 0 ? 'wrong-type' : 'unexpected-value',
    reason: `Unexpected ${named(pointer)} ${actual}, expected ${expected.join(' or ')}${hint}`,
    actual,
    expected,
    note: advice(expected, close),
  });
}

function deepest(violations: readonly Violation[]): number {
  return violations.reduce((most, { pointer }) => Math.max(most, pointer.length), 0);
}

function missingField(missing: string, schema: JsonSchema, { report, pointer }: Where): Violation {
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

function word(error: ErrorObject, { report, pointer }: Where): Violation {
  const base = { pointer, part: 'value', severity: 'error' } as const;
  const name = named(pointer);
  const actual = show(error.data);
  const wrong = wordWrong(error, { base, name, actual, root: report.root });
  return { note: advice(wrong.expected), ...wrong };
}

function advice(expected: readonly string[] = [], close?: string): string {
  if (close !== undefined) return `Write ${JSON.stringify(close)}.`;
  if (expected.length > 1) return 'Choose one of them.';
  return expected[0] === undefined ? 'Correct the value.' : `Write ${expected[0]}.`;
}

function wordWrong(
  error: ErrorObject,
  context: {
    readonly base: Pick<Violation, 'pointer' | 'part' | 'severity'>;
    readonly name: string;
    readonly actual: string;
    readonly root: JsonSchema;
  },
): Violation {
  const { base, name, actual, root } = context;
  const schema = (error.parentSchema ?? {}) as JsonSchema;
  switch (error.keyword) {
    case 'enum': {
      const choices = (schema.enum ?? []).map(String);
      const unexpected = unexpectedChoice(name, String(error.data), choices);
      if (typeof error.data === 'string') {
        return { ...base, ruleId: 'unexpected-value', ...unexpected };
      }
      const reason = `Unexpected ${name} ${actual}, expected one of ${choices.join(', ')}`;
      return { ...base, ruleId: 'unexpected-value', reason, actual, expected: choices };
    }
    case 'propertyNames':
    case 'minProperties':
      return { ...base, ruleId: 'unexpected-value', reason: `Unexpected keys in ${name}`, actual };
    case 'maxLength':
    case 'minLength': {
      const length = typeof error.data === 'string' ? countCharacters(error.data) : 0;
      const bound = `${error.keyword === 'maxLength' ? 'at most' : 'at least'} ${error.params.limit}`;
      const reason = `Unexpected length ${length} of ${name}, expected ${bound} characters`;
      return { ...base, ruleId: 'out-of-range', reason, actual: String(length), expected: [bound] };
    }
    case 'maxItems':
    case 'minItems': {
      const length = Array.isArray(error.data) ? error.data.length : 0;
      const bound = `${error.keyword === 'maxItems' ? 'at most' : 'at least'} ${error.params.limit}`;
      const reason = `Unexpected number of entries ${length} in ${name}, expected ${bound}`;
      return { ...base, ruleId: 'out-of-range', reason, actual: String(length), expected: [bound] };
    }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum': {
      const { minimum, maximum } = schema;
      const bound =
        minimum !== undefined && maximum !== undefined
          ? `${minimum} to ${maximum}`
          : `${error.params.comparison} ${error.params.limit}`;
      const reason = `Unexpected ${name} ${actual}, expected ${bound}`;
      return { ...base, ruleId: 'out-of-range', reason, actual, expected: [bound] };
    }
    default: {
      const expected = expectation(schema, root);
      const ruleId =
        error.keyword === 'type'
          ? 'wrong-type'
          : error.keyword === 'pattern' || error.keyword === 'format'
            ? 'wrong-format'
            : 'unexpected-value';
      const reason = `Unexpected ${name} ${actual}, expected ${expected}`;
      return { ...base, ruleId, reason, actual, expected: [expected] };
    }
  }
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

function named(pointer: string): string {
  return pointer === '' ? 'value' : pointerAsPath(pointer);
}

/** The expectation of a schema, in words. */
function expectation(schema: JsonSchema, root: JsonSchema): string {
  const target = resolve(schema, root);
  if (target.expects !== undefined) return target.expects;
  if (target.const !== undefined) return show(target.const);
  if (target.enum !== undefined) return `one of ${target.enum.map(String).join(', ')}`;
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined) {
    return [...new Set(union.map((branch) => expectation(branch, root)))].join(' or ');
  }
  if (target.format !== undefined) return formatWords[target.format] ?? `a ${target.format}`;
  const types = [...typesOf(target, root)];
  return types.length > 6 ? 'a value' : types.map((type) => typeWords[type] ?? type).join(' or ');
}

const formatWords: Readonly<Record<string, string>> = {
  'css-color': 'a CSS colour such as "#0d9373" or "rgb(13 147 115)"',
  'css-ground':
    'a CSS colour or gradient such as "linear-gradient(90deg, #fff, #0d9373)", or the path of an image',
  'css-lengths': 'one to four CSS lengths such as "8px"',
  'css-border': 'a CSS border such as "1px solid #e5e5e5"',
  'web-url': 'a URL that starts with https:// or http://',
  uri: 'a URL',
  email: 'an email address',
  date: 'a date such as "2027-01-31"',
  'date-time': 'a date and time such as "2027-01-31T12:00:00Z"',
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const allTypes = Object.keys(typeWords);

function typesOf(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  const target = resolve(schema, root);
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined) return new Set(union.flatMap((branch) => [...typesOf(branch, root)]));
  if (target.type !== undefined) {
    const types = typeof target.type === 'string' ? [target.type] : target.type;
    return new Set(types);
  }
  const values = target.const !== undefined ? [target.const] : target.enum;
  return new Set(values === undefined ? allTypes : values.map(typeOf));
}

function fits(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = typesOf(schema, root);
  return types.has(typeOf(value)) || (types.has('integer') && Number.isInteger(value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema;
  for (let i = 0; i < 10 && target.$ref !== undefined; i++) {
    const name = /^#\/\$defs\/(.+)$/.exec(target.$ref)?.[1];
    const next = name === undefined ? root : root.$defs?.[name];
    if (next === undefined) return target;
    target = next;
  }
  return target;
}

function unknownKey(key: string, known: readonly string[], pointer: string): Violation {
  const close = nearest(key, known);
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

function walkKeys(schema: JsonSchema, value: unknown, where: Where): void {
  const { report, pointer } = where;
  if (typeof value !== 'object' || value === null) return;
  const target = pickBranch(resolve(schema, report.root), value, report.root);
  if (target === undefined) return;
  if (Array.isArray(value)) {
    const { items } = target;
    if (items === undefined) return;
    value.forEach((entry, index) => {
      walkKeys(items, entry, { report, pointer: `${pointer}/${index}` });
    });
    return;
  }
  const { properties, additionalProperties: others } = target;
  const known = Object.keys(properties ?? {});
  for (const [key, entry] of Object.entries(value)) {
    const field = Object.hasOwn(properties ?? {}, key) ? properties?.[key] : others;
    if (typeof field === 'object') {
      walkKeys(field, entry, { report, pointer: pointer + joinPointer([key]) });
    } else if (field === undefined && properties !== undefined) {
      if (isFull(report)) report.unnamed++;
      else add(report, unknownKey(key, known, pointer));
    }
  }
}

function pickBranch(schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema | undefined {
  const union = schema.anyOf ?? schema.oneOf;
  if (union === undefined) return schema;
  const branch = union.find((candidate) => fits(candidate, value, root));
  return branch === undefined ? undefined : pickBranch(resolve(branch, root), value, root);
}
