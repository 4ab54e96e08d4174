import { type Cache, keyOf } from '../cache/cache.ts';
import { packValue, unpackJson } from '../cache/packed.ts';
import type { RecordList } from '../output/write.ts';
import {
  type Batch,
  endsBatch,
  endsGroup,
  type ReadBatch,
  type SectionTexts,
} from '../search/batch.ts';
import type { IndexedPages } from '../search/indexed-pages.ts';
import { joinWords } from '../search/join-words.ts';

type RecordName = RecordList['pages'][number];

/** Pages that are remembered. */
interface Remembered {
  readonly cache: Cache;
  /** In path order. */
  readonly pages: RecordList['pages'];
  /** What they are read with, besides their records. */
  readonly key: string;
  /** Reads some that follow each other. */
  readonly read: (names: readonly RecordName[]) => ReadBatch;
}

/**
 * The pages of a site in groups of batches, each group as one batch. Of a group with a changed page, that page's batch is
 * read again and joined with the others, which are remembered, as other groups are. Sections are remembered for each
 * batch, and looked up while the cache is open.
 */
export function rememberedPages(remembered: Remembered): IndexedPages {
  return { batches: groupsOf(remembered), sectionsOf: sectionsIn(remembered) };
}

function* groupsOf(remembered: Remembered): Iterable<Batch> {
  const { cache, pages, key } = remembered;
  for (const group of cutAfter(pages, endsGroup)) {
    const batches = [...cutAfter(group, endsBatch)];
    // They are needed when one of them has changed; what a build doesn't ask for is forgotten.
    for (const names of batches) {
      const name = nameOf(key, names);
      cache.has('batch', name);
      cache.has('sections', name);
    }
    const name = nameOf(key, group);
    const known = cache.getBytes('joined', name);
    if (known) {
      yield unpackJson<Batch>(known);
      continue;
    }
    const made = joined(batches.map((names) => batchOf(remembered, names)));
    cache.setBytes('joined', name, packValue(made));
    yield made;
  }
}

function batchOf(remembered: Remembered, names: readonly RecordName[]): Batch {
  const known = remembered.cache.getBytes('batch', nameOf(remembered.key, names));
  return known ? unpackJson(known) : readBatch(remembered, names).batch;
}

function readBatch({ cache, key, read }: Remembered, names: readonly RecordName[]): ReadBatch {
  const made = read(names);
  const name = nameOf(key, names);
  cache.setBytes('batch', name, packValue(made.batch));
  cache.setBytes('sections', name, packValue(made.sections));
  return made;
}

/** Looks up sections page by page; those of the last page's neighbours are at hand. */
function sectionsIn(remembered: Remembered): IndexedPages['sectionsOf'] {
  const { cache, pages, key } = remembered;
  const batches = new Map<string, readonly RecordName[]>();
  for (const names of cutAfter(pages, endsBatch)) {
    for (const [path] of names) batches.set(path, names);
  }
  let last: readonly RecordName[] | undefined;
  let texts: ReadonlyMap<string, string> = new Map();
  return (path) => {
    const names = batches.get(path) ?? [];
    if (names !== last) {
      const known = cache.getBytes('sections', nameOf(key, names));
      texts = new Map(
        known ? unpackJson<SectionTexts>(known) : readBatch(remembered, names).sections,
      );
      last = names;
    }
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} is not indexed`);
    return text;
  };
}

/** Batches that follow each other, as one. */
function joined(batches: readonly Batch[]): Batch {
  const parts = Map.groupBy(
    batches.flatMap((batch) => batch.parts),
    ({ language }) => language,
  );
  return {
    isOpen: batches.every(({ isOpen }) => isOpen),
    parts: [...parts].map(([language, list]) => ({
      language,
      pages: list.flatMap(({ pages }) => pages),
      words: joinWords(list.map(({ words }) => words)),
    })),
  };
}

/** A batch is remembered by the records of its pages, and what else it is made of. */
function nameOf(key: string, names: readonly RecordName[]): string {
  return keyOf(key, ...names.map(([, hash]) => hash));
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
