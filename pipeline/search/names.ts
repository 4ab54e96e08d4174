import type { Extent } from './extent.ts';
import type { WantedOption } from './page-score.ts';
import { lowestFrom } from './sorted.ts';
import { weights } from './weights.ts';

/** A word of a question with what it counts. */
export interface NamedWord {
  readonly options: readonly WantedOption[];
  readonly idf: number;
  readonly isPhrase: boolean;
}

/**
 * What the names of a page and of its sections add to their scores: a title that says what was asked, and
 * nothing else, is what a reader looks for. It is read for the best pages alone, as counts of words tell
 * little of a title as a whole. What a section gets is put into `gains`.
 */
export function nameGain(
  words: readonly NamedWord[],
  extent: Extent,
  page: number,
  gains: Float32Array,
): number {
  const [from, to] = [extent.firstRows[page] ?? 0, extent.firstRows[page + 1] ?? 0];
  gains.fill(0, 0, to - from);
  let asked = 0;
  let titled = 0;
  let hits = 0;
  for (const { options, idf, isPhrase } of words) {
    if (isPhrase) continue;
    asked += idf;
    let inTitle = 0;
    for (const { posting, weight } of options) {
      if (weight < leastWeight) continue;
      if (posting.titled[lowestFrom(posting.titled, page)] === page) {
        inTitle = Math.max(inTitle, weight);
      }
      const { headed } = posting;
      for (let at = lowestFrom(headed, from); at < headed.length; at++) {
        const row = headed[at] ?? 0;
        if (row >= to) break;
        // Of several options of one word, the last: they are hardly ever in one heading.
        gains[row - from] = (gains[row - from] ?? 0) + idf * weight;
      }
    }
    titled += idf * inTitle;
    if (inTitle > 0) hits++;
  }
  if (asked === 0) return 0;
  let best = 0;
  for (let row = 0; row < to - from; row++) {
    const share = Math.min(1, (gains[row] ?? 0) / asked);
    const gain = weights.wholeHeading * asked * share ** 4;
    gains[row] = gain;
    if (gain > best) best = gain;
  }
  const length = Math.max(1, extent.titleLengths[page] ?? 1);
  const title = weights.wholeTitle * asked * (titled / asked) ** 2 * Math.min(1, hits / length);
  return Math.max(title, best);
}

/** A synonym is another name. */
const leastWeight = 0.5;
