import type { Lexicon, Posting } from './lexicon.ts';
import { questionWords } from './question.ts';
import type { Wanted, WantedOption } from './rank.ts';
import { stemOf } from './stem.ts';
import { phrasesIn, type Synonyms } from './synonyms.ts';

/** How much a stand-in counts against the word itself; `loose` is a pair of letters across two words. */
export const standIns = { synonym: 0.2, prefix: 0.6, similar: 0.5, cover: 0.8, loose: 0.5 };

/** Where words are looked up; a static host's index answers later. */
export interface Dictionary {
  readonly posting: (term: string) => Posting | undefined;
  /** Stems of the words that begin so, the most common first. */
  readonly beginning: (prefix: string) => readonly string[];
  /** Stems of the words that are one or two letters off. */
  readonly similar: (word: string) => readonly string[];
}

/** A question as ranking wants it. */
export interface Asked {
  readonly wanted: readonly Wanted[];
  /** Words that no page has, nor anything like them. */
  readonly unknown: readonly string[];
  /** Every stem that may be found on a page: what a snippet marks. */
  readonly stems: ReadonlySet<string>;
}

/** Reads a question: its words with their synonyms, the last one as a beginning, unknown ones by likeness. */
export function ask(
  question: string,
  language: string,
  dictionary: Dictionary,
  options: { readonly synonyms?: Synonyms; readonly typing?: boolean } = {},
): Asked {
  const words = questionWords(question, language);
  const wanted: Wanted[] = [];
  const unknown: string[] = [];
  const stems = new Set<string>();
  const runs = new Map<string, boolean>();
  const last = options.typing && /[\p{L}\p{N}]$/u.test(question) ? words.at(-1)?.word : undefined;
  for (const { word, loose, run } of words) {
    const stem = stemOf(word, language);
    const found = new Map<string, number>();
    if (dictionary.posting(stem)) found.set(stem, 1);
    if (word === last && word.length > 1) {
      for (const other of dictionary.beginning(word)) {
        if (!found.has(other)) found.set(other, found.has(stem) ? standIns.prefix : 1);
      }
    }
    for (const other of (loose ? undefined : options.synonyms?.get(stem)) ?? []) {
      if (!found.has(other) && dictionary.posting(other)) found.set(other, standIns.synonym);
    }
    if (found.size === 0) {
      for (const other of dictionary.similar(word)) found.set(other, standIns.similar);
    }
    const list: WantedOption[] = [];
    for (const [term, weight] of found) {
      const posting = dictionary.posting(term);
      if (!posting) continue;
      // A synonym says less about where to look than about what is meant.
      const cover = weight === standIns.synonym ? standIns.cover : weight;
      list.push({ posting, weight, cover });
      if (weight > standIns.synonym) stems.add(term);
    }
    if (run !== undefined) runs.set(run, (runs.get(run) ?? false) || list.length > 0);
    if (list.length > 0) wanted.push({ term: stem, options: list, ...(loose ? across : {}) });
    else if (!loose && run === undefined) unknown.push(word);
  }
  for (const [run, isKnown] of runs) if (!isKnown) unknown.push(run);
  if (options.synonyms)
    wanted.push(...wantedPhrases(question, language, dictionary, options.synonyms));
  return { wanted, unknown, stems };
}

const across = { weight: standIns.loose, isLoose: true };

/** What may stand for the phrases of a question. Their words are looked for as well, and tell how sure an answer is. */
function wantedPhrases(
  question: string,
  language: string,
  dictionary: Dictionary,
  synonyms: Synonyms,
): Wanted[] {
  return phrasesIn(question, language, synonyms).flatMap((term) => {
    const options = [...(synonyms.get(term) ?? [])].flatMap((stem): WantedOption[] => {
      const posting = dictionary.posting(stem);
      return posting ? [{ posting, weight: 1, cover: 0 }] : [];
    });
    return options.length > 0 ? [{ term, options, isLoose: true }] : [];
  });
}

/** Every stem that a question may be looked up by, less misspelt and unfinished words. */
export function stemsFor(question: string, language: string, synonyms?: Synonyms): string[] {
  const stems = questionWords(question, language).map(({ word }) => stemOf(word, language));
  const keys = synonyms ? [...stems, ...phrasesIn(question, language, synonyms)] : [];
  return [...stems, ...keys.flatMap((key) => [...(synonyms?.get(key) ?? [])])];
}

/** Looks words up in a lexicon that lies in memory. */
export function dictionaryOf(lexicon: Lexicon): Dictionary {
  const { terms, forms } = lexicon;
  return {
    posting: (term) => terms.get(term),
    beginning: (prefix) => {
      const stems = new Set<string>();
      for (let i = firstAt(forms, prefix); i < forms.length; i++) {
        const [form, stem] = forms[i] ?? ['', ''];
        if (!form.startsWith(prefix)) break;
        stems.add(stem);
      }
      return [...stems]
        .sort((a, b) => (terms.get(b)?.pages.length ?? 0) - (terms.get(a)?.pages.length ?? 0))
        .slice(0, 12);
    },
    similar: (word) => similarForms(word, forms),
  };
}

/** Stems of the forms nearest to a misspelt word: one letter off, two for long words. */
export function similarForms(
  word: string,
  forms: readonly (readonly [form: string, stem: string])[],
): string[] {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (most === 0 || /\d/.test(word)) return [];
  const found: { stem: string; far: number }[] = [];
  for (const [form, stem] of forms) {
    // The first letter is hardly ever the wrong one, and tells many other words apart.
    if (form[0] !== word[0] || Math.abs(form.length - word.length) > most) continue;
    const far = distance(word, form, most);
    if (far <= most) found.push({ stem, far });
  }
  const nearest = Math.min(...found.map(({ far }) => far));
  return [...new Set(found.filter(({ far }) => far === nearest).map(({ stem }) => stem))].slice(
    0,
    4,
  );
}

/** Letters to insert, remove, replace or swap; anything above `most` is told as `most + 1`. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

function firstAt(forms: readonly (readonly [string, string])[], prefix: string): number {
  let low = 0;
  let high = forms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((forms[middle]?.[0] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
