/** A term of the glossary as translation needs it. */
export interface Term {
  readonly term: string;
  readonly description: string;
  /** Language → its translation; forms after the first, divided by `|`, are accepted inflections. */
  readonly translations: Readonly<Record<string, string>>;
  readonly caseSensitive: boolean;
  readonly doNotTranslate: boolean;
}

/** The position of a term in a text. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/** Scripts without spaces between words: terms are found as parts of words. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const wordMark = /[\p{L}\p{M}\p{N}_]/u;

/** Finds terms in prose: whole words, the longest first, none inside another. */
export function findTerms(text: string, terms: readonly Term[]): TermMatch[] {
  const matches: TermMatch[] = [];
  const folded = fold(text);
  for (const term of byLength(terms)) {
    const exact = term.term.normalize('NFC');
    const needle = term.caseSensitive ? exact : fold(exact);
    if (needle === '') continue;
    const hay = term.caseSensitive ? text : folded;
    for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) {
      const end = at + needle.length;
      if (!isWhole(text, at, end, needle)) continue;
      if (matches.some((other) => at < other.end && end > other.start)) continue;
      matches.push({ start: at, end, term });
    }
  }
  return matches.sort((a, b) => a.start - b.start);
}

/**
 * Prepares a search for which terms occur in texts, as whole words. Its time grows with the text, hardly with the number
 * of terms: only those are looked at that begin as the text goes on.
 */
export function createTermSearch<One extends Pick<Term, 'term' | 'caseSensitive'>>(
  terms: readonly One[],
): (text: string) => ReadonlySet<One> {
  const byStart = new Map<number, { readonly term: One; readonly folded: string }[]>();
  for (const term of terms) {
    const folded = fold(term.term.normalize('NFC'));
    if (folded === '') continue;
    const start = startAt(folded, 0);
    byStart.set(start, [...(byStart.get(start) ?? []), { term, folded }]);
  }
  return (text) => {
    const found = new Set<One>();
    const hay = fold(text);
    for (let at = 0; at < hay.length; at++) {
      // A term of one letter begins with it alone.
      for (const start of [startAt(hay, at), hay.charCodeAt(at)]) {
        for (const { term, folded } of byStart.get(start) ?? []) {
          if (found.has(term) || !hay.startsWith(folded, at)) continue;
          const end = at + folded.length;
          const isExact = text.slice(at, end) === term.term.normalize('NFC');
          if ((term.caseSensitive && !isExact) || !isWhole(text, at, end, folded)) continue;
          found.add(term);
        }
      }
    }
    return found;
  };
}

/**
 * The text in small letters, each at its position. İ is the one letter whose small form is longer: it stays. Σ is small in
 * two ways, by what follows: it's folded into one.
 */
function fold(text: string): string {
  const parts = text.split('İ').map((part) => part.toLowerCase());
  return parts.join('İ').replaceAll('ς', 'σ');
}

/** The first two letters as a number; of a text of one letter, that letter. */
function startAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  return at + 1 < text.length ? first + text.charCodeAt(at + 1) * 0x1_0000 : first;
}

const sorted = new WeakMap<readonly Term[], readonly Term[]>();

function byLength(terms: readonly Term[]): readonly Term[] {
  let known = sorted.get(terms);
  if (known === undefined) {
    known = terms.toSorted((a, b) => b.term.length - a.term.length);
    sorted.set(terms, known);
  }
  return known;
}

function isWhole(text: string, start: number, end: number, needle: string): boolean {
  const before = charBefore(text, start);
  const after = String.fromCodePoint(text.codePointAt(end) ?? 32);
  const first = String.fromCodePoint(needle.codePointAt(0) ?? 32);
  const last = charBefore(needle, needle.length);
  const joins = (a: string, b: string) =>
    wordMark.test(a) && wordMark.test(b) && !dense.test(a) && !dense.test(b);
  return !joins(before, first) && !joins(last, after);
}

function charBefore(text: string, at: number): string {
  const low = text[at - 1] ?? ' ';
  return /[\udc00-\udfff]/.test(low) ? text.slice(at - 2, at) : low;
}

/** The forms that a language's translation of a term may take; none when it is kept or not given. */
export function formsOf(term: Term, language: string): readonly string[] {
  if (term.doNotTranslate) return [];
  const given = Object.hasOwn(term.translations, language) ? term.translations[language] : '';
  return (given ?? '')
    .split('|')
    .map((form) => form.trim())
    .filter((form) => form !== '');
}

/**
 * Whether a translation uses the given translation of a term. Decision: languages that inflect may
 * change a word's end, so that a word which shares most of its beginning counts.
 */
export function usesForm(target: string, term: Term, language: string): boolean {
  const forms = formsOf(term, language);
  if (forms.length === 0) return true;
  const text = target.normalize('NFC');
  return forms.some((form) => {
    const wanted = form.normalize('NFC');
    if (text.includes(wanted)) return true;
    const low = text.toLowerCase();
    const small = wanted.toLowerCase();
    if (!term.caseSensitive && low.includes(small)) return true;
    // The first letter of a sentence is a capital in any case.
    const capital = wanted.charAt(0).toUpperCase() + wanted.slice(1);
    if (text.includes(capital)) return true;
    if (dense.test(wanted)) return false;
    return small.split(/\s+/).every((word) => hasStem(low, word));
  });
}

function hasStem(text: string, word: string): boolean {
  if (word.length < 4) return text.includes(word);
  const stem = word.slice(0, Math.max(4, Math.ceil(word.length * 0.7)));
  return new RegExp(`(?<![\\p{L}\\p{N}])${quoted(stem)}`, 'u').test(text);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
