import { type Asked, type AskOptions, ask, type Dictionary } from './ask.ts';
import type { PageFactors } from './bound-pages.ts';
import type { Extent } from './extent.ts';
import { type Ranked, type Ranking, rank, rarity } from './rank.ts';
import { isDenseText } from './words.ts';

/** What results are made of. */
export interface FoundPages {
  readonly asked: Asked;
  /** The best pages. */
  readonly ranked: readonly Ranked[];
  /** How many pages were found. */
  readonly total: number;
  /** Pages that tell the same as a ranked one (another product's or version's copy). */
  readonly copies: ReadonlyMap<number, readonly number[]>;
  /**
   * 0 … 1: how much of the question, by the weight of its words, the best page has. Below
   * `enough` an assistant has no ground to answer on.
   */
  readonly confidence: number;
  /** The same for a page that was found. */
  readonly confidenceOf: (page: number) => number;
  /** Its best sections, best first. */
  readonly sectionsOf: Ranking['sectionsOf'];
}

/** Confidence from which an answer is worth giving. */
export const enough = 0.46;

/**
 * Pairs of letters are missed more easily than words: other writings of a word share none. Found by
 * trial on English and Chinese questions, so that one threshold refuses as many of both.
 */
const denseAllowance = 1.1;

/** How much of the confidence is for what a page is about, and not only mentions. */
const aboutness = 0.3;

/** Finds pages for a question in one language's index. */
export async function findPages(
  question: string,
  index: {
    readonly language: string;
    readonly extent: Extent;
    readonly dictionary: Dictionary;
    readonly pageFactors: PageFactors;
    /** Pages of one key are copies of each other. */
    readonly copyKey: (page: number) => number;
  },
  options: Omit<AskOptions, 'pages'>,
): Promise<FoundPages> {
  const pages = index.extent.pageNorms.length;
  const asked = await ask(question, index.language, index.dictionary, { ...options, pages });
  const all = rank(index.extent, asked.wanted, index.pageFactors);
  const { ranked, copies } = withoutCopies(all.ranked, index.copyKey);
  const known = knownShare(asked, pages);
  const allowance = isDenseText(question) ? denseAllowance : 1;
  const confidenceOf = (page: number): number => {
    const { share, headShare } = all.sharesOf(page);
    return Math.min(1, allowance * known * ((1 - aboutness) * share + aboutness * headShare));
  };
  const confidence = Math.max(0, ...ranked.slice(0, 5).map(({ page }) => confidenceOf(page)));
  // Each copy among those that were looked at is no find of its own.
  const total = all.total - (all.ranked.length - ranked.length);
  return { ...all, asked, ranked, total, copies, confidence, confidenceOf };
}

/** The first of each set of copies stays. */
function withoutCopies(
  all: readonly Ranked[],
  copyKey: (page: number) => number,
): { ranked: Ranked[]; copies: Map<number, number[]> } {
  const firsts = new Map<number, Ranked>();
  const copies = new Map<number, number[]>();
  for (const one of all) {
    const key = copyKey(one.page);
    const first = firsts.get(key);
    if (first) {
      copies.get(first.page)?.push(one.page);
      continue;
    }
    firsts.set(key, one);
    copies.set(one.page, []);
  }
  return { ranked: [...firsts.values()], copies };
}

/** Share of the question's words, by weight, that any page has. */
function knownShare(asked: Asked, pages: number): number {
  let known = 0;
  for (const { options, isLoose } of asked.wanted) {
    if (isLoose) continue;
    known += rarity(pages, Math.max(...options.map(({ posting }) => posting.pages.length)));
  }
  const missing = asked.unknown.length * rarity(pages, 0);
  return known + missing === 0 ? 0 : known / (known + missing);
}
