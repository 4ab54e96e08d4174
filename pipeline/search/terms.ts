import type { RangePart, Shelf } from './catalog.ts';
import type { StemEntry } from './format.ts';
import { addWords, emptyLexicon, type Lexicon } from './join-words.ts';
import type { Words } from './lexicon.ts';
import { rangeOf } from './ranges.ts';
import type { Remember } from './remember.ts';
import { textHash } from './rows.ts';
import { isDenseWord } from './words.ts';

/** The words of one language, as pieces are cut from them. */
export interface Terms {
  /** All stems, ascending. */
  readonly stems: readonly string[];
  /** Of each stem, the characters of its entry as JSON, and a hash of it. */
  readonly lengths: readonly number[];
  readonly hashes: readonly string[];
  /** The words of the vocabulary with their stems as a piece has them, ascending. */
  readonly forms: readonly string[];
  /** The entry of a stem. */
  readonly entryOf: (place: number) => StemEntry;
}

/** What is remembered of the words of a range. */
type RangeTerms = Pick<Terms, 'stems' | 'lengths' | 'hashes' | 'forms'>;

/** Reads the words of a shelf; only those of ranges in which pages have changed are joined. */
export function termsOf({ ranges }: Pick<Shelf, 'ranges'>, remember: Remember): Terms {
  const lexicons = recentLexicons();
  const found = [...ranges.keys()]
    .sort((a, b) => a - b)
    .map((range) => {
      const parts = ranges.get(range) ?? [];
      const madeOf = parts.flatMap(({ hash, first }) => [hash, first.page, first.row]);
      return remember('terms', madeOf, () => rangeTerms(lexicons(parts)));
    });
  const stems = found.flatMap((terms) => terms.stems);
  return {
    stems,
    lengths: found.flatMap((terms) => terms.lengths),
    hashes: found.flatMap((terms) => terms.hashes),
    // Some words begin otherwise than their stems.
    forms: found.flatMap((terms) => terms.forms).sort(),
    entryOf: (place) => {
      const stem = stems[place] ?? '';
      return stemEntry(stem, lexicons(ranges.get(rangeOf(stem)) ?? []));
    },
  };
}

/** Joins the words of groups. */
function joined(parts: readonly RangePart[]): Lexicon {
  const lexicon = emptyLexicon();
  for (const { json, first } of parts) {
    const words: Words = JSON.parse(json().toString('utf8'));
    addWords(lexicon, words, first);
  }
  return lexicon;
}

/** Bytes of words that are kept when they are joined, as a group has them. */
const keptBytes = 16_000_000;

/** Joins the words of a range, or has them still. */
function recentLexicons(): (parts: readonly RangePart[]) => Lexicon {
  const kept = new Map<readonly RangePart[], Lexicon>();
  let bytes = 0;
  return (parts) => {
    const known = kept.get(parts);
    if (known) return known;
    const lexicon = joined(parts);
    bytes += parts.reduce((sum, part) => sum + part.bytes, 0);
    if (bytes > keptBytes) {
      kept.clear();
      bytes = 0;
    }
    kept.set(parts, lexicon);
    return lexicon;
  };
}

/** As many characters of a hash as no two postings of a word share by chance. */
const hashLength = 16;

function rangeTerms(lexicon: Lexicon): RangeTerms {
  const stems = [...lexicon.terms.keys()].sort();
  const entries = stems.map((stem) => stemEntry(stem, lexicon));
  return {
    stems,
    lengths: entries.map(entryLength),
    hashes: entries.map((entry) => textHash(entry.join(' ')).slice(0, hashLength)),
    forms: formsIn(lexicon),
  };
}

function stemEntry(stem: string, { terms }: Lexicon): StemEntry {
  const { fields, rows } = terms.get(stem) ?? { fields: '', rows: '' };
  return [stem, fields, rows];
}

/** Characters of its JSON, in which words and numbers need no escape. */
function entryLength([stem, fields, rows]: StemEntry): number {
  return stem.length + fields.length + rows.length + '["","",""]'.length;
}

/** Words of text without spaces are pairs of letters: none begins a longer one, or is misspelt. */
function formsIn({ terms, forms }: Lexicon): string[] {
  const found: string[] = [];
  const add = (form: string, stem: string): void => {
    if (isDenseWord(form)) return;
    let same = 0;
    while (same < form.length && form[same] === stem[same]) same++;
    const ending = (form.length - same).toString(36);
    // A word ends in few letters that its stem does not have.
    if (ending.length > 1) return;
    const pages = terms.get(stem)?.pages ?? 0;
    found.push(`${form} ${ending}${stem.slice(same)} ${pages.toString(36)}`);
  };
  for (const [stem, { isWord }] of terms) if (isWord) add(stem, stem);
  for (const [form, stem] of forms) add(form, stem);
  return found;
}
