import { isPlain } from './plain-words.ts';

/** Text in scripts without spaces. */
export const denseRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

const segmenters = {
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
} as const;

/** Words of scripts without spaces; words of grammar claim nothing, and single characters only together. */
export function denseWordsOf(text: string): string[] {
  const found: string[] = [];
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  for (const [run] of text.normalize('NFKC').matchAll(denseRun)) {
    let singles = '';
    const take = (word: string): void => {
      if (word.length >= 2) found.push(word);
      singles = '';
    };
    for (const { segment } of segmenters[isJapanese ? 'ja' : 'zh'].segment(run)) {
      const word = segment.replace(/[\p{Script=Hiragana}]+$/u, '');
      // A word that the segmenter does not know comes in pieces.
      if (word.length === 1 && !isPlain(word, undefined)) singles += word;
      else {
        take(singles);
        if (!isPlain(word, undefined) && !isPlain(segment, undefined)) take(word);
      }
    }
    take(singles);
  }
  return [...new Set(found)];
}
