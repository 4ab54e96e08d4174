import { pageAddress } from '../../schema/address.ts';
import type { FoundAnswer, FoundPage, FoundSection, SearchQuestion } from './answer.ts';
import type { PageFactors } from './bound-pages.ts';
import { findPages } from './find.ts';
import type { Catalog, PageEntry, PageKind, PiecesNote, SectionEntry } from './format.ts';
import { aimOf } from './intent.ts';
import { asideFor, kindsFor } from './kinds.ts';
import { likeness } from './likeness.ts';
import type { RankedRow } from './rank.ts';
import { languageFor } from './script.ts';
import { type Keep, type Load, type OpenShelf, openShelf, sizeOfShelf } from './shelf.ts';
import { snippetOf } from './snippet.ts';
import { weights } from './weights.ts';

/** What a server knows besides the pieces. */
export interface Aids {
  /** Begins to look for pages that are near in meaning, and puts them among those that words have found. */
  readonly near?: (shelf: OpenShelf) => Promise<(found: readonly number[]) => readonly number[]>;
  /** Whole texts of sections, by id; a section that is not among them is shown by its beginning. */
  readonly texts?: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Answers questions from the pieces of an index: a server reads them from files, a browser fetches them.
 * A server bounds the memory that searching takes with `load` and `keep`; a browser keeps it all.
 */
export function openPieces(
  note: PiecesNote,
  load: Load,
  keep: Keep = keepAll(),
): { readonly search: (question: SearchQuestion, aids?: Aids) => Promise<FoundAnswer> } {
  return {
    search: async (question, aids = {}) => {
      const language = languageFor(question.query, Object.keys(note.languages), {
        source: note.source,
        ...(question.language ? { reader: question.language } : {}),
      });
      const name = language && note.languages[language];
      if (!name) {
        return {
          results: [],
          total: 0,
          language: note.source,
          confidence: 0,
          unknown: [],
          words: [],
        };
      }
      const open = async () => openShelf(await load<Catalog>(name), { load, keep });
      const shelf = await keep(`${name} open`, open, sizeOfShelf);
      return searchShelf(shelf, question, { ...aids, basePath: note.basePath });
    },
  };
}

function keepAll(): Keep {
  const kept = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const value = kept.get(name) ?? make();
    kept.set(name, value);
    // One that failed is made again at the next question.
    value.catch(() => kept.delete(name));
    return value as Promise<T>;
  };
}

async function searchShelf(
  shelf: OpenShelf,
  question: SearchQuestion,
  tools: Aids & { readonly basePath: string },
): Promise<FoundAnswer> {
  const { language, kinds } = shelf;
  const { visible, wanted } = kindsFor(kinds, question);
  const allowed = (page: number) => isOf(wanted, shelf, page);
  // A model thinks while the words are looked up.
  const near = tools.near?.(shelf);
  const isVisible = visible.size < kinds.length && ((page: number) => isOf(visible, shelf, page));
  const found = await findPages(
    question.query,
    {
      language,
      extent: shelf.extent,
      dictionary: shelf.dictionary(isVisible || undefined),
      pageFactors: factorsFor(shelf, wanted, question),
      copyKey: (page) => shelf.copiesOf(page)[0] ?? page,
    },
    {
      synonyms: shelf.synonyms,
      ...(question.typing === undefined ? {} : { typing: question.typing }),
    },
  );
  const pages = found.ranked.map(({ page }) => page);
  const order = near ? (await near)(pages).filter(allowed) : pages;
  const scores = new Map(found.ranked.map(({ page, score }) => [page, score]));
  const shown = order.slice(0, Math.max(1, Math.min(50, question.limit ?? 10)));
  const drafts = await Promise.all(
    shown.map(async (page) => {
      // One that only a model has found begins with its first section.
      return draftOf(shelf, page, scores.has(page) ? found.sectionsOf(page) : []);
    }),
  );
  const named = drafts.map((draft) => [draft, likenessOf(draft.entry, question.query)] as const);
  const inOrder = named.sort(([, a], [, b]) => b - a).map(([draft]) => draft);
  const ids = inOrder.flatMap(({ sections }) => sections.map(({ id }) => id));
  const texts = await tools.texts?.(ids);
  const most = Math.min(500, question.snippet ?? 220);
  const results = inOrder.flatMap(({ page, entry, sections }): FoundPage[] => {
    if (!entry) return [];
    const copies = found.copies.get(page) ?? [];
    const score = scores.get(page);
    const place = placeOf(shelf, page, entry.path, tools.basePath);
    return [
      {
        ...place,
        title: entry.title,
        description: entry.description,
        breadcrumbs: entry.breadcrumbs,
        language,
        score: score ?? 0,
        confidence: score === undefined ? 0 : found.confidenceOf(page),
        sections: sections.map(
          ({ id, section: [anchor, trail, text] }): FoundSection => ({
            id,
            url: anchor === '' ? place.url : `${place.url}#${anchor}`,
            anchor,
            heading: trail.at(-1) ?? '',
            trail,
            snippet: snippetOf(texts?.get(id) ?? text, found.asked.stems, language, most),
          }),
        ),
        copies: copies.flatMap((copy) => {
          const path = entry.copies?.[shelf.copiesOf(page).indexOf(copy)];
          return path === undefined ? [] : [placeOf(shelf, copy, path, tools.basePath)];
        }),
      },
    ];
  });
  return {
    results,
    total: found.total + order.length - pages.length,
    language,
    confidence: found.confidence,
    unknown: found.asked.unknown,
    words: found.asked.words,
  };
}

function likenessOf(entry: PageEntry | undefined, question: string): number {
  if (!entry) return 0;
  const headings = entry.sections.map(([, trail]) => trail.at(-1) ?? '');
  return likeness({ title: entry.title, headings }, question);
}

/**
 * What scores are multiplied by: the author's factor, less for reference where something else is asked for, and less
 * for versions that were not asked for: these are below, not left out.
 */
function factorsFor(
  { kinds, kindOfPage }: OpenShelf,
  wanted: ReadonlySet<PageKind>,
  question: SearchQuestion,
): PageFactors {
  const aim = aimOf(question.query);
  const aside = asideFor(kinds, question);
  const factors = kinds.map((kind) => {
    if (!wanted.has(kind)) return -1;
    const { boost, reference } = kind;
    const factor = reference ? weights.reference[reference][aim] : 1;
    return boost * factor * (aside.has(kind) ? weights.otherVersion : 1);
  });
  return { kinds: kindOfPage, factors: Float64Array.from(factors) };
}

function isOf(
  kinds: ReadonlySet<OpenShelf['kinds'][number]>,
  shelf: OpenShelf,
  page: number,
): boolean {
  const kind = shelf.kindOf(page);
  return kind !== undefined && kinds.has(kind);
}

/** A page with the sections that are shown of it. */
async function draftOf(shelf: OpenShelf, page: number, rows: readonly RankedRow[]) {
  const entry = await shelf.page(page);
  const first = shelf.extent.firstRows[page] ?? 0;
  // Further sections only when they say about as much as the best one.
  const least = (rows[0]?.score ?? 0) * 0.8;
  const good = rows.filter(({ score }) => score > least);
  const numbers = good.length > 0 ? good.map(({ row }) => row - first) : [0];
  const sections = numbers.flatMap((number) => {
    const section = entry?.sections[number];
    return entry && section ? [{ id: idOf(entry.path, entry.sections, number), section }] : [];
  });
  return { page, entry, sections };
}

/** The id of the section's row: sections of one anchor are counted. */
function idOf(path: string, sections: readonly SectionEntry[], number: number): string {
  const anchor = sections[number]?.[0] ?? '';
  const before = sections.slice(0, number).filter(([other]) => other === anchor).length;
  return `${path}#${anchor}${before === 0 ? '' : `~${before}`}`;
}

function placeOf(shelf: OpenShelf, page: number, path: string, basePath: string) {
  const { version = '', product = '' } = shelf.kindOf(page) ?? {};
  return { path, url: pageAddress(path, basePath), version, product };
}
