import { stemOf } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { fold, isDenseWord, piecesOf, wordsOf } from './words.ts';

/** Stem, or phrase (see `phrasesIn`), → stems that readers use for the same thing. */
export type Synonyms = ReadonlyMap<string, ReadonlySet<string>>;

/** Name of the author's own list in the site's folder. */
export const synonymsFile = 'search-synonyms.txt';

/** Lists of synonyms: what is true of all sites, and the author's own. */
export interface SynonymLists {
  readonly general: string;
  readonly own: string;
}

/**
 * Reads lists of synonyms: each line is a group of words with the same meaning, separated by
 * spaces, or by commas if some are phrases of several words; `#` starts a comment. The author's
 * groups are added to the general ones.
 */
export function readSynonyms(lists: SynonymLists, language: string): Synonyms {
  const key = JSON.stringify([language, lists]);
  const synonyms = known.get(key) ?? read(lists, language);
  // Most sites have no list of their own, and share one.
  if (known.size > 20) known.clear();
  known.set(key, synonyms);
  return synonyms;
}

const known = new Map<string, Synonyms>();

function read({ general, own }: SynonymLists, language: string): Synonyms {
  const groups = new Map<string, Set<string>>();
  for (const [list, isOwn] of [
    [general, false],
    [own, true],
  ] as const) {
    for (const line of list.split('\n')) {
      const bare = line.replace(/#.*/, '');
      const entries = bare
        .split(bare.includes(',') ? ',' : /\s+/)
        .map((entry) => entryOf(entry, language, isOwn))
        .filter(({ key }) => key !== '');
      for (const { key, stems } of entries) {
        const others = groups.get(key) ?? new Set();
        groups.set(key, others);
        for (const other of entries) {
          if (other.key === key) continue;
          for (const stem of other.stems) if (!stems.includes(stem)) others.add(stem);
        }
      }
    }
  }
  return groups;
}

/** The phrases of a question that have synonyms: `turn off`, `single sign on`; in Chinese longer words. */
export function phrasesIn(question: string, language: string, synonyms: Synonyms): string[] {
  const found = new Set<string>();
  for (const { text, isDense } of piecesOf(question.slice(0, 1000))) {
    const parts = isDense ? [...text] : plainStems(text, language);
    const between = isDense ? '' : ' ';
    for (let from = 0; from < parts.length; from++) {
      for (let to = from + (isDense ? 3 : 2); to <= Math.min(parts.length, from + 6); to++) {
        const key = parts.slice(from, to).join(between);
        if (synonyms.has(key)) found.add(key);
      }
    }
  }
  return [...found];
}

/** How an entry of a group is recognised in a question, and what of it is looked for in pages. */
function entryOf(
  entry: string,
  language: string,
  isOwn: boolean,
): { readonly key: string; readonly stems: readonly string[] } {
  const words = wordsOf(entry);
  if (words.some(isDenseWord)) {
    return { key: fold(entry.normalize('NFKC').trim()), stems: [...new Set(words)] };
  }
  const plain = plainStems(entry, language);
  // Of an identifier the whole: its parts are words of their own.
  if (plain.length < 2) return { key: plain[0] ?? '', stems: plain };
  // The general phrases are how readers talk: "turn" and "off" say nothing of a page.
  const telling = isOwn ? words.filter((word) => !isStopWord(word, language)) : [];
  return { key: plain.join(' '), stems: telling.map((word) => stemOf(word, language)) };
}

/** Stems of the words between spaces, including stop words. */
function plainStems(text: string, language: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}_'’-]+/u)
    .map((word) =>
      stemOf(fold(word.replace(/['’]\p{L}+$/u, '').replaceAll(/[_'’-]/g, '')), language),
    )
    .filter((stem) => stem !== '');
}
