import type { SiteTranslations, TranslatedText } from '../../schema/build.ts';
import { keyOf } from '../cache/cache.ts';

/**
 * Another text whenever a build would show something else; undefined when there is nothing to show. A
 * language that `docs.json` names is shown whether it has a text or not, so being listed without any
 * changes nothing.
 */
export function translationsKey(
  translations: SiteTranslations | undefined,
  configured: readonly string[],
): string | undefined {
  const shown = sorted(translations?.pages ?? {}).flatMap(([language, texts]) => {
    const pages = sorted(texts);
    const labels = sorted(translations?.labels[language] ?? {});
    if (pages.length + labels.length === 0 && configured.includes(language)) return [];
    return [[language, pages.map(([path, text]) => [path, sorted(text)]), labels]];
  });
  const snippets = sorted(translations?.snippets ?? {}).flatMap(([language, texts]) =>
    sorted(texts).map(([path, text]: [string, TranslatedText]) => [language, path, sorted(text)]),
  );
  if (shown.length === 0 && snippets.length === 0) return undefined;
  return keyOf(JSON.stringify(snippets.length === 0 ? shown : [shown, snippets]));
}

function sorted<T>(value: Readonly<Record<string, T>> | object): [string, T][] {
  return Object.entries(value).sort();
}
