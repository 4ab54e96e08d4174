import { fold, stemOf } from '../../../pipeline/search/query.ts';
import { isPlain, languageOfWords } from './plain-words.ts';

/** A text that a sentence may rest on. */
export interface Ground {
  readonly title: string;
  readonly section: string;
  readonly text: string;
  readonly language: string;
}

/**
 * What a text says of a sentence: it holds its words; it lacks some; the sentence claims nothing; or they are
 * in different languages, so that words can't tell.
 */
export type Verdict = 'held' | 'lacking' | 'plain' | 'foreign';

/** A sentence as it is compared. */
export interface Claim {
  /** Words that claim something. */
  readonly words: readonly string[];
  /** Runs of scripts without spaces, cut into words. */
  readonly dense: readonly string[];
  /** Code, names and addresses: they are in a passage letter by letter, or not at all. */
  readonly exact: readonly string[];
  readonly numbers: readonly string[];
  readonly isNegated: boolean;
  /** Script that most of it is written in, and its language if its words tell. */
  readonly script: string;
  readonly language: string | undefined;
}

/** Reads a sentence of Markdown. */
export function claimOf(sentence: string): Claim {
  const exact: string[] = [];
  const prose = proseOf(sentence, (code) => void exact.push(code));
  const script = scriptOf(prose);
  const all = wordsOf(prose);
  const language = script === 'Latn' || script === 'Cyrl' ? languageOfWords(all) : undefined;
  for (const [found] of prose.matchAll(identifier)) exact.push(found);
  const rest = prose.replace(identifier, ' ');
  const numbers = [...rest.matchAll(number)].map(([found]) => plainNumber(found));
  const words = wordsOf(rest.replace(number, ' ').replace(denseRun, ' ')).filter(
    (word) => word.length > 1 && !isPlain(word, language),
  );
  return {
    ...{ exact, numbers, script, language },
    words: [...new Set(words)],
    dense: denseWordsOf(rest),
    isNegated: negation.test(prose),
  };
}

/**
 * Whether a passage holds the words of a claim. Every word that claims something must be in it, in one of its
 * forms; code, names and numbers as they are; a number next to the words it is said of; and what is denied
 * must be denied there. Strict on purpose: a wrong citation is worse than a missing one.
 */
export function supports(ground: Ground, claim: Claim): Verdict {
  const { words, dense, exact, numbers } = claim;
  if (words.length + dense.length + exact.length + numbers.length === 0) return 'plain';
  const text = readOf(ground);
  const isForeign = isOtherLanguage(text, ground, claim);
  if (!exact.every((code) => holdsExactly(text, code))) return 'lacking';
  if (!numbers.every((one) => text.numbers.has(one))) return 'lacking';
  if (isForeign) return 'foreign';
  if (!words.every((word) => holdsWord(text.words, word))) return 'lacking';
  if (!dense.every((word) => text.compact.includes(word))) return 'lacking';
  return holdsTogether(text, claim) ? 'held' : 'lacking';
}

/** Words of a text by their stems, and the language they are in. */
interface Words {
  readonly stems: ReadonlySet<string>;
  readonly language: string;
}

/** A sentence, row or list entry of a passage. */
interface Unit {
  readonly words: Words;
  readonly compact: string;
  readonly numbers: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** A row of a table below its head, or an entry of a list. */
  readonly isItem: boolean;
}

/** A passage as it is compared. */
interface Read {
  readonly words: Words;
  readonly compact: string;
  readonly flat: string;
  readonly numbers: ReadonlySet<string>;
  readonly units: readonly Unit[];
  readonly script: string;
  readonly language: string | undefined;
}

const known = new WeakMap<Ground, Read>();

function readOf(ground: Ground): Read {
  const before = known.get(ground);
  if (before) return before;
  const { title, section, text } = ground;
  const base = ground.language.split('-')[0] ?? '';
  const head = `${title}. ${section}.`;
  const all = `${head}\n${text}`;
  const prose = proseOf(text, () => {});
  const script = scriptOf(prose);
  const read: Read = {
    words: stemmed(all, base),
    compact: compacted(all),
    flat: flattened(all),
    numbers: numbersOf(all),
    units: [unitOf(head, false, base), ...unitsOf(text, base)],
    script,
    language: script === 'Latn' || script === 'Cyrl' ? languageOfWords(wordsOf(prose)) : undefined,
  };
  known.set(ground, read);
  return read;
}

/** Words of different languages can't be compared. */
function isOtherLanguage(text: Read, ground: Ground, { script, language, words, dense }: Claim) {
  if (words.length + dense.length === 0) return false;
  if (script !== text.script) return script !== '' && text.script !== '';
  const own = text.language ?? ground.language.split('-')[0];
  return language !== undefined && language !== own;
}

/** Numbers and negations: words that are all there can still be joined wrongly. */
function holdsTogether(text: Read, claim: Claim): boolean {
  const share = (unit: Unit) => shareOf(unit, claim);
  const onlyInItems = itemParts(text, claim);
  for (const one of claim.numbers) {
    const isNear = (unit: Unit) =>
      unit.numbers.has(one) &&
      share(unit) >= 0.5 &&
      // "Free" of one row and "10 GB" of another are not a statement.
      (!unit.isItem || onlyInItems.every((holds) => holds(unit)));
    if (!text.units.some(isNear)) return false;
  }
  const best = Math.max(...text.units.map(share));
  if (best < 0.5) return true;
  const closest = text.units.filter((unit) => share(unit) === best);
  return closest.some((unit) => unit.isNegated === claim.isNegated);
}

/** Words of a claim that only rows of a table or entries of a list hold. */
function itemParts({ units }: Read, { words, dense }: Claim) {
  const others = units.filter(({ isItem }) => !isItem);
  return [
    ...words.map((word) => (unit: Unit) => unitHolds(unit, word)),
    ...dense.map((word) => (unit: Unit) => unit.compact.includes(word)),
  ].filter((holds) => !others.some(holds));
}

/** How much of a claim is in one unit of a passage. */
function shareOf(unit: Unit, { words, dense }: Claim): number {
  const all = words.length + dense.length;
  if (all === 0) return 1;
  const found =
    words.filter((word) => unitHolds(unit, word)).length +
    dense.filter((word) => unit.compact.includes(word)).length;
  return found / all;
}

function unitHolds({ words }: Unit, word: string): boolean {
  return holdsWord(words, word);
}

/** Whether a text has a word in one of its forms, or as a part of a longer one where words are joined. */
function holdsWord({ stems, language }: Words, word: string): boolean {
  const stem = stemIn(language, word);
  if (stems.has(stem)) return true;
  const isKorean = /^\p{Script=Hangul}/u.test(stem);
  if (!isKorean && !joining.has(language)) return false;
  for (const one of stems) {
    if (isKorean ? isInflected(one, stem) : isJoined(one, stem)) return true;
  }
  return false;
}

function stemmed(text: string, language: string): Words {
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

function holdsExactly({ flat }: Read, code: string): boolean {
  const wanted = flattened(code);
  if (flat.includes(wanted)) return true;
  // Parts of a line of code that a reader fills in.
  const parts = wanted
    .replace(/<[^<>]*>|\{[^{}]*\}|\.\.\.|…/g, ' ')
    .split(/[\s=,;()"'$]+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.length > 1 && parts.every((part) => flat.includes(part));
}

const codeSpan = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g;
const identifier =
  /(?<![\p{L}\p{N}])(?:https?:\/\/[^\s)]+|--?[a-zA-Z][\w-]+|[A-Za-z]\w*(?:[._/:@][A-Za-z0-9]\w*)+|[A-Za-z]+_\w+|[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|[A-Z]{2,}\d*|[A-Za-z]+\d[\w]*|\d+[A-Za-z]{3,}\w*)(?![\p{L}\p{N}])/gu;
const number = /\d+(?:[.,]\d+)*/g;
const denseRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const negation =
  /\b(?:not|no|never|cannot|without|none|neither|nicht|kein\w*|nie|niemals|ohne|pas|jamais|sans|aucune?|nunca|sin|ningun[ao]?|ningún|non|mai|senza|não|sem|niet|geen|nooit|zonder|inte|aldrig|nie|bez)\b|n['’]t\b|(?<![\p{L}])(?:не|нет|нельзя|без|немає|không|tidak|bukan)(?![\p{L}])|不(?!断|同|仅|少|过|僅|斷|過)|没有|沒有|无法|無法|无需|無需|未(?!来|來)|禁止|ない|ません|できず|않|없|못/iu;

/** Prose without the marks of Markdown; code is handed out. */
function proseOf(markdown: string, onCode: (code: string) => void): string {
  return markdown
    .replace(codeSpan, (_all, _ticks, code: string) => {
      onCode(code.trim());
      return ' ';
    })
    .replace(/!?\[([^\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#\d+);/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/(?<![\p{L}\p{N}])[*_~]+|[*_~]+(?![\p{L}\p{N}])|\*\*/gu, ' ');
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu) ?? []
  );
}

const segmenters = {
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
} as const;

/** Words of scripts without spaces; words of grammar claim nothing, and single characters only together. */
function denseWordsOf(text: string): string[] {
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

/** Spelled out up to twelve, numbers are the same as with digits. */
const spelled = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
];

function numbersOf(text: string): ReadonlySet<string> {
  const found = new Set([...text.matchAll(number)].map(([one]) => plainNumber(one)));
  for (const word of wordsOf(text)) {
    const value = spelled.indexOf(word);
    if (value >= 0) found.add(String(value));
  }
  return found;
}

/** `10,000` is 10000; `0.5` stays. */
function plainNumber(text: string): string {
  return text.replace(/,(?=\d{3}(?!\d))/g, '');
}

/** Sentences, list entries and table rows; a row has the words of its head with it. */
function unitsOf(text: string, language: string): Unit[] {
  const units: Unit[] = [];
  let head = '';
  let above = '';
  for (const line of text.split('\n')) {
    if (/^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes('|')) head = above;
    else if (line.includes('|') && head !== '')
      units.push(unitOf(`${line} ${head}`, true, language));
    else if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) units.push(unitOf(line, true, language));
    else {
      head = '';
      for (const sentence of line.split(/(?<=[.!?;])\s+|(?<=[。！？；])/)) {
        if (sentence.trim() !== '') units.push(unitOf(sentence, false, language));
      }
    }
    above = line;
  }
  return units;
}

function unitOf(text: string, isItem: boolean, language: string): Unit {
  return {
    words: stemmed(text, language),
    compact: compacted(text),
    numbers: numbersOf(text),
    isNegated: negation.test(proseOf(text, () => {})),
    isItem,
  };
}

function compacted(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}

function flattened(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\\([|<>{}[\]*_`])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Hans', /\p{Script=Han}/gu],
  ['Hang', /\p{Script=Hangul}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
];

/** The script that a text is mostly written in; a character of a dense one counts as a short word. */
function scriptOf(text: string): string {
  const counts = scripts.map(([name, pattern]) => {
    const count = text.match(pattern)?.length ?? 0;
    return [name, name === 'Latn' || name === 'Cyrl' ? count / 3 : count] as const;
  });
  const of = (name: string) => counts.find(([one]) => one === name)?.[1] ?? 0;
  const [name = '', most = 0] = counts.toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (most === 0) return '';
  // Japanese is written with Chinese characters too; Chinese has no kana.
  if (name === 'Hans' && of('Jpan') > 0.1 * most) return 'Jpan';
  return name;
}
