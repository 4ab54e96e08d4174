import type { Fault } from './fault.ts';
import { fewestToWeigh, isFarShorter, letters } from './target.ts';

/** Tells the language of a text. */
export interface Detector {
  /** Best guess; '' if there is none. */
  guess(text: string): string;
  /** Guess that the detector is sure of. */
  detect(text: string): string | undefined;
}

/**
 * Loads the detector, which only translation needs. Its smallest tables take 90 MB of memory, the next ones
 * 160 MB; on texts of 80 letters and more both are right about all 24 languages.
 */
export async function openDetector(): Promise<Detector> {
  const { eld } = await import('eld/extrasmall');
  return {
    guess: (text) => eld.detect(text).language,
    detect: (text) => {
      const found = eld.detect(text);
      return found.language !== '' && found.isReliable() ? found.language : undefined;
    },
  };
}

/** Fewest letters of prose needed to detect a language. */
export const fewestLetters = 200;

/** Fewest letters, names left out, for the detector to be right. */
const fewestToBeSure = 80;

/** Languages that the detector takes for one another. */
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

/** Languages so near to each other that a few sentences do not tell them apart. */
const families: readonly (readonly string[])[] = [
  ['de', 'nl', 'af', 'lb', 'da', 'no', 'nb', 'nn', 'sv', 'is', 'fo'],
  ['es', 'pt', 'it', 'fr', 'ca', 'gl', 'ro', 'oc', 'la', 'eu'],
  ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'pl', 'cs', 'sk', 'sl', 'hr', 'bs'],
  ['id', 'ms', 'tl', 'jv'],
  ['tr', 'az'],
  ['fi', 'et'],
  ['ar', 'fa', 'ur'],
  ['he', 'yi'],
];

/** Which of the two Chinese scripts a text is in. */
export function chineseOf(text: string): 'zh-CN' | 'zh-TW' {
  const { simple, old } = chineseLetters(text);
  return old > simple ? 'zh-TW' : 'zh-CN';
}

/** Letters that only one of the two Chinese scripts has. */
function chineseLetters(text: string): { readonly simple: number; readonly old: number } {
  return {
    simple: text.match(only(simplified, traditional))?.length ?? 0,
    old: text.match(only(traditional, simplified))?.length ?? 0,
  };
}

/** Why the prose of a page is not of the language asked for; undefined when it may well be. */
export function wrongLanguage(
  prose: string,
  language: string,
  detector: Detector,
): Fault | undefined {
  if (language === 'zh-CN' || language === 'zh-TW') {
    const { simple, old } = chineseLetters(prose);
    const [own, other] = language === 'zh-CN' ? [simple, old] : [old, simple];
    // A few characters of the other script are proof, however short the page is.
    if (other > 10 && other > own * 2) return { kind: 'other-chinese' };
  }
  if (letters(prose) < fewestLetters) return undefined;
  const script = scripts[language];
  if (script !== undefined && !script.test(prose)) {
    return { kind: 'page-script' };
  }
  const found = detector.detect(prose);
  if (found === undefined || isSame(found, language)) return undefined;
  return { kind: 'page-language', what: found };
}

/** Whether a detected language may be the one meant. */
function isSame(found: string, language: string): boolean {
  const base = language.split('-')[0] ?? language;
  if (found === language || found === base) return true;
  return groups.some((group) => group.includes(found) && group.includes(language));
}

/** A doubt is reported to the model once; if it insists, it may be right. */
export interface Judgement {
  readonly fault: Fault;
  readonly isDoubt: boolean;
}

/**
 * Whether a translation repeats its source, or is in a third language. `common` are words of the
 * page in lower case: they are words rather than names.
 */
export function judge(
  pair: { readonly source: string; readonly target: string },
  way: {
    readonly from: string;
    readonly to: string;
    readonly common: ReadonlySet<string>;
    /** Translations that the glossary gives. */
    readonly given?: string;
  },
  detector: Detector,
): Judgement | undefined {
  const { source, target } = pair;
  const { from, to } = way;
  if (isSame(from, to)) return undefined;
  const words = wordsOf(source);
  const own = wordsOf(target);
  const isWord = (word: string) => /^\p{Ll}/u.test(word) || way.common.has(word.toLowerCase());
  const script = scripts[to];
  const lacksScript = script !== undefined && !script.test(target) && !script.test(source);
  const known = new Set(words);
  const foreign = script === undefined ? undefined : foreignWords(source, target, way.given);
  if (foreign !== undefined && foreign !== '') {
    // A word more among others may be right; a text of such words is of another language, and a phrase of
    // them is something that the model says itself.
    const isDoubt = letters(foreign) * 2 < letters(target) && !hasForeignPhrase(pair, way.given);
    return { fault: { kind: 'foreign-words', what: foreign }, isDoubt };
  }
  const shared = own.length - own.filter((word) => !known.has(word)).length;
  const plain = words.filter(isWord).length;
  const echoes = lacksScript || shared >= own.length * 0.7;
  // Lists of names are the same in every language; sentences have words.
  if (echoes && words.length > 1 && plain >= Math.max(2, words.length * 0.4)) {
    const isSentence = words.length >= 4 && plain >= 3 && letters(source) >= 20;
    const isDoubt = !isSentence || (!lacksScript && !isSame(detector.guess(target), from));
    return { fault: { kind: 'untranslated' }, isDoubt };
  }
  if (letters(target) < fewestToWeigh) return undefined;
  const found = detector.detect(target);
  if (found === undefined || isNear(found, to)) return undefined;
  const isDoubt = letters(target) < fewestLetters && !isSurelyOther(own, known, { to, detector });
  return { fault: { kind: 'other-language', what: found }, isDoubt };
}

/**
 * What is wrong with titles, headings and cells taken together: each alone is too short to tell. Words
 * that a translation shares with its source are names, and of no language.
 */
export function judgeTogether(
  pairs: readonly { readonly source: string; readonly target: string }[],
  way: { readonly from: string; readonly to: string },
  detector: Detector,
): Fault | undefined {
  if (isSame(way.from, way.to)) return undefined;
  const source = pairs.map((pair) => pair.source).join('\n');
  const target = pairs.map((pair) => pair.target).join('\n');
  if (letters(source) < fewestToWeigh) return undefined;
  if (isFarShorter(source, target)) {
    return { kind: 'short-texts-cut' };
  }
  const known = new Set(wordsOf(source.toLowerCase()));
  const fresh = wordsOf(target).filter((word) => !known.has(word.toLowerCase()));
  const words = fresh.join(' ');
  if (letters(words) < fewestToWeigh) return undefined;
  const found = detector.detect(words);
  if (found === undefined || isNear(found, way.to)) return undefined;
  return { kind: 'short-texts-language', what: found };
}

/** Whether the words that a translation does not share with its source are of a third language, without doubt. */
function isSurelyOther(
  words: readonly string[],
  known: ReadonlySet<string>,
  { to, detector }: { readonly to: string; readonly detector: Detector },
): boolean {
  const fresh = words.filter((word) => !known.has(word)).join(' ');
  if (letters(fresh) < fewestToBeSure) return false;
  const found = detector.detect(fresh);
  return found !== undefined && !isNear(found, to);
}

/**
 * Whether a translation in another script has three Latin words in a row, at least two of them in lower case
 * (so it is not a name), one of them neither in the source nor in the glossary.
 */
function hasForeignPhrase(
  { source, target }: { readonly source: string; readonly target: string },
  given?: string,
): boolean {
  const rows =
    target.match(/[\p{Script=Latin}\p{M}'’]+(?: +[\p{Script=Latin}\p{M}'’]+){2,}/gu) ?? [];
  return rows.some(
    (row) =>
      (row.match(/(?<![\p{L}\p{M}'’])\p{Ll}/gu)?.length ?? 0) >= 2 &&
      foreignWords(source, row, given) !== '',
  );
}

/** Latin words of a translation that neither its source nor the glossary has. */
function foreignWords(source: string, target: string, given = ''): string {
  const known = `${source}\n${given}`.toLowerCase();
  const words = target.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*/gu) ?? [];
  return words.filter((word) => !known.includes(word.toLowerCase())).join(' ');
}

/** Whether a detector may have taken one for the other. */
function isNear(found: string, language: string): boolean {
  const base = language.split('-')[0] ?? language;
  if (isSame(found, language)) return true;
  return families.some((family) => family.includes(found) && family.includes(base));
}

/** Words of a text. */
export function wordsOf(text: string): string[] {
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
