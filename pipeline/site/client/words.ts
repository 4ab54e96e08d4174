import type english from '../words/en.json';

/** Words of the search dialog; `{q}` is the question, `{n}` a number. */
export type SearchWords = Readonly<typeof english.search>;

/** Words of the list of shortcuts. */
export type KeyWords = Readonly<typeof english.keys>;

/** Words of what a server adds to a page; `{}` is what is searched, read or counted. */
export type ReaderWords = Readonly<typeof english.reader>;

/** The words of a language: the region's own, else those of the language, else the English ones. */
export async function loadWords(language: string): Promise<{
  readonly search: SearchWords;
  readonly reader: ReaderWords;
  readonly keys: KeyWords;
}> {
  const [base = ''] = language.toLowerCase().split('-');
  const chinese = /^zh-(TW|HK|MO|Hant)/i.test(language) ? 'zh-TW' : 'zh-CN';
  const own = await load(base === 'zh' ? chinese : base);
  return own ?? (await import('../words/en.json')).default;
}

// A bundle holds one module for each language, and of each only what is used here.
async function load(code: string) {
  try {
    return (await import(`../words/${code}.json`)).default;
  } catch {
    return undefined;
  }
}

/** Replaces `{}` in a label with a value. */
export function fill(word: string, value: string | number | bigint): string {
  return word.replace('{}', () => String(value));
}
