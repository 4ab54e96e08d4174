import type { FormInput } from '../../../schema/form.ts';
import { isFile } from '../files.ts';
import { asList, asObject, defined } from '../json.ts';
import { unpacked } from '../packed-json.ts';
import type { References } from '../references.ts';
import { discriminatorOf, limitOf, type Place, readSchema, type Schema } from '../schema.ts';
import { tellingNames } from '../variant-name.ts';
import { isSpent, lettersOf } from '../work.ts';
import { hintOf } from './hint.ts';

/** Deepest nesting and most fields of one form; letters of a value that is filled in. */
const limits = { depth: 6, fields: 200, fieldsWhenSpent: 20, letters: 2000 } as const;

/** Which values the fields of a form hold at first. */
export interface Prefill {
  /** `api.examples.prefill`; values that a schema names as its default are filled in anyway. */
  readonly examples: boolean;
  /** `api.examples.defaults`: `required` leaves optional fields empty. */
  readonly fields: 'required' | 'all';
}

interface Reading extends InputContext {
  readonly open: ReadonlySet<string>;
  readonly depth: number;
  readonly budget: { left: number };
}

/** What an input is read with. */
export interface InputContext {
  readonly references: References;
  readonly prefill: Prefill;
  /** Values can be null: texts of a form or an address can't. */
  readonly nulls: boolean;
}

interface Naming {
  readonly name?: string;
  readonly required?: boolean;
}

/**
 * A schema as what a form asks for. What refers back to itself, or is nested more deeply than a form should be,
 * is asked for as JSON.
 */
export function inputOf(place: Place, naming: Naming, context: InputContext): FormInput {
  return read(place, naming, {
    ...context,
    open: new Set(),
    depth: 0,
    budget: { left: isSpent(context.references.work) ? limits.fieldsWhenSpent : limits.fields },
  });
}

function read(place: Place, naming: Naming, reading: Reading): FormInput {
  reading.budget.left -= 1;
  const schema = readSchema(place, reading.references);
  const required = naming.required === true;
  const asked = defined({
    name: naming.name,
    required: required ? (true as const) : undefined,
    deprecated: schema.words.deprecated === true ? (true as const) : undefined,
    nullable: reading.nulls && schema.nullable ? (true as const) : undefined,
    hint: hintOf(schema.description),
  });
  const closed =
    schema.targets.some((target) => reading.open.has(target)) ||
    reading.depth > limits.depth ||
    reading.budget.left <= 0;
  const below: Reading = {
    ...reading,
    open: new Set([...reading.open, ...schema.targets]),
    depth: reading.depth + 1,
  };
  const input = { ...asked, ...kindOf(schema, closed, below) } as FormInput;
  const value = initialValues(schema, required, reading.prefill).find((one) => fits(one, input));
  return value === undefined ? input : ({ ...input, value } as FormInput);
}

/**
 * Whether the fields of an input can hold a value. Descriptions have the short form of a value as its default, such
 * as `["pdf"]` for a list of objects: those fields would be empty, and ask the reader to fill them in.
 */
function fits(value: unknown, input: FormInput): boolean {
  if (value === null) return true;
  switch (input.kind) {
    case 'object':
      return asObject(value) !== undefined;
    case 'list':
      return Array.isArray(value) && value.every((item) => fits(item, input.item));
    case 'variants':
      return input.variants.some((variant) => fits(value, variant.input));
    case 'choice':
      return typeof value !== 'object';
    default:
      return true;
  }
}

/** The kind of a value and its limits. */
function kindOf(schema: Schema, closed: boolean, below: Reading): Bare {
  const { words, format, types } = schema;
  const number = (key: string) => (typeof words[key] === 'number' ? words[key] : undefined);
  if (schema.enum) return { kind: 'choice', options: schema.enum };
  const type = types.find((one) => one !== 'null');
  if (isFile(schema)) return { kind: 'file' };
  if (closed && holdsOthers(schema)) return { kind: 'json' };
  if (schema.variants.length > 1) return variantsOf(schema, below);
  switch (types.filter((one) => one !== 'null').length > 1 ? undefined : type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
    case 'number':
      return { kind: type as 'integer' | 'number', ...rangeOf(schema) };
    case 'string':
      return defined({
        kind: 'text',
        format,
        minLength: number('minLength'),
        maxLength: number('maxLength'),
        pattern: typeof words.pattern === 'string' ? words.pattern : undefined,
      }) as Bare;
    case 'array':
      return defined({
        kind: 'list',
        item: read(schema.items ?? anything(schema), {}, below),
        min: number('minItems'),
        max: number('maxItems'),
        unique: words.uniqueItems === true ? true : undefined,
      }) as Bare;
    case 'object':
      return objectOf(schema, below);
    default:
      return schema.properties.size > 0 ? objectOf(schema, below) : { kind: 'json' };
  }
}

/** Whether reading a schema reads further ones: each of these ways may lead back to where it began. */
function holdsOthers({ properties, variants, items, values }: Schema): boolean {
  return properties.size > 0 || variants.length > 0 || Boolean(items ?? values);
}

/** A kind of input without its name; the union keeps the fields of each kind apart. */
type Bare = { readonly kind: FormInput['kind'] } & Readonly<Record<string, unknown>>;

function objectOf(schema: Schema, below: Reading): Bare {
  const fields: FormInput[] = [];
  let cut = false;
  for (const [name, place] of schema.properties) {
    if (below.budget.left <= 0) {
      cut = true;
      break;
    }
    if (readSchema(place, below.references).words.readOnly === true) continue;
    fields.push(read(place, { name, required: schema.required.has(name) }, below));
  }
  // A form that leaves fields out in silence would make requests that can't be right.
  if (cut || (fields.length === 0 && !schema.values)) return { kind: 'json' };
  return defined({
    kind: 'object',
    fields,
    values: schema.values && read(valuesOf(schema.values), {}, below),
  }) as Bare;
}

/** `additionalProperties: true` says as little as an empty schema. */
function valuesOf(place: Place): Place {
  return typeof place.value === 'object' ? place : { ...place, value: {} };
}

function variantsOf(schema: Schema, below: Reading): Bare {
  const told = discriminatorOf(schema);
  const variants: { label: string; input: FormInput }[] = [];
  const telling = tellingNames(schema, below.references);
  const used = new Map<string, number>();
  for (const [index, { place, label }] of schema.variants.entries()) {
    if (below.budget.left <= 0) return { kind: 'json' };
    const one = readSchema(place, below.references);
    const kind = told === undefined ? undefined : (label ?? one.refName);
    const shared = withShared(read(place, {}, below), schema, below);
    const input = told && kind !== undefined ? withKind(shared, told, kind) : shared;
    const types = one.types.filter((type) => type !== 'object' && type !== 'null').join(' | ');
    const name = label ?? one.title ?? one.refName ?? telling[index];
    const plain = (name ?? types) || `${index + 1}`;
    const count = (used.get(plain) ?? 0) + 1;
    used.set(plain, count);
    variants.push({ label: count > 1 ? `${plain} (${count})` : plain, input });
  }
  return { kind: 'variants', variants };
}

/** The field that says which alternative an object is has its value. */
function withKind(input: FormInput, name: string, kind: string): FormInput {
  if (input.kind !== 'object') return input;
  const fields = input.fields.map((field) =>
    field.name === name && field.kind === 'text' && field.value === undefined
      ? { ...field, value: kind }
      : field,
  );
  return { ...input, fields };
}

/** Fields next to `oneOf` belong to each of its alternatives. */
function withShared(input: FormInput, schema: Schema, below: Reading): FormInput {
  if (schema.properties.size === 0 || input.kind !== 'object') return input;
  const shared = objectOf({ ...schema, variants: [] }, below);
  const fields = (shared.fields ?? []) as typeof input.fields;
  const own = new Set(input.fields.map((field) => field.name));
  return { ...input, fields: [...fields.filter((field) => !own.has(field.name)), ...input.fields] };
}

function anything({ targets }: Schema): Place {
  return { value: {}, file: targets[0] ?? '' };
}

/** Bounds; in 3.0, exclusive ones are flags next to `minimum` and `maximum`. */
function rangeOf({ words }: Schema): Record<string, number | bigint> {
  const { exclusiveMinimum: openLow, exclusiveMaximum: openHigh, multipleOf } = words;
  const limit = (key: string) => limitOf({ words }, key);
  return defined({
    min: openLow === true ? undefined : limit('minimum'),
    max: openHigh === true ? undefined : limit('maximum'),
    above: limit(openLow === true ? 'minimum' : 'exclusiveMinimum'),
    below: limit(openHigh === true ? 'maximum' : 'exclusiveMaximum'),
    multipleOf: typeof multipleOf === 'number' ? multipleOf : undefined,
  });
}

/** Values to begin with: the default, else an example if those are wanted; a single choice is no choice. */
function initialValues(schema: Schema, required: boolean, prefill: Prefill): readonly unknown[] {
  const { words } = schema;
  const only = required && schema.enum?.length === 1 ? schema.enum[0] : undefined;
  const examples = prefill.examples && (required || prefill.fields === 'all');
  const example = examples
    ? (words.example ?? asList(words.examples)[0] ?? words['x-default'])
    : undefined;
  return [words.default, only, example].flatMap((written) => {
    const value = schema.types.length > 0 ? unpacked(written, schema.types) : written;
    const isShort =
      (written ?? undefined) !== undefined && lettersOf(value, limits.letters) < limits.letters;
    return isShort ? [value] : [];
  });
}
