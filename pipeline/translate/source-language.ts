import type { SourceFile } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { detectedLanguage, plainLanguage } from './page-language.ts';
import { plainText } from './plain-text.ts';

/** Pages that are looked at: the first ones. */
const mostPages = 50;

/** Share of them that has to be in one language. */
const agreement = 0.8;

/** What is kept of a page of which only the detector could tell the language. */
const unsure = '?';

/**
 * The language that the pages of a site are written in, where its `docs.json` names none: that of most of its first pages,
 * else English. The language of each page is remembered.
 */
export async function sourceLanguage(
  files: Iterable<SourceFile>,
  { cache, codeVersion }: { readonly cache: Cache; readonly codeVersion: string },
): Promise<string> {
  const key = keyOf('page-languages', codeVersion);
  const known = cache.get<Readonly<Record<string, string>>>('config', key) ?? {};
  const found: Record<string, string> = {};
  const pages = [...first(files, mostPages)];
  for (const { hash, text } of pages) {
    found[hash] = known[hash] ?? plainLanguage(plainText(text)) ?? unsure;
  }
  // The detector is loaded only if it can change the result.
  if (mostOf(found) === undefined) {
    for (const { hash, text } of pages) {
      if (found[hash] === unsure) found[hash] = await detectedLanguage(plainText(text));
    }
  }
  if (pages.some(({ hash }) => known[hash] !== found[hash])) cache.set('config', key, found);
  return mostOf(found) ?? 'en';
}

function* first<T>(items: Iterable<T>, count: number): Iterable<T> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

/** The language of nearly all pages that have enough text; undefined if there is no such language. */
function mostOf(found: Readonly<Record<string, string>>): string | undefined {
  const votes = Object.values(found).filter((language) => language !== '');
  for (const [language, same] of Map.groupBy(votes, (vote) => vote)) {
    if (language !== unsure && same.length >= agreement * votes.length) return language;
  }
  return undefined;
}
