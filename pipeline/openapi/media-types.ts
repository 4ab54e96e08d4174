import { asObject, asText, type Json, objectEntries } from './json.ts';
import type { References } from './references.ts';
import { isBinary } from './sample-body.ts';
import { type Place, readSchema } from './schema.ts';

/** One media type of a body. */
export interface MediaType {
  readonly mediaType: string;
  readonly media: Json;
  readonly file: string;
  /** What the whole is; of a stream, a list of its items. */
  readonly schema: Place;
  /** What examples are made from: of a stream, one item. Undefined where there is no schema. */
  readonly made?: Place;
}

/** The media types of `content`, which may be references since 3.2. */
export function mediaTypesOf(
  content: unknown,
  from: string,
  references: References,
): readonly MediaType[] {
  return objectEntries(content).flatMap(([mediaType, entry]): readonly MediaType[] => {
    const node = references.follow(entry, from);
    if (!node) return [];
    const { value: media, file } = node;
    const { schema, itemSchema: items } = media;
    if (schema === undefined && asObject(items)) {
      const list = { value: { type: 'array', items }, file };
      return [{ mediaType, media, file, schema: list, made: { value: items, file } }];
    }
    const place = withFiles({ value: schema ?? {}, file }, { mediaType, media, references });
    return [
      { mediaType, media, file, schema: place, ...(schema === undefined ? {} : { made: place }) },
    ];
  });
}

/**
 * The schema of a form whose parts of a type of bytes are files: in 3.1, that may be said only where their encoding is
 * described.
 */
function withFiles(
  place: Place,
  part: { readonly mediaType: string; readonly media: Json; readonly references: References },
): Place {
  const types = objectEntries(part.media.encoding).flatMap(([name, { contentType }]) => {
    const all = asText(contentType)?.split(',') ?? [];
    return all.length > 0 && all.every((type) => isBinary(type.trim())) ? [name] : [];
  });
  if (types.length === 0 || !/^multipart\//i.test(part.mediaType)) return place;
  const { properties } = readSchema(place, part.references);
  const files = types.flatMap((name) => {
    const written = properties.get(name);
    const schema = written && readSchema(written, part.references);
    const isOpen = schema && schema.types.length + schema.variants.length === 0;
    return isOpen ? [[name, { allOf: [written.value], type: 'string', format: 'binary' }]] : [];
  });
  if (files.length === 0) return place;
  return { ...place, value: { allOf: [place.value], properties: Object.fromEntries(files) } };
}

/** The value of an example: in 3.2 it has a name of its own, and may be there only as it is sent. */
export function exampleValue({ value, dataValue, serializedValue }: Json): unknown {
  if (value !== undefined) return value;
  return dataValue === undefined ? serializedValue : dataValue;
}

/** Whether a media type is that of a query. */
export function isQueryForm({ mediaType }: Pick<MediaType, 'mediaType'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(mediaType);
}
