import { isBinary } from './sample-body.ts';
import type { Schema } from './schema.ts';

/** Media types that are text, whatever they are called: a value of one of them is typed, not chosen. */
const texts =
  /^(?:text|message)\/|[/+](?:json|xml|yaml|x-yaml|javascript|graphql|jwt)\b|urlencoded/i;

/**
 * Whether the values of a schema are bytes: `format: binary` in 3.0, in 3.1 a media type of bytes that is not encoded
 * as text.
 */
export function isFile({
  types,
  format,
  words,
}: Pick<Schema, 'types' | 'format' | 'words'>): boolean {
  if (!types.includes('string')) return false;
  if (format === 'binary') return true;
  const { contentMediaType: media, contentEncoding: encoding } = words;
  if (typeof media !== 'string' || (typeof encoding === 'string' && encoding !== 'binary')) {
    return false;
  }
  return isBinary(media) || /^image\//i.test(media) || !texts.test(media);
}

/** How the text of a schema is written: its format, its encoding, or the media type that it is of. */
export function formatOf({ format, words }: Pick<Schema, 'format' | 'words'>): string | undefined {
  const { contentMediaType: media, contentEncoding: encoding } = words;
  if (format !== undefined) return format;
  return [encoding, media].find((one) => typeof one === 'string') as string | undefined;
}
