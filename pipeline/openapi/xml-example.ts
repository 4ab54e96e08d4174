import { asObject, asText } from './json.ts';
import type { References } from './references.ts';
import { type Place, readSchema, type Schema } from './schema.ts';
import { plain } from './serialize.ts';

/** Whether a media type is XML. */
export function isXml(mediaType: string): boolean {
  return /[/+]xml\b/i.test(mediaType);
}

/** Where the names of elements are looked up; without it, elements are called as the properties. */
export interface XmlSchema {
  readonly place: Place;
  readonly references: References;
}

/** Deepest nesting of elements, which each move their lines in. */
const deepest = 20;

/**
 * An example as XML, by the `xml` of its schema. A text is XML already: that is how examples of XML are written.
 */
export function xmlOf(value: unknown, described?: XmlSchema): string {
  if (typeof value === 'string') return value;
  const part = { described, depth: 0 };
  const schema = schemaOf(part);
  const name = wordsOf(schema).name ?? schema?.refName ?? schema?.title ?? 'root';
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...elementOf(name, value, part)].join('\n');
}

interface Part {
  readonly described: XmlSchema | undefined;
  readonly depth: number;
}

function schemaOf({ described }: Part): Schema | undefined {
  return described && readSchema(described.place, described.references);
}

function below({ described, depth }: Part, place: Place | undefined): Part {
  return { described: described && place && { ...described, place }, depth: depth + 1 };
}

/** What a schema says about its element. */
function wordsOf(schema: Schema | undefined) {
  const { name, prefix, namespace, attribute, wrapped, nodeType } =
    asObject(schema?.words.xml) ?? {};
  return {
    name: asText(name),
    prefix: asText(prefix),
    namespace: asText(namespace),
    isAttribute: attribute === true || nodeType === 'attribute',
    isWrapped: wrapped === true || nodeType === 'element',
  };
}

/** A property: lists are repeated elements, in one of their own if the schema says so. */
function propertyOf(key: string, value: unknown, part: Part): readonly string[] {
  const schema = schemaOf(part);
  const words = wordsOf(schema);
  if (!Array.isArray(value)) return elementOf(words.name ?? key, value, part);
  const name = words.isWrapped ? (words.name ?? key) : key;
  const items = itemsOf(value, below(part, schema?.items), name);
  return words.isWrapped ? element(name, items, schema) : items;
}

function itemsOf(values: readonly unknown[], part: Part, usual?: string): readonly string[] {
  const schema = schemaOf(part);
  const name = wordsOf(schema).name ?? usual ?? schema?.refName ?? 'item';
  return values.flatMap((value) => elementOf(name, value, part));
}

function elementOf(name: string, value: unknown, part: Part): readonly string[] {
  const schema = schemaOf(part);
  if (part.depth > deepest) return element(name, '…', schema);
  if (Array.isArray(value)) {
    return element(name, itemsOf(value, below(part, schema?.items)), schema);
  }
  const object = asObject(value);
  if (!object)
    return element(name, value === null || value === undefined ? [] : plain(value), schema);
  const attributes: [string, string][] = [];
  const inner: string[] = [];
  for (const [key, item] of Object.entries(object)) {
    const one = below(part, propertyPlace(schema, key, part));
    const words = wordsOf(schemaOf(one));
    if (words.isAttribute)
      attributes.push([qualified(words.name ?? key, words.prefix), plain(item)]);
    else inner.push(...propertyOf(key, item, one));
  }
  return element(name, inner, schema, attributes);
}

function propertyPlace(schema: Schema | undefined, key: string, part: Part): Place | undefined {
  if (!schema || !part.described) return undefined;
  const own = schema.properties.get(key);
  if (own) return own;
  const { references } = part.described;
  for (const { place } of schema.variants) {
    const found = readSchema(place, references).properties.get(key);
    if (found) return found;
  }
  return schema.values;
}

/** The lines of an element with a text, or with the lines of others in it. */
function element(
  name: string,
  content: string | readonly string[],
  schema: Schema | undefined,
  attributes: readonly (readonly [string, string])[] = [],
): readonly string[] {
  const { prefix, namespace } = wordsOf(schema);
  const space = prefix === undefined ? 'xmlns' : `xmlns:${nameOf(prefix)}`;
  const all = [...(namespace === undefined ? [] : [[space, namespace] as const]), ...attributes];
  const tag = qualified(name, prefix);
  const start = [tag, ...all.map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');
  if (typeof content === 'string') return [`<${start}>${escaped(content)}</${tag}>`];
  if (content.length === 0) return [`<${start}/>`];
  return [`<${start}>`, ...content.map((line) => `  ${line}`), `</${tag}>`];
}

function qualified(name: string, prefix: string | undefined): string {
  return prefix === undefined ? nameOf(name) : `${nameOf(prefix)}:${nameOf(name)}`;
}

/** A key as a name that XML allows. */
function nameOf(key: string): string {
  const name = key.replace(/[^\p{L}\p{N}._:-]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
