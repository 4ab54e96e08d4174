import { type Cache, keyOf } from '../cache/cache.ts';
import { packJson, unpackJson } from '../cache/packed.ts';
import type { RecordList } from '../output/write.ts';
import { type Batch, endsBatch, endsGroup } from '../search/batch.ts';
import { joinWords } from '../search/join-words.ts';
import type { PageWords } from '../search/lexicon.ts';

type RecordName = RecordList['pages'][number];

/** What a cache keeps of a batch besides its words. */
interface BatchPages {
  readonly isOpen: boolean;
  readonly parts: readonly Pick<Batch['parts'][number], 'language' | 'pages'>[];
}

/** The words of a batch or a group by language. */
type WordsByLanguage = readonly (readonly [language: string, words: PageWords])[];

/**
 * The groups of batches of a site, each as one batch. Of a group with a changed page, its batch is read again and joined
 * with the words of the others; of other groups, the joined words are remembered.
 */
export function* rememberedGroups(
  cache: Cache,
  pages: RecordList['pages'],
  { key, read }: { readonly key: string; readonly read: (names: readonly RecordName[]) => Batch },
): Iterable<Batch> {
  const memo: Memo = { cache, key };
  for (const group of cutAfter(pages, endsGroup)) {
    const batches = [...cutAfter(group, endsBatch)].map((names) => openBatch(memo, names, read));
    const words = through(memo, 'joined', group, () => joined(batches));
    const parts = byLanguage(batches.flatMap(({ parts }) => parts));
    yield {
      isOpen: batches.every(({ isOpen }) => isOpen),
      parts: words.map(([language, joined]) => {
        return {
          language,
          words: joined,
          pages: (parts.get(language) ?? []).flatMap((part) => part.pages),
        };
      }),
    };
  }
}

/** Where something is remembered of pages, by their records and what else it is made of. */
interface Memo {
  readonly cache: Cache;
  readonly key: string;
}

/** A batch; its words are only needed if another one of its group has changed. */
interface OpenBatch extends BatchPages {
  readonly words: () => WordsByLanguage;
}

function openBatch(
  memo: Memo,
  names: readonly RecordName[],
  read: (names: readonly RecordName[]) => Batch,
): OpenBatch {
  let batch: Batch | undefined;
  const made = (): Batch => {
    batch ??= read(names);
    return batch;
  };
  const { isOpen, parts } = through<BatchPages>(memo, 'batch', names, () => ({
    isOpen: made().isOpen,
    parts: made().parts.map(({ language, pages }) => ({ language, pages })),
  }));
  // What a build doesn't ask for is forgotten.
  memo.cache.has('words', keyOf(memo.key, ...hashesOf(names)));
  const words = () =>
    through<WordsByLanguage>(memo, 'words', names, () =>
      made().parts.map(({ language, words }) => [language, words]),
    );
  return { isOpen, parts, words };
}

function joined(batches: readonly OpenBatch[]): WordsByLanguage {
  const parts = byLanguage(
    batches.flatMap((batch) => batch.words().map(([language, words]) => ({ language, words }))),
  );
  return [...parts].map(([language, list]) => [
    language,
    joinWords(list.map(({ words }) => words)),
  ]);
}

function byLanguage<T extends { readonly language: string }>(
  parts: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(parts, ({ language }) => language);
}

function through<T>(
  { cache, key }: Memo,
  stage: string,
  names: readonly RecordName[],
  make: () => T,
): T {
  const name = keyOf(key, ...hashesOf(names));
  const known = cache.getBytes(stage, name);
  if (known) return unpackJson<T>(known);
  const made = make();
  cache.setBytes(stage, name, packJson(Buffer.from(JSON.stringify(made))));
  return made;
}

function hashesOf(names: readonly RecordName[]): string[] {
  return names.map(([, hash]) => hash);
}

/** Neighbours, cut after each page that ends some. */
function* cutAfter(
  pages: readonly RecordName[],
  ends: (path: string) => boolean,
): Iterable<readonly RecordName[]> {
  let some: RecordName[] = [];
  for (const name of pages) {
    some.push(name);
    if (!ends(name[0])) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
