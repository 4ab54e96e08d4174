import type { SearchRow } from '../../schema/build.ts';
import { packValue, unpackJson } from '../cache/packed.ts';
import { batchesOf, type SectionTexts } from './batch.ts';
import { type Group, groupOf } from './group.ts';

/** What an index is made of. */
export interface IndexedPages {
  /** In path order; read once, and before anything else. */
  readonly groups: Iterable<Group>;
  /** JSON of the sections of a page. */
  readonly sectionsOf: (path: string) => string;
}

/** The pages of rows, whose sections are in memory: those that everyone may find, or all of them if `isPrivate`. */
export function pagesInMemory(rows: Iterable<SearchRow>, isPrivate: boolean): IndexedPages {
  const sections = sectionBundles();
  function* groups(): Iterable<Group> {
    for (const read of batchesOf(rows, isPrivate)) {
      sections.add(read.sections);
      yield groupOf([read.batch]);
    }
  }
  return { groups: groups(), sectionsOf: sections.of };
}

/** Pages whose sections are packed together: each time takes much memory besides what it makes. */
const pagesOfBundle = 256;

interface Bundle {
  /** Until there are enough of them. */
  sections: string[];
  packed?: Uint8Array;
}

/** Packs the sections of neighbours together; those that were unpacked last are asked for page by page. */
function sectionBundles() {
  const places = new Map<string, { readonly bundle: Bundle; readonly number: number }>();
  let bundle: Bundle = { sections: [] };
  let last: { readonly of: Bundle; readonly sections: readonly string[] } | undefined;
  const add = (path: string, sections: string): void => {
    places.set(path, { bundle, number: bundle.sections.push(sections) - 1 });
    if (bundle.sections.length < pagesOfBundle) return;
    bundle.packed = packValue(bundle.sections);
    bundle.sections = [];
    bundle = { sections: [] };
  };
  return {
    add: (texts: SectionTexts): void => {
      for (const [path, sections] of texts) add(path, sections);
    },
    of: (path: string): string => {
      const place = places.get(path);
      if (!place) throw new Error(`${path} is not indexed`);
      const { bundle: of, number } = place;
      if (of.packed === undefined) return of.sections[number] ?? '';
      if (last?.of !== of) last = { of, sections: unpackJson(of.packed) };
      return last.sections[number] ?? '';
    },
  };
}
