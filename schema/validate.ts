import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { distance } from 'fastest-levenshtein';
import { isCssBackground, isCssBorder, isCssColor, isCssLengths, isPicture } from './css.ts';
import type { Severity } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { joinPointer, pointerAsPath } from './pointer.ts';

/** One mistake in a value, in words for people. `pointer` is a JSON pointer into the value. */
export interface Violation {
  readonly pointer: string;
  /** Whether the key or the value at the pointer is wrong. */
  readonly part: 'key' | 'value';
  readonly severity: Severity;
  readonly ruleId: string;
  readonly reason: string;
  readonly actual?: string;
  readonly expected?: readonly string[];
  readonly note?: string;
}

/**
 * Checks a value against a schema: one violation per mistake, unions folded into one. Keys that a schema
 * with `additionalProperties: false` does not know are errors; for the others see `unknownKeys`.
 */
export function validate(schema: JsonSchema, value: unknown): readonly Violation[] {
  return collect(schema, value, { root: schema, pointer: '' });
}

/** Keys that no schema of the value names, as warnings with the nearest known key (S3-02). */
export function unknownKeys(schema: JsonSchema, value: unknown): readonly Violation[] {
  const found: Violation[] = [];
  walkKeys(schema, value, { root: schema, parts: [], found });
  return found;
}

/** The name closest to a mistyped one, when it is close enough to be meant. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const far = distance(wanted, candidate.toLowerCase());
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  const limit = Math.max(1, Math.floor(Math.min(wanted.length, best?.length ?? 0) / 2.5));
  if (best === undefined || least <= limit) return best;
  // Two letters that changed places count as two changes, but are one slip.
  return least === 2 && letters(wanted) === letters(best.toLowerCase()) ? best : undefined;
}

function letters(text: string): string {
  return [...text].sort().join('');
}

/** `Unexpected theme "mnt", expected one of mint, maple; did you mean "mint"?` */
export function unexpectedChoice(
  what: string,
  value: string,
  choices: readonly string[],
): { readonly reason: string; readonly actual: string; readonly expected: readonly string[] } {
  const close = nearest(value, choices);
  const shown = choices.slice(0, 24).join(', ') + (choices.length > 24 ? ', …' : '');
  const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
  return {
    reason: `Unexpected ${what} ${show(value)}, expected one of ${shown}${hint}`,
    actual: value,
    expected: choices,
  };
}

/** A value as an error message shows it: JSON, at most 60 characters. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    if (keys.length === 0) return '{}';
    return `an object with ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ', …' : ''}`;
  }
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

interface Where {
  readonly root: JsonSchema;
  readonly pointer: string;
}

type Check = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };

const compiled = new WeakMap<JsonSchema, WeakMap<JsonSchema, Check>>();
let ajv: Validator | undefined;

function compile(schema: JsonSchema, root: JsonSchema): Check {
  let byRoot = compiled.get(root);
  if (byRoot === undefined) {
    byRoot = new WeakMap();
    compiled.set(root, byRoot);
  }
  const known = byRoot.get(schema);
  if (known !== undefined) return known;
  ajv ??= newValidator();
  // A branch of a union is compiled alone, with the definitions of the schema it stands in.
  const { $id: _id, $schema: _schema, ...rest } = schema;
  const whole = root.$defs === undefined ? rest : { ...rest, $defs: root.$defs };
  const check = ajv.compile(whole) as Check;
  byRoot.set(schema, check);
  return check;
}

function newValidator(): Validator {
  const validator = new Validator({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    // The schemas are Docent's own: checking them against theirs would cost every start 200 ms.
    meta: false,
    validateSchema: false,
  });
  // The package's default export is callable, its types say otherwise under Node's resolution.
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

/** Whether a text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

function collect(schema: JsonSchema, value: unknown, where: Where): Violation[] {
  const check = compile(schema, where.root);
  if (check(value)) return [];
  const errors = [...(check.errors ?? [])];
  const unions = errors
    .filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')
    .sort((a, b) => a.instancePath.length - b.instancePath.length);
  const folded: string[] = [];
  const violations: Violation[] = [];
  for (const union of unions) {
    if (folded.some((path) => isWithin(union.instancePath, path))) continue;
    folded.push(union.instancePath);
    const inside = { root: where.root, pointer: where.pointer + union.instancePath };
    violations.push(...foldUnion(union.schema as readonly JsonSchema[], union.data, inside));
  }
  const seen = new Set<string>();
  for (const error of errors) {
    if (folded.some((path) => isWithin(error.instancePath, path))) continue;
    // One mistake has many faces: a value of the wrong type also fails its pattern.
    const mark = `${error.instancePath}\n${error.keyword === 'required' ? error.params.missingProperty : error.keyword === 'additionalProperties' ? error.params.additionalProperty : ''}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    violations.push(word(error, where));
  }
  return violations;
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function foldUnion(branches: readonly JsonSchema[], value: unknown, where: Where): Violation[] {
  const fitting = branches.filter((branch) => fits(branch, value, where.root));
  const candidates = fitting.map((branch) => collect(branch, value, where));
  candidates.sort((a, b) => a.length - b.length || deepest(b) - deepest(a));
  const only = candidates[0];
  if (only !== undefined && (candidates.length === 1 || typeof value === 'object')) return only;
  const expected = [...new Set(branches.map((branch) => expectation(branch, where.root)))];
  const actual = show(value);
  const choices = fitting.flatMap((branch) => resolve(branch, where.root).enum ?? []).map(String);
  const close = typeof value === 'string' ? nearest(value, choices) : undefined;
  const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
  return [
    {
      pointer: where.pointer,
      part: 'value',
      severity: 'error',
      ruleId: fitting.length === 0 ? 'wrong-type' : 'unexpected-value',
      reason: `Unexpected ${named(where.pointer)} ${actual}, expected ${expected.join(' or ')}${hint}`,
      actual,
      expected,
      note: advice(expected, close),
    },
  ];
}

function deepest(violations: readonly Violation[]): number {
  return Math.max(0, ...violations.map((violation) => violation.pointer.length));
}

function word(error: ErrorObject, where: Where): Violation {
  const pointer = where.pointer + error.instancePath;
  const base = { pointer, part: 'value', severity: 'error' } as const;
  const name = named(pointer);
  const actual = show(error.data);
  const wrong = wordWrong(error, { base, name, actual, where });
  const close = wrong.expected?.find((choice) =>
    wrong.reason.endsWith(`${JSON.stringify(choice)}?`),
  );
  return { note: advice(wrong.expected ?? [], close), ...wrong };
}

function advice(expected: readonly string[], close: string | undefined): string {
  if (close !== undefined) return `Write ${JSON.stringify(close)}.`;
  if (expected.length > 1) return 'Choose one of them.';
  return expected[0] === undefined ? 'Mend it.' : `Write ${expected[0]}.`;
}

function wordWrong(
  error: ErrorObject,
  context: {
    readonly base: Pick<Violation, 'pointer' | 'part' | 'severity'>;
    readonly name: string;
    readonly actual: string;
    readonly where: Where;
  },
): Violation {
  const { base, name, actual, where } = context;
  const { pointer } = base;
  const schema = (error.parentSchema ?? {}) as JsonSchema;
  switch (error.keyword) {
    case 'required': {
      const missing = String(error.params.missingProperty);
      const field = schema.properties?.[missing];
      const wanted = field === undefined ? '' : `, expected ${expectation(field, where.root)}`;
      const path = pointerAsPath(pointer + joinPointer([missing]));
      const note = `Add ${JSON.stringify(missing)}${pointer === '' ? '' : ` to ${name}`}.`;
      return { ...base, ruleId: 'missing-field', reason: `Missing ${path}${wanted}`, note };
    }
    case 'additionalProperties': {
      const key = String(error.params.additionalProperty);
      return {
        ...unknownKey(key, Object.keys(schema.properties ?? {}), pointer),
        severity: 'error',
      };
    }
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
      const length = typeof error.data === 'string' ? [...error.data].length : 0;
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
      const expected = expectation(schema, where.root);
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

function named(pointer: string): string {
  return pointer === '' ? 'value' : pointerAsPath(pointer);
}

/** What a schema asks for, in words. */
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
    'a CSS colour or gradient such as "linear-gradient(90deg, #fff, #0d9373)", or the path of a picture',
  'css-lengths': 'one to four CSS lengths such as "8px"',
  'css-border': 'a CSS border such as "1px solid #e5e5e5"',
  'web-url': 'a URL that starts with https:// or http://',
  uri: 'a URL',
  email: 'an e-mail address',
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
    reason: `Unknown key ${JSON.stringify(key)}${inside}${hint}`,
    actual: key,
    expected: close === undefined ? known : [close],
    note:
      close === undefined
        ? 'Remove it; it has no effect.'
        : `Rename it to ${JSON.stringify(close)}.`,
  };
}

interface KeyWalk {
  readonly root: JsonSchema;
  readonly parts: readonly (string | number)[];
  readonly found: Violation[];
}

function walkKeys(schema: JsonSchema, value: unknown, walk: KeyWalk): void {
  const target = pickBranch(resolve(schema, walk.root), value, walk.root);
  if (target === undefined || typeof value !== 'object' || value === null) return;
  const inner = (key: string | number) => ({ ...walk, parts: [...walk.parts, key] });
  if (Array.isArray(value)) {
    const { items } = target;
    if (items !== undefined) value.forEach((entry, i) => void walkKeys(items, entry, inner(i)));
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    const field = Object.hasOwn(target.properties ?? {}, key)
      ? target.properties?.[key]
      : undefined;
    if (field !== undefined) walkKeys(field, entry, inner(key));
    else if (typeof target.additionalProperties === 'object') {
      walkKeys(target.additionalProperties, entry, inner(key));
    } else if (target.additionalProperties === undefined && target.properties !== undefined) {
      walk.found.push(unknownKey(key, Object.keys(target.properties), joinPointer(walk.parts)));
    }
  }
}

function pickBranch(schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema | undefined {
  const union = schema.anyOf ?? schema.oneOf;
  if (union === undefined) return schema;
  const branch = union.find((candidate) => fits(candidate, value, root));
  return branch === undefined ? undefined : pickBranch(resolve(branch, root), value, root);
}
