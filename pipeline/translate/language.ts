import { letters } from './target.ts';

/** Tells the language of a text. */
export interface Detector {
  /** Best guess; '' when there is none. */
  guess(text: string): string;
  /** Guess that the detector is sure of. */
  detect(text: string): string | undefined;
}

/** Loads the detector: its tables are large, and only translation needs them. */
export async function openDetector(): Promise<Detector> {
  const { eld } = await import('eld/small');
  return {
    guess: (text) => eld.detect(text).language,
    detect: (text) => {
      const found = eld.detect(text);
      return found.language !== '' && found.isReliable() ? found.language : undefined;
    },
  };
}

/** Fewest letters of prose that a language is told from (S3-87). */
const fewestLetters = 200;

/** Languages that the detector takes for one another (S3-87). */
const groups: readonly (readonly string[])[] = [
  ['id', 'ms'],
  ['no', 'nb', 'nn', 'da'],
  ['zh', 'zh-CN', 'zh-TW'],
];

const simplified =
  /[们这为说时会学国对发过还开关实现应该设业务类数据库网络页面选择输运行错误编辑]/gu;
const traditional = /[們這為說時會學國對發過還開關實現應該設業務類數據庫網絡頁選擇輸運錯誤編輯]/gu;

/** Scripts that a language can't do without. */
const scripts: Readonly<Record<string, RegExp>> = {
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  uk: /\p{Script=Cyrillic}/u,
};

/** Why the prose of a page is not of the language asked for; undefined when it may well be. */
export function wrongLanguage(
  prose: string,
  language: string,
  detector: Detector,
): string | undefined {
  if (letters(prose) < fewestLetters) return undefined;
  const script = scripts[language];
  if (script !== undefined && !script.test(prose)) {
    return `it is not written in the script of ${language}`;
  }
  if (language === 'zh-CN' || language === 'zh-TW') {
    const simple = prose.match(only(simplified, traditional))?.length ?? 0;
    const old = prose.match(only(traditional, simplified))?.length ?? 0;
    const [own, other] = language === 'zh-CN' ? [simple, old] : [old, simple];
    if (other > 10 && other > own * 2) return 'it is written in the other Chinese script';
  }
  const found = detector.detect(prose);
  if (found === undefined || isSame(found, language)) return undefined;
  return `it reads as ${found}`;
}

/** Whether a detected language may be the one meant. */
export function isSame(found: string, language: string): boolean {
  const base = language.split('-')[0] ?? language;
  if (found === language || found === base) return true;
  return groups.some((group) => group.includes(found) && group.includes(language));
}

/**
 * Whether a translation is its source over again: most of its words are the source's, and these are
 * words of the source language rather than names.
 */
export function isEcho(
  pair: { readonly source: string; readonly target: string },
  way: { readonly from: string; readonly to: string },
  detector: Detector,
): boolean {
  const { source, target } = pair;
  const { from, to } = way;
  if (isSame(from, to)) return false;
  const words = wordsOf(source);
  if (words.length < 4 || letters(source) < 20) return false;
  const script = scripts[to];
  const own = wordsOf(target);
  const known = new Set(words);
  const shared = own.filter((word) => known.has(word)).length;
  const lacksScript = script !== undefined && !script.test(target);
  if (!lacksScript && shared < own.length * 0.7) return false;
  if (lacksScript && script?.test(source)) return false;
  // Lists of names are the same in every language; sentences have small words.
  const small = words.filter((word) => /^\p{Ll}/u.test(word));
  if (small.length < Math.max(3, words.length * 0.4)) return false;
  return lacksScript || isSame(detector.guess(target), from);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}'’]+/gu) ?? [];
}

const differences = new Map<RegExp, RegExp>();

/** Characters of the first set that the second has not. */
function only(set: RegExp, other: RegExp): RegExp {
  let known = differences.get(set);
  if (known === undefined) {
    const body = (pattern: RegExp) => [...pattern.source.slice(1, -1)];
    const rest = new Set(body(other));
    known = new RegExp(
      `[${body(set)
        .filter((char) => !rest.has(char))
        .join('')}]`,
      'gu',
    );
    differences.set(set, known);
  }
  return known;
}
