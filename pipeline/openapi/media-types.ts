import { asObject, type Json, objectEntries } from './json.ts';
import type { References } from './references.ts';
import type { Place } from './schema.ts';

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
    const place = { value: schema ?? {}, file };
    return [
      { mediaType, media, file, schema: place, ...(schema === undefined ? {} : { made: place }) },
    ];
  });
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
