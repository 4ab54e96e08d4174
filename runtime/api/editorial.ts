import { dayLength } from '../store/assistant-days.ts';
import type { PageSums } from '../store/page-sums.ts';

interface Reason {
  readonly type: 'ratings' | 'links' | 'answers' | 'searches' | 'translations' | 'age';
  readonly cost: number;
  readonly text: string;
}

/** Why a page should be worked on, in words; the most expensive reason first. */
export function editorialReasons(
  page: PageSums,
  { now, untouched }: { readonly now: number; readonly untouched: number },
): readonly Reason[] {
  const { views, positive, negative, missing, unhelpful, refused, stale, staleViews } = page;
  const { searches, searchedOn } = page;
  const rated = positive + negative;
  const reasons: Reason[] = [];
  if (negative > 0) {
    const share = (views * negative) / (rated + 2);
    reasons.push({
      ...{ type: 'ratings', cost: views < negative ? negative : share },
      text: `${negative} of ${many(rated, 'rating')} ${negative === 1 ? 'is' : 'are'} bad.`,
    });
  }
  if (missing > 0) {
    const text = `Its links led ${many(missing, 'time')} to an address without a page.`;
    reasons.push({ type: 'links', cost: missing, text });
  }
  if (unhelpful + refused > 0) {
    const texts = [
      unhelpful && `${many(unhelpful, 'conversation')} that cited it did not help`,
      refused &&
        `${many(refused, 'question')} that ${refused === 1 ? 'is' : 'are'} nearest to it had no answer`,
    ];
    const text = `${texts.filter(Boolean).join(', and ')}.`;
    reasons.push({ type: 'answers', cost: unhelpful + refused, text });
  }
  if (searchedOn > 0) {
    const text = `Readers searched on after ${searchedOn} of ${many(searches, 'search', 'searches')} that led to it.`;
    reasons.push({ type: 'searches', cost: searchedOn, text });
  }
  if (staleViews > 0) {
    const text = `Read ${many(staleViews, 'time')} in ${many(stale, 'language')} whose translation is stale.`;
    reasons.push({ type: 'translations', cost: staleViews, text });
  }
  if (page.sourceUpdatedAt < untouched && views > 0) {
    const years = Math.floor((now - page.sourceUpdatedAt) / (365 * dayLength));
    const text = `Not changed for ${many(years, 'year')}, and read ${many(views, 'time')}.`;
    reasons.push({ type: 'age', cost: views / 10, text });
  }
  return reasons
    .map((one) => ({ ...one, cost: Math.round(one.cost) }))
    .sort((a, b) => b.cost - a.cost);
}

function many(value: number, one: string, more = `${one}s`): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : more}`;
}
