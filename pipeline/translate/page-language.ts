import { chineseOf, fewestLetters, openDetector } from './language.ts';
import { letters } from './target.ts';

/** Scripts that one language alone is written in. */
const ownScripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  th: /\p{Script=Thai}/gu,
  he: /\p{Script=Hebrew}/gu,
};

/** Share of a text from which a script is that of its language: names and commands have Latin letters everywhere. */
const ownShare = 0.15;

/** Words that every English text has, and hardly any text in another language. */
const english = /\b(?:the|and|with|you|your|this|that|from|are)\b/gi;

/** Share of the words of a text that are these: a third of what is usual in English. */
const englishShare = 0.04;

/**
 * The language of a text that its script or its most frequent words tell; '' for a text that is too short, undefined if
 * only the detector can tell it.
 */
export function plainLanguage(text: string): string | undefined {
  const all = letters(text);
  if (all < fewestLetters) return '';
  const isIn = (script: RegExp) => count(text, script) >= ownShare * all;
  const own = Object.entries(ownScripts).find(([, script]) => isIn(script));
  if (own) return own[0];
  if (isIn(/\p{Script=Han}/gu)) return chineseOf(text);
  return count(text, english) >= englishShare * count(text, /\p{L}+/gu) ? 'en' : undefined;
}

/** The language of a text that the detector is sure of, else ''. */
export async function detectedLanguage(text: string): Promise<string> {
  const found = (await openDetector()).detect(text) ?? '';
  return found === 'ms' || found === 'id' ? malayOrIndonesian(text) : found;
}

/** Words for which the other language has another word; the detector takes one language for the other. */
const malay = /\b(?:kerana|berbeza|tetapan|butang|fail|rangkaian|mesej|pautan|peranti|laluan)\b/gi;
const indonesian =
  /\b(?:karena|berbeda|pengaturan|tombol|berkas|jaringan|pesan|tautan|perangkat|sandi)\b/gi;

function malayOrIndonesian(text: string): 'ms' | 'id' {
  return count(text, malay) > count(text, indonesian) ? 'ms' : 'id';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
