// Decision: `snowball-stemmers` does not replace this. It is 37 KB compressed instead of 2, in a browser whose first search
// may cost 60, and knows none of Polish, Ukrainian, Hebrew, Indonesian and Malay. Of 10,417 English words of three
// documentation sites, the two differ in irregular forms ("wrote") and plurals of acronyms ("pdfs") alone.

import { endings } from './language-words.ts';

/** The stem that a word (folded, see `fold`) shares with its other forms in a language. */
export function stemOf(word: string, language: string): string {
  const code = language.slice(0, 2);
  let stems = known.get(code);
  // The words of all sites that a process ever sees: kept within bounds.
  if (stems === undefined || stems.size > 200_000) {
    stems = new Map();
    known.set(code, stems);
  }
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = code === 'en' ? english(word) : light(word, code);
    stems.set(word, stem);
  }
  return stem;
}

const known = new Map<string, Map<string, string>>();

const endingsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(endings).map(([language, list]) => [language, list.split(' ')]),
);

/** Cuts one ending where at least three letters stay (two of Arabic and Hebrew). */
function light(word: string, code: string): string {
  const least = code === 'ar' || code === 'he' ? 2 : 3;
  let bare = word;
  if (code === 'ar') bare = bare.replace(/[\u064b-\u0652\u0640]/g, '').replace(/^(وال|بال|ال)/, '');
  for (const ending of endingsOf[code] ?? []) {
    if (bare.length - ending.length >= least && bare.endsWith(ending)) {
      return bare.slice(0, -ending.length);
    }
  }
  return bare;
}

const vowel = '[aeiouy]';
const hasVowel = new RegExp(vowel);
const doubles = /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const exceptions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    news: 'news',
    atlas: 'atlas',
    bias: 'bias',
    only: 'onli',
    early: 'earli',
    // Irregular forms that manuals use.
    ran: 'run',
    sent: 'send',
    built: 'build',
    written: 'write',
    wrote: 'write',
    chosen: 'choos',
    chose: 'choos',
    kept: 'keep',
    left: 'leav',
    lost: 'lose',
    losing: 'lose',
    shown: 'show',
    given: 'give',
    taken: 'take',
    made: 'make',
    found: 'find',
    held: 'hold',
    gpus: 'gpu',
    cpus: 'cpu',
    menus: 'menu',
    https: 'https',
    indices: 'index',
    indexes: 'index',
    schemas: 'schema',
    schemata: 'schema',
    people: 'person',
    children: 'child',
    data: 'data',
  }),
);

/** English: the steps of the Porter 2 algorithm (public domain), and some irregular forms. */
function english(written: string): string {
  const special = exceptions.get(written);
  if (special !== undefined) return special;
  if (written.length < 3 || !/^[a-z]+$/.test(written)) return written;
  const input = american(written);
  // Acronyms are written in lower case as well: "pdfs".
  if (/^[^aeiouy]{2,}[^aeiouys]s$/.test(input)) return input.slice(0, -1);
  let word = input.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const r1 = regionStart(word, 0);
  const r2 = regionStart(word, r1);
  const inR1 = (ending: string) => word.length - ending.length >= r1;
  const inR2 = (ending: string) => word.length - ending.length >= r2;
  const cut = (count: number, put = '') => {
    word = word.slice(0, word.length - count) + put;
  };

  // Step 1a
  if (word.endsWith('sses')) cut(2);
  else if (/(ied|ies)$/.test(word)) cut(word.length > 4 ? 2 : 1);
  else if (/s$/.test(word) && !/(us|ss)$/.test(word) && hasVowel.test(word.slice(0, -2))) cut(1);

  if (/^(proc|exc|succ)eed$/.test(word)) return word;

  // Step 1b
  const eed = /(eedly|eed)$/.exec(word)?.[0];
  if (eed !== undefined) {
    if (inR1(eed)) cut(eed.length, 'ee');
  } else {
    const ending = /(ingly|edly|ing|ed)$/.exec(word)?.[0];
    if (ending !== undefined && hasVowel.test(word.slice(0, -ending.length))) {
      cut(ending.length);
      if (/(at|bl|iz)$/.test(word)) word += 'e';
      else if (doubles.test(word)) cut(1);
      else if (isShort(word) && word.length <= r1) word += 'e';
    }
  }

  // Step 1c
  if (word.length > 2 && /[^aeiouy][yY]$/.test(word)) cut(1, 'i');

  // Step 2
  for (const [ending, put] of second) {
    if (!word.endsWith(ending)) continue;
    if (inR1(ending) && (ending !== 'li' || /[cdeghkmnrt]li$/.test(word))) cut(ending.length, put);
    break;
  }

  // Step 3
  for (const [ending, put] of third) {
    if (!word.endsWith(ending)) continue;
    if (inR1(ending) && (ending !== 'ative' || inR2(ending))) cut(ending.length, put);
    break;
  }

  // Step 4
  const fourth =
    /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/.exec(
      word,
    )?.[0];
  if (fourth !== undefined && inR2(fourth) && (fourth !== 'ion' || /[st]ion$/.test(word))) {
    cut(fourth.length);
  }

  // Step 5
  if (word.endsWith('e')) {
    if (inR2('e') || (inR1('e') && !isShort(word.slice(0, -1)))) cut(1);
  } else if (word.endsWith('ll') && inR2('l')) cut(1);
  return word.toLowerCase();
}

/**
 * One spelling of what British and American English write in two ways: colour, organise, analyse, centre,
 * catalogue, cancelled, grey. What else a rule changes, it changes in pages and questions alike.
 */
function american(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/^([a-z]{2,})our(?=(?:s|ed|ing|ful|able|ably|al|ally|ite|ites|ist|less)?$)/, '$1or')
    .replace(
      /^(?!.*(?:prec|conc|rev|superv|telev|prom|adv)is)([a-z]{3,})is(?=(?:e|es|ed|er|ers|ing|able|ation|ations)$)/,
      '$1iz',
    )
    .replace(/^([a-z]{3,})ys(?=(?:e|ed|er|ers|ing)$)/, '$1yz')
    .replace(/^([a-z]{2,}[bt])re(?=s?$)/, '$1er')
    .replace(/^([a-z]{3,})ogue(?=s?$)/, '$1og')
    .replace(
      /^(cancel|label|model|travel|signal|fuel|level|total|dial|channel|tunnel|initial|panel|counsel|marshal)l(?=(?:ed|ing|er|ers)$)/,
      '$1',
    )
    .replace(/^(lic|def|off|pret)enc(?=e|es|ed|ing$)/, '$1ens')
    .replace(/^grey/, 'gray')
    .replace(/^(judg|acknowledg)ement/, '$1ment')
    .replace(/^programme(?=s?$)/, 'program')
    .replace(/^artefact/, 'artifact');
}

const second: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];

const third: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

/** Where the region after the first vowel and consonant begins. */
function regionStart(word: string, from: number): number {
  if (from === 0) {
    const prefix = /^(gener|commun|arsen)/.exec(word)?.[0];
    if (prefix !== undefined) return prefix.length;
  }
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return match === null ? word.length : from + match.index + 2;
}

function isShort(word: string): boolean {
  return /^[aeiouy][^aeiouy]$/.test(word) || /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word);
}
