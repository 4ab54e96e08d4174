import { given } from '../../schema/given.ts';
import type { Field } from '../../schema/operation.ts';
import { formatOf, isFile } from './files.ts';
import { asList, asObject, defined } from './json.ts';
import type { References } from './references.ts';
import { limitOf, type Place, readSchema, type Schema } from './schema.ts';
import { withMeanings } from './value-meanings.ts';
import { tellingNames } from './variant-name.ts';
import { lettersOf } from './work.ts';

/** Deepest nesting of fields, and fields of one body, that a page shows; each body has its first ones. */
const fieldLimits = { depth: 12, fields: 1500, first: 20, letters: 2000 } as const;

/** What all fields of one body or parameter have in common. */
export interface FieldContext {
  readonly references: References;
  /** Requests leave out what is read-only, responses what is write-only. */
  readonly direction: 'request' | 'response' | 'both';
}

/**
 * A schema as a field with the fields below it. They are made level by level: where there are too many for a
 * page, the deepest are left out.
 */
export function fieldOf(
  name: string,
  place: Place,
  context: FieldContext & { readonly required?: boolean },
): Field {
  const { work } = context.references;
  const shown = Math.min(fieldLimits.fields, work.fields, work.ofOperation);
  const budget = { left: Math.max(fieldLimits.first, shown) };
  const levels: Levels = { expansions: [], cuts: [] };
  const field = read(name, place, context.required === true, {
    ...{ ...context, budget, levels, open: new Set<string>(), depth: 0 },
  });
  // The list grows while it is walked.
  for (const expand of levels.expansions) expand();
  for (const cut of levels.cuts.reverse()) cut();
  if (budget.left <= 0) work.cut += 1;
  return field;
}

/** How a schema's type is written: `string<date-time>`, `object[]`, `enum<string>`, `string | null`. */
function typeName(schema: Schema, references: References, depth = 0): string {
  const names = typeNames.get(schema) ?? [];
  typeNames.set(schema, names);
  const known = names[depth];
  if (known !== undefined) return known;
  const bare = bareType(schema, references, depth);
  const name = schema.nullable && bare !== 'null' ? `${bare} | null` : bare;
  names[depth] = name;
  return name;
}

/** By depth: what is nested too deeply to be written is `any`. */
const typeNames = new WeakMap<Schema, string[]>();

/** What is still to do once the fields above it are made, in order. */
interface Levels {
  readonly expansions: (() => void)[];
  /** What leaves out values and alternatives that say no more than a type, once it is known what is below them. */
  readonly cuts: (() => void)[];
}

/** A field while it is made. */
type Making = { -readonly [Key in keyof Field]: Field[Key] } & {
  readonly fields: Field[];
  readonly variants: { readonly label: string; readonly field: Field }[];
};

interface Open extends FieldContext {
  /** Fields that may still be made; shared by one body, so that a wide description stays a page. */
  readonly budget: { left: number };
  readonly levels: Levels;
  readonly open: ReadonlySet<string>;
  readonly depth: number;
}

function read(name: string, place: Place, required: boolean, context: Open): Field {
  const { references } = context;
  context.budget.left -= 1;
  references.work.fields -= 1;
  references.work.ofOperation -= 1;
  const schema = readSchema(place, references);
  const inner = innermost(schema, references);
  const targets = [...schema.targets, ...inner.targets];
  const repeats =
    targets.some((target) => context.open.has(target)) || context.depth >= fieldLimits.depth;
  const holdsMore =
    inner.properties.size + inner.patterns.size + inner.tuple.length + inner.variants.length > 0 ||
    inner.values;
  const { words } = schema;
  const base = {
    name,
    type: typeName(schema, references),
    required,
    deprecated: words.deprecated === true,
    readOnly: words.readOnly === true,
    writeOnly: words.writeOnly === true,
    description: withMeanings(
      schema.description ?? inner.description,
      schema.enum === undefined ? inner : schema,
    ),
    default: short(words.default),
    example: short(
      words.example ?? (Array.isArray(words.examples) ? words.examples[0] : undefined),
    ),
    enum: schema.enum ?? (inner === schema ? undefined : inner.enum),
    constraints: constraintsOf(schema),
    ...pillsOf(schema),
    recursive: repeats && Boolean(holdsMore),
  };
  const field = defined({ ...base, fields: [], variants: [] }) as Making;
  if (holdsMore && !repeats) {
    const open = new Set([...context.open, ...targets]);
    const below: Open = { ...context, open, depth: context.depth + 1 };
    context.levels.expansions.push(() => expand(field, inner, below));
  }
  return field;
}

/** Makes what is below a field. */
function expand(field: Making, inner: Schema, below: Open): void {
  if (below.budget.left <= 0) return;
  field.fields.push(...fieldsBelow(inner, below));
  addTuple(field, inner, below);
  addValues(field, inner, below);
  addVariants(field, inner, below);
  if (isAny(inner)) field.any = true;
}

/** Most words of an author next to a name, and letters of one. */
const pillLimits = { pills: 10, letters: 60 } as const;

/** Words that an author wants next to the name. */
function pillsOf({ words }: Schema): Pick<Partial<Field>, 'pre' | 'post'> {
  const mint = asObject(words['x-mint']);
  const pills = (value: unknown) => {
    const texts = asList(value).filter((one): one is string => typeof one === 'string');
    const shown = texts.slice(0, pillLimits.pills).map((text) => text.slice(0, pillLimits.letters));
    return shown.length > 0 ? shown : undefined;
  };
  return mint ? given({ pre: pills(mint.pre), post: pills(mint.post) }) : {};
}

/** Whether several of the alternatives may apply at once; those of `oneOf` come first. */
function isAny({ words, variants }: Schema): boolean {
  return variants.length > 1 && !Array.isArray(words.oneOf) && Array.isArray(words.anyOf);
}

/** A value that is readable next to a field; longer ones are left out. */
function short(value: unknown): unknown {
  return lettersOf(value, fieldLimits.letters) < fieldLimits.letters ? value : undefined;
}

function fieldsBelow(schema: Schema, context: Open): readonly Field[] {
  const { budget, direction, references } = context;
  const fields: Field[] = [];
  for (const [name, place] of schema.properties) {
    if (budget.left <= 0) break;
    const { words } = readSchema(place, references);
    if (direction === 'request' && words.readOnly === true) continue;
    if (direction === 'response' && words.writeOnly === true) continue;
    fields.push(read(name, place, schema.required.has(name), context));
  }
  for (const [pattern, place] of schema.patterns) {
    if (budget.left <= 0) break;
    fields.push(read(`{${pattern}}`, place, false, context));
  }
  return fields;
}

/** The values of a tuple, when its type does not say all of them. */
function addTuple(field: Making, { tuple }: Schema, context: Open): void {
  const values: Field[] = [];
  for (const [index, place] of tuple.entries()) {
    if (context.budget.left <= 0) break;
    values.push(read(`[${index}]`, place, false, context));
  }
  if (values.length === 0) return;
  const at = field.fields.push(...values) - values.length;
  context.levels.cuts.push(() => {
    if (!values.some(saysMore)) field.fields.splice(at, values.length);
  });
}

/** The values of other keys. An empty schema says only that there may be some. */
function addValues(field: Making, { values }: Schema, context: Open): void {
  const written = values && asObject(values.value);
  if (!values || !written || Object.keys(written).length === 0) return;
  if (context.budget.left > 0) field.fields.push(read('{key}', values, false, context));
}

/** Whether there is more to say of a field than its type. */
function saysMore({ description, fields, variants, enum: values, constraints }: Field): boolean {
  return (
    description !== undefined ||
    fields.length + variants.length + (values?.length ?? 0) + constraints.length > 0
  );
}

/** Most types of alternatives that the type of a field lists. */
const mostListed = 4;

/** Alternatives, when `string | number` does not say all of them. */
function addVariants(field: Making, schema: Schema, context: Open): void {
  const { references, budget, levels } = context;
  const telling = tellingNames(schema, references);
  const used = new Map<string, number>();
  let hasNames = false;
  for (const [index, { place, label }] of schema.variants.entries()) {
    if (budget.left <= 0) break;
    const variant = read('', place, false, context);
    const read_ = readSchema(place, references);
    const type = variant.type.startsWith('object') || variant.type === 'any' ? '' : variant.type;
    const name = read_.title ?? label ?? read_.refName ?? telling[index];
    if (name !== undefined) hasNames = true;
    const plain = (name ?? type) || `Option ${index + 1}`;
    const count = (used.get(plain) ?? 0) + 1;
    used.set(plain, count);
    field.variants.push({ label: count > 1 ? `${plain} (${count})` : plain, field: variant });
  }
  if (schema.types.length > 0 || hasNames) return;
  levels.cuts.push(() => {
    const types = new Set(field.variants.map((one) => one.field.type));
    if (types.size <= mostListed && !field.variants.some((one) => isMoreThanType(one.field))) {
      field.variants.splice(0);
    }
  });
}

function isMoreThanType(field: Field): boolean {
  const { deprecated, default: preset, example, recursive } = field;
  return (
    deprecated || recursive || preset !== undefined || example !== undefined || saysMore(field)
  );
}

/** The schema whose fields are shown: behind any number of lists. */
function innermost(schema: Schema, references: References): Schema {
  let inner = schema;
  const targets: string[] = [];
  for (let depth = 0; depth < 5 && inner.tuple.length === 0; depth += 1) {
    if (!inner.items || !inner.types.includes('array')) break;
    inner = readSchema(inner.items, references);
    targets.push(...inner.targets);
  }
  return inner === schema ? schema : { ...inner, targets };
}

function bareType(schema: Schema, references: References, depth: number): string {
  if (schema.types.includes('array') && schema.tuple.length > 0 && depth < 5) {
    return tupleType(schema, references, depth);
  }
  if (schema.types.includes('array') && depth < 5) {
    const item = schema.items
      ? typeName(readSchema(schema.items, references), references, depth + 1)
      : 'any';
    const list = /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
    const others = schema.types.filter((type) => type !== 'array');
    return [...others, list].join(' | ');
  }
  if (schema.variants.length > 1 && schema.types.length === 0) {
    if (depth >= 5) return 'any';
    const names = schema.variants.map((variant) =>
      typeName(readSchema(variant.place, references), references, depth + 1),
    );
    const unique = [...new Set(names)];
    return unique.length <= mostListed ? unique.join(' | ') : 'any';
  }
  if (schema.types.length === 0) return 'any';
  if (schema.enum && !schema.types.includes('object')) return `enum<${schema.types.join(' | ')}>`;
  if (isFile(schema)) return 'file';
  return schema.types
    .map((type) => {
      const format = type === 'string' ? formatOf(schema) : schema.format;
      return format && type !== 'object' ? `${type}<${format}>` : type;
    })
    .join(' | ');
}

/** `[string, number]`, and `…` where more may follow. */
function tupleType({ tuple, items, words, types }: Schema, references: References, depth: number) {
  const nameOf = (place: Place) => typeName(readSchema(place, references), references, depth + 1);
  const rest = items ? [`…${nameOf(items)}`] : words.items === false ? [] : ['…'];
  const list = `[${[...tuple.map(nameOf), ...rest].join(', ')}]`;
  return [...types.filter((type) => type !== 'array'), list].join(' | ');
}

/** Bounds and patterns in few words. */
function constraintsOf(schema: Schema): readonly string[] {
  const { words } = schema;
  const found: string[] = [];
  const number = (key: string) => limitOf(schema, key);
  // In 3.0, exclusive bounds are flags next to `minimum` and `maximum`.
  const low = bound(number('minimum'), words.exclusiveMinimum, (one, other) => one >= other);
  const high = bound(number('maximum'), words.exclusiveMaximum, (one, other) => one <= other);
  if (low || high) {
    const left = low ? `${low.value} ${low.open ? '<' : '≤'} ` : '';
    const right = high ? ` ${high.open ? '<' : '≤'} ${high.value}` : '';
    if (low && high) found.push(`${left}x${right}`);
    else if (low) found.push(`x ${low.open ? '>' : '≥'} ${low.value}`);
    else found.push(`x${right}`);
  }
  if (number('multipleOf') !== undefined) found.push(`multiple of ${number('multipleOf')}`);
  const range = (min: string, max: string, what: string) => {
    const least = number(min);
    const most = number(max);
    if (least !== undefined && least === most) found.push(`${what} ${least}`);
    else {
      if (least !== undefined && least > 0) found.push(`min ${what} ${least}`);
      if (most !== undefined) found.push(`max ${what} ${most}`);
    }
  };
  range('minLength', 'maxLength', 'length');
  range('minItems', 'maxItems', 'items');
  range('minProperties', 'maxProperties', 'properties');
  if (words.uniqueItems === true) found.push('unique items');
  if (typeof words.pattern === 'string') found.push(`pattern ${words.pattern}`);
  return found;
}

type Limit = number | bigint;

function bound(
  value: Limit | undefined,
  exclusive: unknown,
  isStricter: (one: Limit, other: Limit) => boolean,
): { readonly value: Limit; readonly open: boolean } | undefined {
  if (typeof exclusive === 'number' || typeof exclusive === 'bigint') {
    if (value === undefined || isStricter(exclusive, value)) {
      return { value: exclusive, open: true };
    }
    return { value, open: false };
  }
  return value === undefined ? undefined : { value, open: exclusive === true };
}
