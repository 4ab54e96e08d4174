import type english from '../../words/en.json';
import type own from '../../words/playground/en.json';

/** Words of the playground, and those of API pages that it shows as well. */
export type PlayWords = Readonly<typeof own> & { readonly api: Readonly<typeof english.api> };

/** The words of a language: the region's own, else those of the language, else the English ones. */
export async function loadPlayWords(language: string): Promise<PlayWords> {
  const [base = ''] = language.toLowerCase().split('-');
  const chinese = /^zh-(TW|HK|MO|Hant)/i.test(language) ? 'zh-TW' : 'zh-CN';
  const found = await load(base === 'zh' ? chinese : base);
  return (found ?? (await load('en'))) as PlayWords;
}

// The bundle adds the words of API pages (`wordsOfBrowser` in layout/client-bundle.ts).
async function load(code: string): Promise<unknown> {
  try {
    return (await import(`../../words/playground/${code}.json`)).default;
  } catch {
    return undefined;
  }
}
