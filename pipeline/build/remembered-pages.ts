import { type Cache, keyOf } from '../cache/cache.ts';
import { packValue, unpackJson } from '../cache/packed.ts';
import type { RecordList } from '../output/write.ts';
import { type Batch, batchesIn, type ReadBatch, type SectionTexts } from '../search/batch.ts';
import { type Group, groupOf, readGroup, writeGroup } from '../search/group.ts';
import type { IndexedPages } from '../search/indexed-pages.ts';

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
 * The pages of a site in groups of batches. Of a group with a changed page, that page's batch is read again and joined
 * with the others, which are remembered, as other groups are. Sections are remembered for each batch, and looked up while
 * the cache is open.
 */
export function rememberedPages(remembered: Remembered): IndexedPages {
  const cut = batchesIn(remembered.pages, ([path]) => path);
  return { groups: groupsOf(remembered, cut), sectionsOf: sectionsIn(remembered, cut.flat()) };
}

type NamedBatch = readonly RecordName[];

function* groupsOf(
  remembered: Remembered,
  cut: readonly (readonly NamedBatch[])[],
): Iterable<Group> {
  const { cache, key } = remembered;
  for (const batches of cut) {
    // They are needed when one of them has changed; what a build doesn't ask for is forgotten.
    for (const names of batches) {
      const name = nameOf(key, names);
      cache.has('batch', name);
      cache.has('sections', name);
    }
    const name = nameOf(key, batches.flat());
    const known = cache.getBytes('joined', name);
    if (known) {
      yield readGroup(known);
      continue;
    }
    const made = groupOf(batches.map((names) => batchOf(remembered, names)));
    cache.setBytes('joined', name, writeGroup(made));
    yield made;
  }
}

function batchOf(remembered: Remembered, names: NamedBatch): Batch {
  const known = remembered.cache.getBytes('batch', nameOf(remembered.key, names));
  return known ? unpackJson(known) : readBatch(remembered, names).batch;
}

function readBatch({ cache, key, read }: Remembered, names: NamedBatch): ReadBatch {
  const made = read(names);
  const name = nameOf(key, names);
  cache.setBytes('batch', name, packValue(made.batch));
  cache.setBytes('sections', name, packValue(made.sections));
  return made;
}

/** Looks up sections page by page; those of the last page's neighbours are at hand. */
function sectionsIn(
  remembered: Remembered,
  cut: readonly NamedBatch[],
): IndexedPages['sectionsOf'] {
  const { cache, key } = remembered;
  const batches = new Map<string, NamedBatch>();
  for (const names of cut) {
    for (const [path] of names) batches.set(path, names);
  }
  let last: NamedBatch | undefined;
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

/** A batch is remembered by the records of its pages, and what else it is made of. */
function nameOf(key: string, names: NamedBatch): string {
  return keyOf(key, ...names.map(([, hash]) => hash));
}
