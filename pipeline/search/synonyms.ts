import { stemOf } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { fold, isDenseWord, piecesOf, wordsOf } from './words.ts';

/** Stem, or phrase (see `phrasesIn`), → stems that readers use for the same thing. */
export type Synonyms = ReadonlyMap<string, ReadonlySet<string>>;

/** Name of the author's own list in the site's folder. */
export const synonymsFile = 'search-synonyms.txt';

/** The author's own list: the text of the file, and what `search.synonyms` has. */
export function ownSynonyms(file: string, groups: readonly (readonly string[])[]): string {
  const lines = groups.map((group) => `${group.join(', ')}\n`);
  return lines.length === 0 ? file : `${file.trimEnd()}\n${lines.join('')}`;
}

/** Lists of synonyms: what is true of all sites, and the author's own. */
export interface SynonymLists {
  readonly general: string;
  readonly own: string;
}

/**
 * Writes the stems of lists of synonyms, so that no reader of an index has to find them: stems cost
 * more than all else of opening a small site. In the lists each line is a group of words with the same
 * meaning, separated by spaces, or by commas if some are phrases of several words; `#` starts a comment.
 * The author's groups are added to the general ones.
 */
export function writeSynonyms({ general, own }: SynonymLists, language: string): string {
  const groups = [
    ...general.split('\n').map((line) => groupOf(line, language, false)),
    ...own.split('\n').map((line) => groupOf(line, language, true)),
  ];
  return groups.filter((group) => group !== '').join('\n');
}

/** A line of a list: its entries by their keys, with stems that differ from the key behind `=`. */
function groupOf(line: string, language: string, isOwn: boolean): string {
  const bare = line.replace(/#.*/, '');
  return bare
    .split(bare.includes(',') ? ',' : /\s+/)
    .map((entry) => entryOf(entry, language, isOwn))
    .filter(({ key }) => key !== '')
    .map(({ key, stems }) => (stems.join(' ') === key ? key : `${key}=${stems.join(' ')}`))
    .join(',');
}

/** Reads what `writeSynonyms` has written. */
export function readSynonyms(written: string): Synonyms {
  const synonyms = known.get(written) ?? read(written);
  // Most sites have no list of their own, and share one.
  if (known.size > 20) known.clear();
  known.set(written, synonyms);
  return synonyms;
}

/** The keys of written synonyms, in the order in which `readSynonyms` has them. */
export function synonymKeys(written: string): ReadonlySet<string> {
  return new Set(
    written
      .split(/[\n,]/)
      .map((entry) => entry.replace(/=.*/, ''))
      .filter((key) => key !== ''),
  );
}

const known = new Map<string, Synonyms>();

function read(written: string): Synonyms {
  const groups = new Map<string, Set<string>>();
  for (const line of written.split('\n')) {
    if (line === '') continue;
    const entries = line.split(',').map((entry) => {
      const [key = '', stems = key] = entry.split('=');
      return { key, stems: stems === '' ? [] : stems.split(' ') };
    });
    for (const { key, stems } of entries) {
      const others = groups.get(key) ?? new Set();
      groups.set(key, others);
      for (const other of entries) {
        if (other.key === key) continue;
        for (const stem of other.stems) if (!stems.includes(stem)) others.add(stem);
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
