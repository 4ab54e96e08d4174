import type { Citation } from '../../../schema/chat.ts';
import { citedAnswer, pagesOf, type Sentence } from '../citing/cite.ts';
import type { Passages } from '../citing/passages.ts';
import type { Retrieved } from '../model/tools.ts';
import { cleaned } from '../site/clean.ts';
import type { linkPolicy } from '../site/links.ts';
import { nearestOf } from '../site/site.ts';
import type { Turn } from '../turn.ts';
import type { Rests } from './ports.ts';

/** What an answer was made of. */
export interface Answered {
  readonly turn: Turn;
  readonly policy: ReturnType<typeof linkPolicy>;
  readonly retrieved: readonly Retrieved[];
  readonly passages: Passages;
  readonly sentences: readonly Sentence[];
  /** The model said that the pages do not answer. */
  readonly refuses: boolean;
}

/**
 * Which of the pages read in this turn an answer rests on: those that its sentences do. Where words can't tell,
 * because the pages are in another language, those that it links, else those that were read as a whole, else
 * the best that were found. A refusal rests on none, and has the nearest page that was found.
 */
export function restsOf({
  turn,
  sentences,
  refuses,
  passages,
  retrieved,
  policy,
}: Answered): Rests {
  const clean = (markdown: string) => cleaned(markdown, policy);
  const { linked } = policy;
  const cited = citedAnswer(sentences, clean);
  const sources = pagesOf(cited);
  const isUnchecked = sentences.some(({ status }) => status === 'unchecked');
  if (sources.length > 0 || refuses || !isUnchecked || passages.all().length === 0) {
    const found = retrieved.filter((page) => page.how === 'found');
    const nearest = sources.length > 0 ? undefined : nearestOf(turn.site, found);
    return { sources: sources.slice(0, 8), ...cited, nearest };
  }
  const { threshold } = turn.site.search;
  const choices = [
    retrieved.filter((page) => linked.has(page.path)),
    retrieved.filter((page) => page.how === 'read'),
    retrieved.filter((page) => page.confidence >= threshold).slice(0, 3),
  ];
  const chosen = choices.find((pages) => pages.length > 0) ?? [];
  const byPath = new Map<string, Citation>();
  for (const { path, title, url, how } of chosen) {
    // A search knows the passage, a whole page does not.
    if (!byPath.has(path) || how === 'found') byPath.set(path, { path, title, url });
  }
  return { sources: [...byPath.values()].slice(0, 8), ...cited };
}
