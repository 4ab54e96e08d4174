import { type Extent, weightOfStep } from './extent.ts';
import type { WeighedWord } from './page-score.ts';
import type { Slate } from './slate.ts';
import { saturated, weights } from './weights.ts';

/** What the scores of pages are multiplied by, by kind; those of a kind below 0 are not wanted. */
export interface PageFactors {
  readonly kinds: Uint16Array;
  readonly factors: Float64Array;
}

/**
 * Finds what every page that has any of the words scores at most; returns how many there are. The first question
 * after a start runs this while it is compiled, over all pages of a site: it is a single loop.
 */
export function boundPages(
  { places, bounds }: Slate,
  { pageNorms }: Extent,
  words: readonly WeighedWord[],
  { kinds, factors }: PageFactors,
): number {
  const options = words.flatMap((word) => word.options);
  // Of each option, where in its posting the walk is, and the page there.
  const positions = new Uint32Array(options.length);
  const nextPages = Uint32Array.from(options, ({ posting }) => posting.pages[0] ?? none);
  let found = 0;
  for (let page = 0; page < pageNorms.length; page++) {
    let whole = 0;
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    let at = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      if (!word) break;
      let fields = 0;
      let texts = 0;
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (const end = at + word.options.length; at < end; at++) {
        const option = options[at];
        if (nextPages[at] !== page || !option) continue;
        const { posting, weight } = option;
        const position = positions[at] ?? 0;
        fields += weight * (posting.fields[position] ?? 0);
        texts += weight * (posting.texts[position] ?? 0);
        const place = 4 * position;
        a += weight * (weightOfStep[posting.bounds[place] ?? 0] ?? 0);
        b += weight * (weightOfStep[posting.bounds[place + 1] ?? 0] ?? 0);
        c += weight * (weightOfStep[posting.bounds[place + 2] ?? 0] ?? 0);
        d += weight * (weightOfStep[posting.bounds[place + 3] ?? 0] ?? 0);
        positions[at] = position + 1;
        // Reading behind the end of a list would throw away what was compiled.
        const isLast = position + 1 === posting.pages.length;
        nextPages[at] = isLast ? none : (posting.pages[position + 1] ?? none);
      }
      if (fields + texts === 0) continue;
      first += word.idf * saturated(fields + a);
      second += word.idf * saturated(fields + b);
      third += word.idf * saturated(fields + c);
      fourth += word.idf * saturated(fields + d);
      whole += word.idf * saturated(fields + (weights.text * texts) / (pageNorms[page] ?? 1));
    }
    if (whole <= 0) continue;
    const best = Math.max(first, second, third, fourth);
    const factor = factors[kinds[page] ?? 0] ?? 1;
    if (factor < 0) continue;
    places[found] = page;
    bounds[found++] = factor * rounding * ((1 - weights.page) * best + weights.page * whole);
  }
  return found;
}

/** Scores are added up of numbers that are rounded to 24 bits. */
const rounding = 1 + 1e-5;

/** Behind all pages. */
const none = 2 ** 31 - 1;
