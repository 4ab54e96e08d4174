import type { TranslatedText } from '../../schema/build.ts';
import { directionOf } from '../../schema/languages.ts';
import type { SourceFile } from '../../schema/site.ts';
import { sourceHash } from '../source/hash.ts';

/** A translated text as the file that it replaces, with what of it is in the source language. */
export function translatedFile(
  path: string,
  { text, untranslated = [] }: TranslatedText,
  way: { readonly from: string; readonly to: string },
): SourceFile {
  const hash = sourceHash(text);
  if (untranslated.length === 0) return { path, text, hash };
  const dir = directionOf(way.from);
  const attributes = { lang: way.from, ...(dir === directionOf(way.to) ? {} : { dir }) };
  return { path, text, hash, untranslated: { attributes, parts: untranslated } };
}
