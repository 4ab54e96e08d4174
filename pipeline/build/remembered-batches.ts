import { type Cache, keyOf } from '../cache/cache.ts';
import { packJson, unpackJson } from '../cache/packed.ts';
import type { RecordList } from '../output/write.ts';
import { type Batch, endsBatch, endsGroup } from '../search/batch.ts';
import { joinWords } from '../search/join-words.ts';

type RecordName = RecordList['pages'][number];

/** Reads a batch of pages. */
type Read = (names: readonly RecordName[]) => Batch;

/**
 * The groups of batches of a site, each as one batch. Of a group with a changed page, that page's batch is read again and
 * joined with the others, which are remembered, as other groups are.
 */
export function* rememberedGroups(
  cache: Cache,
  pages: RecordList['pages'],
  { key, read }: { readonly key: string; readonly read: Read },
): Iterable<Batch> {
  const through = (stage: string, names: readonly RecordName[], make: () => Batch): Batch => {
    const name = nameOf(key, names);
    const known = cache.getBytes(stage, name);
    if (known) return unpackJson<Batch>(known);
    const made = make();
    cache.setBytes(stage, name, packJson(Buffer.from(JSON.stringify(made))));
    return made;
  };
  for (const group of cutAfter(pages, endsGroup)) {
    const batches = [...cutAfter(group, endsBatch)];
    // They are needed when one of them has changed; what a build doesn't ask for is forgotten.
    for (const names of batches) cache.has('batch', nameOf(key, names));
    yield through('joined', group, () =>
      joined(batches.map((names) => through('batch', names, () => read(names)))),
    );
  }
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
