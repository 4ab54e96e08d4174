import type { Api } from '../../schema/config/api.ts';
import type { Body, Example, Field, Response, ResponseLink } from '../../schema/operation.ts';
import type { FieldedBody } from './body-fields.ts';
import { writeExact } from './exact-json.ts';
import { bounded, exampleOf } from './examples.ts';
import { fieldOf } from './fields.ts';
import { encodingOf } from './form/body.ts';
import { asObject, asText, defined, type Json, objectEntries } from './json.ts';
import { exampleValue, mediaTypesOf } from './media-types.ts';
import type { Description } from './read.ts';
import type { References } from './references.ts';
import { fileMark, isBinary } from './sample-body.ts';
import { isJson, sentValue } from './sent-value.ts';
import { describedAs } from './text.ts';
import { isXml, xmlOf } from './xml-example.ts';

/** What everything in a description is read with. */
export interface Context {
  readonly description: Description;
  readonly document: Json;
  readonly references: References;
  readonly api: Api;
}

/** A request body, with the value that samples send. */
export function bodyOf(
  value: unknown,
  file: string,
  context: Context,
  direction: 'request' | 'response',
) {
  const node = context.references.follow(value, file);
  if (!node) return undefined;
  const contents = contentsOf(node.value.content, node.file, context, direction);
  if (contents.shown.length === 0 && !describedAs(node.value.description)) return undefined;
  const shown: Body = {
    required: node.value.required === true,
    contents: contents.shown,
    ...defined({ description: describedAs(node.value.description) }),
  };
  return { shown, example: contents.example };
}

/** Responses in the order they are written. */
export function responsesOf(value: unknown, file: string, context: Context): readonly Response[] {
  const responses: Response[] = [];
  for (const [status, entry] of objectEntries(value)) {
    if (status.startsWith('x-')) continue;
    const node = context.references.follow(entry, file);
    if (!node) continue;
    responses.push({
      status: /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status,
      contents: contentsOf(node.value.content, node.file, context, 'response').shown,
      ...defined({
        description: describedAs(node.value.description),
        headers: headersOf(node.value.headers, node.file, context),
        links: linksOf(node.value.links, node.file, context),
      }),
    });
  }
  return responses;
}

/** Headers of a response; what its type is, its contents say. */
function headersOf(
  value: unknown,
  file: string,
  { references }: Context,
): readonly Field[] | undefined {
  const fields = objectEntries(value).flatMap(([name, entry]) => {
    const node = references.follow(entry, file);
    if (!node || name.toLowerCase() === 'content-type') return [];
    const schema = node.value.schema ?? objectEntries(node.value.content)[0]?.[1].schema ?? {};
    const required = node.value.required === true;
    const place = { value: schema, file: node.file };
    const field = fieldOf(name, place, { references, direction: 'response', required });
    return {
      ...field,
      deprecated: field.deprecated || node.value.deprecated === true,
      ...defined({
        description: describedAs(node.value.description) ?? field.description,
        example: node.value.example ?? field.example,
      }),
    } as Field;
  });
  return fields.length > 0 ? fields : undefined;
}

function linksOf(
  value: unknown,
  file: string,
  { references }: Context,
): readonly ResponseLink[] | undefined {
  const links = objectEntries(value).flatMap(([name, entry]) => {
    const node = references.follow(entry, file);
    const operation = asText(node?.value.operationId) ?? asText(node?.value.operationRef);
    if (!node || !operation) return [];
    const parameters = Object.entries(asObject(node.value.parameters) ?? {}).map(
      ([parameter, text]) =>
        [parameter, typeof text === 'string' ? text : writeExact(text)] as const,
    );
    return {
      name,
      operation,
      parameters,
      ...defined({ description: describedAs(node.value.description) }),
    };
  });
  return links.length > 0 ? links : undefined;
}

function contentsOf(
  value: unknown,
  from: string,
  context: Context,
  direction: 'request' | 'response',
): {
  readonly shown: Body['contents'];
  readonly example?: FieldedBody;
} {
  const { references, api } = context;
  const shown: Body['contents'][number][] = [];
  let first: FieldedBody | undefined;
  for (const { mediaType, media, file, schema, made } of mediaTypesOf(value, from, references)) {
    const described = { place: schema, references };
    const shownValue = (value: unknown) => (isXml(mediaType) ? xmlOf(value, described) : value);
    const written: { label: string; value: unknown }[] = [];
    for (const [name, entry] of objectEntries(media.examples)) {
      const node = references.follow(entry, file);
      const given = node && exampleValue(node.value);
      if (!node || given === undefined) continue;
      const value = bounded(given, references);
      written.push({ label: asText(node.value.summary) ?? name, value });
    }
    if (written.length === 0 && media.example !== undefined) {
      written.push({ label: '', value: bounded(media.example, references) });
    }
    if (written.length === 0 && made) {
      const fields = direction === 'request' ? (api.examples.defaults ?? 'all') : 'all';
      written.push({ label: '', value: exampleOf(made, { references, direction, fields }) });
    }
    const chosen = written[0] ?? (isBinary(mediaType) ? { value: fileMark } : undefined);
    if (chosen && !first) {
      first = {
        mediaType,
        value: sentValue(mediaType, chosen.value, described),
        ...defined({ encoding: encodingOf(media.encoding) }),
      };
    }
    shown.push({
      mediaType,
      field: fieldOf('', schema, { references, direction }),
      examples: written
        .filter((example) => example.value !== fileMark)
        .map(({ label, value }) => exampleText(label, mediaType, shownValue(value))),
    });
  }
  return { shown, ...(first ? { example: first } : {}) };
}

/** An example of a media type as text. */
export function exampleText(label: string, mediaType: string, value: unknown): Example {
  if (typeof value === 'string' && !isJson(mediaType)) {
    return { label, language: isXml(mediaType) ? 'xml' : 'text', text: value };
  }
  // Examples of JSON bodies are sometimes written as one text that holds the JSON.
  if (typeof value === 'string' && /^\s*[{[]/.test(value))
    return { label, language: 'json', text: value };
  return { label, language: 'json', text: writeExact(value, 2) ?? '' };
}
