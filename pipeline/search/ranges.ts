import type { Lexicon, Term } from './join-words.ts';
import type { Words } from './lexicon.ts';
import { textHash } from './rows.ts';

/**
 * Words of a group of pages whose stems begin alike, as a cache keeps them: when a page has changed, the words of the
 * other groups are read only in the ranges that its words are in.
 */
export interface RangeWords {
  /** See `rangeOf`. */
  readonly range: number;
  /** Changes when the words do. */
  readonly hash: string;
  /** Bytes of the JSON. */
  readonly bytes: number;
  /** JSON of `Words`. */
  readonly json: () => Buffer;
}

/** The range of the alphabet that a stem is in: ranges ascend as stems do. A site in English has 50 to 150. */
export function rangeOf(stem: string): number {
  const first = stem.charCodeAt(0) || 0;
  if (first < 0x80) return 4 * first + partOf(stem.charCodeAt(1) || 0);
  // Letters of alphabets, then syllables and characters.
  return first < 0x2000 ? 0x200 + (first >> 4) : 0x400 + (first >> 7);
}

/** Which of four ranges the second letter is in. */
function partOf(second: number): number {
  if (second <= 0x60) return 0;
  if (second < 0x68) return 1;
  return second < 0x70 ? 2 : 3;
}

/** Cuts the words of a group into ranges, ascending. */
export function rangesOf({ terms, forms }: Lexicon): RangeWords[] {
  const ranges = new Map<number, { readonly stems: string[]; readonly forms: string[] }>();
  for (const stem of terms.keys()) {
    const range = rangeOf(stem);
    const others = ranges.get(range);
    if (others) others.stems.push(stem);
    else ranges.set(range, { stems: [stem], forms: [] });
  }
  for (const [form, stem] of forms) ranges.get(rangeOf(stem))?.forms.push(form);
  return [...ranges]
    .sort(([a], [b]) => a - b)
    .map(([range, words]) => {
      // In the order of a text, an edit would change what is remembered of words that stay the same.
      const stems = words.stems.sort();
      const places = new Map(stems.map((stem, place) => [stem, place]));
      const text = JSON.stringify({
        ...columnsOf(stems, terms),
        forms: words.forms.sort(),
        formStems: words.forms.map((form) => places.get(forms.get(form) ?? '') ?? 0),
      } satisfies Words);
      const json = Buffer.from(text);
      return { range, hash: textHash(text), bytes: json.length, json: () => json };
    });
}

function columnsOf(stems: readonly string[], terms: ReadonlyMap<string, Term>) {
  const found = stems.map((stem) => terms.get(stem) as Term);
  return {
    stems,
    counts: found.map(({ pages }) => pages),
    fields: found.map(({ fields }) => fields),
    rows: found.map(({ rows }) => rows),
    lastPages: found.map(({ lastPage }) => lastPage),
    lastRows: found.map(({ lastRow }) => lastRow),
    bare: found.flatMap(({ isWord }, place) => (isWord ? [] : [place])),
  };
}
