import type { ChatEvent, Citation } from '../../../schema/chat.ts';
import { ApiError } from '../../../schema/errors.ts';
import { breathe } from '../limits.ts';
import { cleaned } from '../site/clean.ts';
import { type LinkPolicy, linkPolicy } from '../site/links.ts';
import {
  type FoundPages,
  isNear,
  mayRead,
  nearestOf,
  placeOf,
  type SearchResult,
} from '../site/site.ts';
import type { Turn } from '../turn.ts';
import { type AnswerWords, answerWords } from './answer-words.ts';
import { chooseAnswer } from './choose.ts';
import { favourNew, subjectOf } from './follow-up.ts';
import { asksAboutCompany } from './owner.ts';
import { type Place, placesOf } from './places.ts';
import { missingWords, type WeighedWord, weighWords } from './question-words.ts';
import { quoteOf } from './quote.ts';
import type { Reading } from './read-page.ts';
import { sectionsOf } from './units.ts';
import { wishOf } from './wish.ts';

/** Pages that are read for a question, and pages that a refusal names. */
const limits = { pages: 8, nearest: 3 } as const;

/** What was quoted; where nothing was, the page that is nearest to the question, if one is near. */
interface Quoted {
  readonly sources: readonly Citation[];
  readonly nearest?: string | undefined;
}

/**
 * Answers without a language model, by the same protocol: searches, reads the pages that were found
 * sentence by sentence, quotes the passage that has what the question asks for, with its code, and cites
 * it. If no passage does, the answer says so, with the words that no page has and the nearest pages.
 */
export async function* answerByQuoting(
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, Quoted> {
  const said = answerWords(turn.language);
  const policy = linkPolicy(turn.site, turn.visitor);
  let nearest: readonly SearchResult[] = [];
  let missing: readonly string[] = [];
  for (const [index, asked] of queriesOf(turn).entries()) {
    const callId = `call_${index + 1}`;
    const tool = 'search_docs';
    const { query, language } = asked;
    yield { type: 'tool_call', tool, input: { query, limit: limits.pages }, callId };
    let found: FoundPages;
    try {
      found = await find(turn, query, language);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'UNAVAILABLE';
      yield { type: 'tool_result', tool, callId, error: code };
      yield { type: 'text', content: said.broken };
      return { sources: [] };
    }
    yield { type: 'tool_result', tool, callId, results: found.pages.length };
    signal.throwIfAborted();
    const { places, words } = await readPages(turn, found, asked, signal);
    const passages = passagesOf(turn, places, policy);
    if (passages.length > 0) {
      yield { type: 'text', content: said.quoting };
      for (const { text } of passages) yield { type: 'text', content: text };
      return { sources: citationsOf(passages) };
    }
    if (index === 0) {
      missing = missingWords(words, found.language);
      nearest = nearestPages(turn, found);
    }
  }
  yield { type: 'text', content: refusal(turn, said, { missing, nearest }) };
  return { sources: [], nearest: nearestOf(turn.site, nearest) };
}

/** A search of an answer. */
interface Query {
  readonly query: string;
  readonly language: string;
  /** A follow-up with the question before it: its own words decide. */
  readonly isFollowUp: boolean;
}

/**
 * The question, in the reader's language and then in the site's own; a follow-up together with the question
 * that has its subject.
 */
function queriesOf({ question, history, language, site }: Turn): readonly Query[] {
  const before = subjectOf(question, history);
  const alone = { query: question, isFollowUp: false };
  const joined = before && { query: `${before.subject} ${question}`, isFollowUp: true };
  const queries = joined ? (before.isSure ? [joined] : [alone, joined]) : [alone];
  return [...new Set([language, site.language])].flatMap((of) =>
    queries.map((query) => ({ ...query, language: of })),
  );
}

/** Searches; the index filters as well, this ensures that a page's own record allows it. */
async function find(
  { site, visitor, from }: Turn,
  query: string,
  language: string,
): Promise<FoundPages> {
  const found = await site.search.find(query, { limit: limits.pages, language, visitor, from });
  const pages = found.pages.filter(({ result }) => {
    const page = site.page(result.path);
    return page !== undefined && mayRead(page, visitor);
  });
  return { ...found, pages };
}

/** Reads the pages that were found for what answers the question. */
async function readPages(
  { site, question }: Turn,
  { pages, words: asked, language }: FoundPages,
  { query, isFollowUp }: Query,
  signal: AbortSignal,
): Promise<{ readonly places: readonly Place[]; readonly words: readonly WeighedWord[] }> {
  const weighed = weighWords(query, asked, language);
  const words = isFollowUp ? favourNew(weighed, question) : weighed;
  const owner = asksAboutCompany(question) ? site.config.name : undefined;
  const reading: Reading = { words, language, wish: wishOf(query), owner };
  const best = pages[0]?.score ?? 0;
  const places: Place[] = [];
  for (const [rank, { result, score, anchors }] of pages.entries()) {
    // Each page is some milliseconds of work.
    await breathe();
    signal.throwIfAborted();
    const page = site.record(result.path);
    if (!page) continue;
    const sections = sectionsOf(page, await site.markdown(page));
    const closeness = best > 0 ? score / best : 0;
    places.push(...placesOf({ page, sections, closeness, anchors }, rank, reading));
  }
  return { places: chooseAnswer(places, reading), words };
}

/** A passage as it is shown, with what is cited for it. */
interface Passage {
  readonly text: string;
  readonly source: Citation;
}

/** The passages, each below a link to its section. */
function passagesOf(
  { site, from }: Turn,
  places: readonly Place[],
  policy: LinkPolicy,
): readonly Passage[] {
  return places.flatMap((place, index): Passage[] => {
    const { page } = place.candidate;
    const { anchor, trail } = place.section;
    const passage = cleaned(quoteOf(place, index === 0), policy).trim();
    if (passage === '') return [];
    const url = placeOf(site, page.path, anchor);
    const heading = trail.at(-1);
    const name = heading && heading !== page.title ? `${page.title} › ${heading}` : page.title;
    // Another version than the reader's is named, or than the one that is shown first.
    const isOther = from?.version ? page.version !== from.version : page.otherVersion;
    const title = page.version && isOther ? `${name} (${page.version})` : name;
    const text = `\n\n### ${linkTo(title, url)}\n\n${passage}`;
    return [{ text, source: { path: page.path, title: page.title, url } }];
  });
}

/** Each page once, with its first passage. */
function citationsOf(passages: readonly Passage[]): readonly Citation[] {
  const byPath = new Map<string, Citation>();
  for (const { source } of passages) {
    if (!byPath.has(source.path)) byPath.set(source.path, source);
  }
  return [...byPath.values()];
}

/** Pages that are about something of the question, as far as the search can tell. */
function nearestPages({ site }: Turn, { pages }: FoundPages): readonly SearchResult[] {
  return pages
    .map(({ result }) => result)
    .filter((result) => isNear(site, result))
    .slice(0, limits.nearest);
}

function refusal(
  { site }: Turn,
  said: AnswerWords,
  { missing, nearest }: { missing: readonly string[]; nearest: readonly SearchResult[] },
): string {
  const parts = [said.nothing];
  if (missing.length > 0) {
    const list = missing.map((word) => `**${escaped(word)}**`).join(', ');
    parts.push(said.missing.replace('{words}', () => list));
  }
  if (nearest.length > 0) {
    const links = nearest.map(
      ({ path, title, anchor }) => `- ${linkTo(title, placeOf(site, path, anchor))}`,
    );
    parts.push(said.nearest, links.join('\n'));
  }
  return parts.join('\n\n');
}

function linkTo(title: string, url: string): string {
  return `[${escaped(title)}](${url.replace(/[()]/g, encodeURIComponent)})`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}
