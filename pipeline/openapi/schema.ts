import { asList, asObject, asText, type Json } from './json.ts';
import type { References } from './references.ts';
import { describedAs } from './text.ts';
import { constantsOf } from './value-meanings.ts';

/**
 * A schema as the pages show it: references followed, `allOf` merged, OpenAPI 3.0 read as 3.1
 * (`nullable`, boolean bounds).
 */
export interface Schema {
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  readonly items?: Place;
  /** The first values of a list that have schemas of their own. */
  readonly tuple: readonly Place[];
  readonly values?: Place;
  /** Values by the pattern of their keys. */
  readonly patterns: ReadonlyMap<string, Place>;
  readonly enum?: readonly unknown[];
  /** The values of `enum` with their titles and descriptions, where they were written as alternatives. */
  readonly constants?: readonly Json[];
  readonly variants: readonly { readonly place: Place; readonly label?: string }[];
  /** References that were followed to get here: what is open while its fields are read. */
  readonly targets: readonly string[];
  readonly refName?: string;
  /** All keywords, later parts of `allOf` over earlier ones. */
  readonly words: Json;
}

/** An unread schema and its file. */
export interface Place {
  readonly value: unknown;
  readonly file: string;
}

/** Deepest nesting of `allOf` and of only choices that is merged, and schemas that are merged into one. */
const limits = { depth: 30, parts: 5000 } as const;

/** Times that `allOf` may ask for one schema after another before that is reported. */
const manyTimes = 100_000;

const known = new WeakMap<References, WeakMap<object, Schema>>();

/**
 * Reads one schema; what is not a schema at all reads as one that allows anything. Each is read once,
 * however many refer to it.
 */
export function readSchema(place: Place, references: References): Schema {
  return readAt(place, references, 0);
}

function readAt(place: Place, references: References, depth: number): Schema {
  const object = asObject(place.value);
  if (object === undefined) return anything;
  const schemas = known.get(references) ?? new WeakMap<object, Schema>();
  known.set(references, schemas);
  const kept = schemas.get(object);
  if (kept) return kept;
  // Whoever meets this schema while it is being read has come back to where it began.
  schemas.set(object, anything);
  const schema = read(place, references, depth);
  schemas.set(object, schema);
  return schema;
}

const anything: Schema = {
  types: [],
  nullable: false,
  properties: new Map(),
  required: new Set(),
  tuple: [],
  patterns: new Map(),
  variants: [],
  targets: [],
  words: {},
};

function read(place: Place, references: References, depth: number): Schema {
  const merged = merge(place, references);
  let { words, variants } = merged;
  let nullable = merged.nullable;
  const kept = variants.filter((variant) => !isNull(variant.place, references));
  if (kept.length < variants.length) {
    nullable = true;
    variants = kept;
  }
  if (variants.length === 1 && variants[0] && depth < limits.depth) {
    // One alternative is no choice: read it as a part of the schema.
    const single = readAt(variants[0].place, references, depth + 1);
    if (!single.targets.some((target) => merged.targets.includes(target))) {
      return {
        ...single,
        nullable: nullable || single.nullable,
        ...optional('description', describedAs(words.description)),
        ...(asText(words.title) ? { title: asText(words.title) as string } : {}),
        properties: new Map([...merged.properties, ...single.properties]),
        required: new Set([...merged.required, ...single.required]),
        targets: [...merged.targets, ...single.targets],
        words: { ...single.words, ...words },
      };
    }
  }
  const constants = constantsOf(variants);
  if (constants) {
    variants = [];
    words = { ...words, enum: constants.map((one) => one.const) };
  }
  const types = typesOf(words, merged);
  const list = asList(words.enum);
  const options = 'const' in words ? [words.const] : list.filter((item) => item !== null);
  const items = merged.items;
  return {
    types,
    nullable: nullable || list.includes(null),
    properties: merged.properties,
    required: merged.required,
    tuple: merged.tuple,
    patterns: merged.patterns,
    variants,
    targets: merged.targets,
    words,
    ...optional('format', asText(words.format)),
    ...optional('title', asText(words.title)),
    ...optional('description', describedAs(words.description)),
    ...optional('items', items),
    ...optional('values', merged.values),
    ...(options.length > 0 ? { enum: options } : {}),
    ...optional('constants', constants),
    ...optional('refName', merged.refName),
  };
}

interface Merged {
  words: Record<string, unknown>;
  nullable: boolean;
  properties: Map<string, Place>;
  required: Set<string>;
  items?: Place;
  tuple: readonly Place[];
  values?: Place;
  patterns: Map<string, Place>;
  variants: { place: Place; label?: string }[];
  targets: string[];
  refName?: string;
}

function merge(place: Place, references: References): Merged {
  const merged: Merged = {
    words: {},
    nullable: false,
    properties: new Map(),
    required: new Set(),
    tuple: [],
    patterns: new Map(),
    variants: [],
    targets: [],
  };
  const left = { parts: limits.parts };
  const { variants, refName, times } = mergeInto(merged, place, {
    ...{ references, depth: 0, done: new Map(), left },
  });
  merged.variants = variants;
  if (times > manyTimes || left.parts <= 0) tellOfFanOut(place, references, times);
  return refName === undefined ? merged : { ...merged, refName };
}

function tellOfFanOut(place: Place, { tell }: References, times: number): void {
  const written = asObject(place.value);
  const first = asObject(asList(written?.allOf)[0]);
  const words = asText(written?.$ref) ?? asText(first?.$ref) ?? 'allOf';
  const many = times < 1e15 ? times.toLocaleString('en') : 'countless';
  tell(place.file, words, {
    severity: 'warning',
    ruleId: 'openapi-fan-out',
    reason: `The schema at ${words} merges ${many} others with "allOf", expected at most ${limits.parts}; each is merged once, and the rest is left out.`,
    note: 'Reference each schema only once.',
  });
}

interface Merging {
  readonly references: References;
  readonly depth: number;
  /** References that were merged already, and how many schemas that were: once more would add nothing. */
  readonly done: Map<string, number>;
  readonly left: { parts: number };
}

/** Adds a schema: its parts of `allOf` first, then its own words over them. */
function mergeInto(
  merged: Merged,
  place: Place,
  merging: Merging,
): Pick<Merged, 'variants' | 'refName'> & { readonly times: number } {
  const { references, depth, done, left } = merging;
  const none = { variants: [], times: 1 };
  if (depth > limits.depth || left.parts <= 0 || references.work.parts <= 0) return none;
  left.parts -= 1;
  references.work.parts -= 1;
  const node = references.follow(withReference(place.value), place.file);
  if (!node) return none;
  if (node.target) {
    const before = done.get(node.target);
    if (before !== undefined) return { ...none, times: before };
    done.set(node.target, 1);
    merged.targets.push(node.target);
  }
  let { refName } = node;
  let variants: Merged['variants'] = [];
  let times = 1;
  const { value, file } = node;
  const parts = asList(value.allOf);
  for (const part of parts) {
    const inner = mergeInto(merged, { value: part, file }, { ...merging, depth: depth + 1 });
    times += inner.times;
    if (variants.length === 0) variants = inner.variants;
    // `allOf` with one reference is how 3.0 adds a description to a reference.
    if (parts.length === 1) refName ??= inner.refName;
  }
  if (node.target) done.set(node.target, times);
  const { allOf: _, ...own } = value;
  Object.assign(merged.words, own);
  merged.nullable ||= value.nullable === true || asList(value.type).includes('null');
  for (const [name, property] of Object.entries(asObject(value.properties) ?? {})) {
    // What no value is right for must not be there.
    if (property === false) merged.properties.delete(name);
    else merged.properties.set(name, { value: property, file });
  }
  for (const name of asList(value.required)) {
    if (typeof name === 'string') merged.required.add(name);
  }
  if (asObject(value.items)) merged.items = { value: value.items, file };
  const first = asList(value.prefixItems);
  if (first.length > 0) merged.tuple = first.map((item) => ({ value: item, file }));
  for (const [pattern, values] of Object.entries(asObject(value.patternProperties) ?? {})) {
    merged.patterns.set(pattern, { value: values, file });
  }
  if (asObject(value.additionalProperties)) {
    merged.values = { value: value.additionalProperties, file };
  }
  const alternatives = asList(value.oneOf).length > 0 ? value.oneOf : value.anyOf;
  if (asList(alternatives).length > 0) variants = variantsOf(value, file, alternatives);
  return refName === undefined ? { variants, times } : { variants, times, refName };
}

/** Keywords next to a reference count as well: it is read as a part of a schema that has them. */
function withReference(value: unknown): unknown {
  const { $ref, ...own } = asObject(value) ?? {};
  if (typeof $ref !== 'string' || Object.keys(own).length === 0) return value;
  return { ...own, allOf: [{ $ref }, ...asList(own.allOf)] };
}

/** Alternatives with the names that a discriminator gives them. */
function variantsOf(value: Json, file: string, alternatives: unknown) {
  const names = new Map<string, string>();
  for (const [name, reference] of Object.entries(
    asObject(asObject(value.discriminator)?.mapping) ?? {},
  )) {
    if (typeof reference !== 'string') continue;
    // Several names may be those of one schema: the first is its label.
    for (const key of [reference, reference.split('/').at(-1) ?? reference]) {
      if (!names.has(key)) names.set(key, name);
    }
  }
  return asList(alternatives).map((alternative) => {
    const reference = asText(asObject(alternative)?.$ref);
    const label =
      reference && (names.get(reference) ?? names.get(reference.split('/').at(-1) ?? ''));
    return { place: { value: alternative, file }, ...(label ? { label } : {}) };
  });
}

/** A limit of a schema, which may be longer than a number can be. */
export function limitOf(
  { words }: Pick<Schema, 'words'>,
  key: string,
): number | bigint | undefined {
  const value = words[key];
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

/** The property that says which alternative a value is. */
export function discriminatorOf({ words }: Schema): string | undefined {
  return asText(asObject(words.discriminator)?.propertyName);
}

function isNull(place: Place, references: References): boolean {
  const value = references.follow(place.value, place.file)?.value;
  return value !== undefined && (value.type === 'null' || value.const === null);
}

function typesOf(words: Json, merged: Merged): readonly string[] {
  const written = typeof words.type === 'string' ? [words.type] : asList(words.type);
  const types = written.filter((type): type is string => typeof type === 'string');
  const named = types.filter((type) => type !== 'null');
  if (named.length > 0) return [...new Set(named)];
  const { properties, patterns, values: others } = merged;
  if (properties.size + patterns.size > 0 || others || words.additionalProperties === true) {
    return ['object'];
  }
  if (merged.items || merged.tuple.length > 0) return ['array'];
  if (types.includes('null') && merged.variants.length === 0) return ['null'];
  const values = 'const' in words ? [words.const] : asList(words.enum);
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  return [...kinds];
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
