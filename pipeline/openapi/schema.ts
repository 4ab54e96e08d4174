import { asList, asObject, asText, type Json } from './json.ts';
import type { References } from './references.ts';

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
  readonly values?: Place;
  readonly enum?: readonly unknown[];
  readonly variants: readonly { readonly place: Place; readonly label?: string }[];
  /** References that were followed to get here: what is open while its fields are read. */
  readonly targets: readonly string[];
  readonly refName?: string;
  /** All keywords, later parts of `allOf` over earlier ones. */
  readonly words: Json;
}

/** An unread schema and the file it stands in. */
export interface Place {
  readonly value: unknown;
  readonly file: string;
}

/** Deepest nesting of `allOf` and single `anyOf` that is merged. */
const deepestMerge = 30;

/** Reads one schema; what is not a schema at all reads as one that allows anything. */
export function readSchema(place: Place, references: References): Schema {
  const merged = merge(place, references, 0, new Set());
  const { words } = merged;
  let variants = merged.variants;
  let nullable = merged.nullable;
  const kept = variants.filter((variant) => !isNull(variant.place, references));
  if (kept.length < variants.length) {
    nullable = true;
    variants = kept;
  }
  if (variants.length === 1 && variants[0]) {
    // One alternative is no choice: read it as a part of the schema.
    const single = readSchema(variants[0].place, references);
    if (!single.targets.some((target) => merged.targets.includes(target))) {
      return {
        ...single,
        nullable: nullable || single.nullable,
        ...(asText(words.description) ? { description: asText(words.description) as string } : {}),
        ...(asText(words.title) ? { title: asText(words.title) as string } : {}),
        properties: new Map([...merged.properties, ...single.properties]),
        required: new Set([...merged.required, ...single.required]),
        targets: [...merged.targets, ...single.targets],
        words: { ...single.words, ...words },
      };
    }
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
    variants,
    targets: merged.targets,
    words,
    ...optional('format', asText(words.format)),
    ...optional('title', asText(words.title)),
    ...optional('description', asText(words.description)),
    ...optional('items', items),
    ...optional('values', merged.values),
    ...(options.length > 0 ? { enum: options } : {}),
    ...optional('refName', merged.refName),
  };
}

interface Merged {
  words: Json;
  nullable: boolean;
  properties: Map<string, Place>;
  required: Set<string>;
  items?: Place;
  values?: Place;
  variants: { place: Place; label?: string }[];
  targets: string[];
  refName?: string;
}

function merge(place: Place, references: References, depth: number, open: Set<string>): Merged {
  const merged: Merged = {
    words: {},
    nullable: false,
    properties: new Map(),
    required: new Set(),
    variants: [],
    targets: [],
  };
  const node = references.follow(place.value, place.file);
  if (!node || depth > deepestMerge) return merged;
  if (node.target) {
    if (open.has(node.target)) return merged;
    open.add(node.target);
    merged.targets.push(node.target);
  }
  if (node.refName) merged.refName = node.refName;
  const { value, file } = node;
  for (const part of asList(value.allOf)) {
    const inner = merge({ value: part, file }, references, depth + 1, open);
    merged.words = { ...merged.words, ...inner.words };
    merged.nullable ||= inner.nullable;
    for (const [name, property] of inner.properties) merged.properties.set(name, property);
    for (const name of inner.required) merged.required.add(name);
    if (inner.items) merged.items = inner.items;
    if (inner.values) merged.values = inner.values;
    if (merged.variants.length === 0) merged.variants = inner.variants;
    merged.targets.push(...inner.targets);
    // `allOf` with one reference is how 3.0 writes words beside a reference.
    if (!merged.refName && asList(value.allOf).length === 1 && inner.refName) {
      merged.refName = inner.refName;
    }
  }
  if (node.target) open.delete(node.target);
  const { allOf: _, ...own } = value;
  merged.words = { ...merged.words, ...own };
  merged.nullable ||= value.nullable === true || asList(value.type).includes('null');
  for (const [name, property] of Object.entries(asObject(value.properties) ?? {})) {
    merged.properties.set(name, { value: property, file });
  }
  for (const name of asList(value.required)) {
    if (typeof name === 'string') merged.required.add(name);
  }
  if (asObject(value.items)) merged.items = { value: value.items, file };
  if (asObject(value.additionalProperties)) {
    merged.values = { value: value.additionalProperties, file };
  }
  const alternatives = asList(value.oneOf).length > 0 ? value.oneOf : value.anyOf;
  if (asList(alternatives).length > 0) merged.variants = variantsOf(value, file, alternatives);
  return merged;
}

/** Alternatives with the names that a discriminator gives them. */
function variantsOf(value: Json, file: string, alternatives: unknown) {
  const names = new Map<string, string>();
  for (const [name, reference] of Object.entries(
    asObject(asObject(value.discriminator)?.mapping) ?? {},
  )) {
    if (typeof reference !== 'string') continue;
    names.set(reference, name);
    names.set(reference.split('/').at(-1) ?? reference, name);
  }
  return asList(alternatives).map((alternative) => {
    const reference = asText(asObject(alternative)?.$ref);
    const label =
      reference && (names.get(reference) ?? names.get(reference.split('/').at(-1) ?? ''));
    return { place: { value: alternative, file }, ...(label ? { label } : {}) };
  });
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
  if (merged.properties.size > 0 || merged.values || words.additionalProperties === true) {
    return ['object'];
  }
  if (merged.items || asObject(words.items)) return ['array'];
  if (types.includes('null') && merged.variants.length === 0) return ['null'];
  const values = 'const' in words ? [words.const] : asList(words.enum);
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  return [...kinds];
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
