import type { FormBody, FormEncoding } from '../../../schema/form.ts';
import { exampleOf } from '../examples.ts';
import { asText, defined, type Json, objectEntries } from '../json.ts';
import { exampleValue, mediaTypesOf } from '../media-types.ts';
import type { References } from '../references.ts';
import { isBinary } from '../sample-body.ts';
import type { Place } from '../schema.ts';
import { sentValue } from '../sent-value.ts';
import { lettersOf } from '../work.ts';
import { isXml, xmlOf } from '../xml-example.ts';
import { type InputContext, inputOf } from './inputs.ts';

/** Letters of an example that a form offers, and of all those of one content type. */
const limits = { letters: 10_000, together: 100_000 } as const;

/** What a form asks for the body of a request. */
export function formBody(
  value: unknown,
  file: string,
  context: Omit<InputContext, 'nulls'>,
): FormBody | undefined {
  const { references } = context;
  const node = references.follow(value, file);
  if (!node) return undefined;
  const media = mediaTypesOf(node.value.content, node.file, references);
  const contents = media.map(({ mediaType, media, file, schema }) => {
    const written = examplesOf(media, file, references).map(({ label, value }) => ({
      label,
      value: sentValue(mediaType, value, { place: schema, references }),
    }));
    // A form asks for XML as a whole: there are no fields that could be filled in one by one.
    const isMade = isXml(mediaType) && written.length === 0 && media.schema !== undefined;
    const examples = isMade ? [{ label: '', value: madeXml(schema, context) }] : written;
    const input = inputOf(schema, {}, { ...context, nulls: !isForm(mediaType) });
    return {
      mediaType,
      input: isBinary(mediaType) ? ({ kind: 'file' } as const) : input,
      ...defined({
        examples: examples.length > 0 ? examples : undefined,
        prefill: examples.length > 0 && context.prefill.examples ? true : undefined,
        encoding: encodingOf(media.encoding),
      }),
    };
  });
  if (contents.length === 0) return undefined;
  return { required: node.value.required === true, contents };
}

function madeXml(
  place: Place,
  { references, prefill: { fields } }: Pick<InputContext, 'references' | 'prefill'>,
): string {
  const value = exampleOf(place, { references, direction: 'request', fields });
  return xmlOf(value, { place, references });
}

function isForm(mediaType: string): boolean {
  return /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType);
}

/** Fields that are written in another way than the usual one. */
export function encodingOf(value: unknown): Readonly<Record<string, FormEncoding>> | undefined {
  const found = objectEntries(value).flatMap(([name, { style, explode, contentType }]) => {
    const type = asText(contentType);
    const way: FormEncoding = defined({
      style: styles.find((one) => one === style),
      explode: typeof explode === 'boolean' ? explode : undefined,
      contentType: type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined,
    });
    return Object.keys(way).length > 0 ? [[name, way] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

function examplesOf(media: Json, file: string, references: References) {
  const found: { label: string; value: unknown }[] = [];
  for (const [name, entry] of objectEntries(media.examples)) {
    const node = references.follow(entry, file);
    const value = node && exampleValue(node.value);
    if (!node || value === undefined) continue;
    found.push({ label: asText(node.value.summary) ?? name, value });
  }
  if (found.length === 0 && media.example !== undefined) {
    found.push({ label: '', value: media.example });
  }
  let left: number = limits.together;
  return found.filter((example) => {
    const letters = lettersOf(example, limits.letters);
    if (letters >= limits.letters || letters > left) return false;
    left -= letters;
    return true;
  });
}
