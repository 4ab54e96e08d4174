import { fold, stemOf } from '../../../pipeline/search/query.ts';
import { wordsOf } from './text.ts';

/** Words of a text by their stems, and the language they are in. */
export interface Words {
  readonly stems: ReadonlySet<string>;
  readonly language: string;
}

/** Whether a text has a word in one of its forms, or as a part of a longer one where words are joined. */
export function holdsWord({ stems, language }: Words, word: string): boolean {
  const stem = stemIn(language, word);
  if (stems.has(stem)) return true;
  const isKorean = /^\p{Script=Hangul}/u.test(stem);
  if (!isKorean && !joining.has(language)) return false;
  for (const one of stems) {
    if (isKorean ? isInflected(one, stem) : isJoined(one, stem)) return true;
  }
  return false;
}

/** The words of a text, in a language. */
export function stemmed(text: string, language: string): Words {
  return { stems: new Set(wordsOf(text).map((word) => stemIn(language, word))), language };
}

function stemIn(language: string, word: string): string {
  return stemOf(fold(word.replace(/['’]\p{L}*$/u, '')), language);
}

/** Languages that write several words as one. */
const joining = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);
/** What is joined to a word, stemmed, to say the opposite of it. */
const opposite =
  /^(?:un|on|u|o|nicht|niet|icke|ikke|epa|anti|ohne|los?|loos?|frei|vrij|ton|fri|fritt)$/;

function isJoined(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 6) return false;
  const rest = long.startsWith(short)
    ? long.slice(short.length)
    : long.endsWith(short)
      ? long.slice(0, -short.length)
      : undefined;
  return rest !== undefined && !opposite.test(rest);
}

/** Words of Korean carry particles at their end. */
function isInflected(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  if (same === Math.min(a.length, b.length)) return true;
  return same >= 2 && same >= Math.max(a.length, b.length) - 3;
}
