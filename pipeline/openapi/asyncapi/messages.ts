import type { Example, Field, Message } from '../../../schema/operation.ts';
import { type Context, exampleText } from '../contents.ts';
import { writeExact } from '../exact-json.ts';
import { bounded, exampleOf } from '../examples.ts';
import { fieldOf } from '../fields.ts';
import { asList, asObject, asText, defined } from '../json.ts';
import type { Node } from '../references.ts';
import type { Place } from '../schema.ts';
import { isXml, xmlOf } from '../xml-example.ts';
import { bindingsOf } from './bindings.ts';
import { tagsOf } from './tags.ts';
import { withTraits } from './traits.ts';

/** Examples of one message that are shown. */
const mostExamples = 20;

/** Reads the messages of one description, each once, however many operations have it. */
export function messageReader(
  context: Context,
  version: 2 | 3,
): (node: Node, key: string) => Message {
  const known = new Map<object | string, Message>();
  const ids = new Map<string, number>();
  const freeId = (name: string) => {
    const plain = name.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, '-');
    const base = plain.replace(/^-+|-+$/g, '') || 'message';
    const count = (ids.get(base) ?? 0) + 1;
    ids.set(base, count);
    return count === 1 ? base : `${base}-${count}`;
  };
  return (node, key) => {
    const identity = node.target ?? node.value;
    const kept = known.get(node.value) ?? known.get(identity);
    if (kept) return kept;
    const message = readMessage(withTraits(node, context.references, version), key, {
      ...{ context, version, freeId },
    });
    known.set(identity, message);
    known.set(node.value, message);
    return message;
  };
}

function readMessage(
  node: Node,
  key: string,
  given: {
    readonly context: Context;
    readonly version: 2 | 3;
    readonly freeId: (name: string) => string;
  },
): Message {
  const { value, file } = node;
  const { context } = given;
  const { references, document } = context;
  const name = asText(value.name) ?? asText(value.messageId) ?? (key || 'message');
  const headers = partOf(value.headers, file, undefined, context);
  const payload = partOf(value.payload, file, asText(value.schemaFormat), context);
  const correlation = references.follow(value.correlationId, file)?.value;
  const location = asText(correlation?.location);
  const contentType =
    asText(value.contentType) ?? asText(document.defaultContentType) ?? 'application/json';
  return {
    id: given.freeId(name),
    name,
    deprecated: value.deprecated === true || value['x-deprecated'] === true,
    tags: tagsOf(value.tags, file, references),
    contentType,
    bindings: bindingsOf(value.bindings, file, references),
    examples: examplesOf(value.examples, payload?.place, { contentType, context }),
    ...defined({
      title: asText(value.title),
      description: asText(value.description) ?? asText(value.summary),
      headers: headers?.field,
      payload: payload?.field,
      payloadText: payload?.text,
      correlation: location
        ? { location, ...defined({ description: asText(correlation?.description) }) }
        : undefined,
    }),
  };
}

/** Schema languages that are shown as they are written. */
const otherLanguages = /avro|raml|protobuf|xml|graphql|thrift/i;

interface Part {
  readonly field?: Field;
  readonly place?: Place;
  readonly text?: Message['payloadText'];
}

/** Headers or a payload: a schema, or a schema with its language around it. */
function partOf(
  value: unknown,
  file: string,
  format: string | undefined,
  { references }: Context,
): Part | undefined {
  if (value === undefined || value === false) return undefined;
  const node = references.follow(value, file);
  const wrapped = node && typeof node.value.schemaFormat === 'string' && 'schema' in node.value;
  if (wrapped) {
    return languagePart(node.value.schema, node.file, asText(node.value.schemaFormat), references);
  }
  return languagePart(value, file, format, references);
}

function languagePart(
  value: unknown,
  file: string,
  format: string | undefined,
  references: Context['references'],
): Part {
  if (format && otherLanguages.test(format)) {
    const inner = bounded(references.follow(value, file)?.value ?? value, references);
    const text = typeof inner === 'string' ? inner : (writeExact(inner, 2) ?? '');
    const language =
      typeof inner !== 'string' ? 'json' : /protobuf/i.test(format) ? 'protobuf' : 'text';
    return { text: { label: '', language, text, format } };
  }
  const place = { value, file };
  return { place, field: fieldOf('', place, { references, direction: 'both' }) };
}

function examplesOf(
  value: unknown,
  place: Place | undefined,
  { contentType, context }: { readonly contentType: string; readonly context: Context },
): readonly Example[] {
  const { references } = context;
  const described = place && { place, references };
  const shown = (value: unknown) => (isXml(contentType) ? xmlOf(value, described) : value);
  const examples: Example[] = [];
  for (const entry of asList(value).slice(0, mostExamples)) {
    const example = asObject(entry);
    if (example?.payload === undefined) continue;
    const label = asText(example.summary) ?? asText(example.name) ?? '';
    examples.push(exampleText(label, contentType, shown(bounded(example.payload, references))));
  }
  if (examples.length === 0 && place) {
    const made = exampleOf(place, { references, direction: 'both', fields: 'all' });
    examples.push(exampleText('', contentType, shown(made)));
  }
  return examples;
}
