import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLanguageCode, type LanguageCode } from '../../schema/languages.ts';
import type english from './words/en.json';

/** Words of the interface in one language, by the part that shows them; `{…}` are places for values. */
export type Words = { readonly [Part in keyof typeof english]: Readonly<(typeof english)[Part]> };

const read = new Map<LanguageCode, Words>();

/** The words of a language: the region's own, else those of the language, else the English ones. */
export function wordsOf(language: string): Words {
  const code = wordsLanguage(language);
  const known = read.get(code);
  if (known) return known;
  const file = join(import.meta.dirname, 'words', `${code}.json`);
  const words: Words = JSON.parse(readFileSync(file, 'utf8'));
  read.set(code, words);
  return words;
}

function wordsLanguage(language: string): LanguageCode {
  if (/^zh-(TW|HK|MO|Hant)/i.test(language)) return 'zh-TW';
  if (/^zh\b/i.test(language)) return 'zh-CN';
  const [base = ''] = language.toLowerCase().split('-');
  return [language, base].find(isLanguageCode) ?? 'en';
}
