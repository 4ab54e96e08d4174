import { createHmac } from 'node:crypto';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { messageOf } from '../../schema/errors.ts';
import { dayLength } from '../store/assistant-days.ts';
import type { Store } from '../store/open.ts';
import { addVisits, forgetVisitors, saltOf } from '../store/visits.ts';
import { isAhead } from './access.ts';
import type { Client } from './client.ts';
import { add, emptyDay, type Held, merged, rowsOf } from './held-visits.ts';
import { keptQuery } from './kept-query.ts';
import { pageAt } from './page-at.ts';
import { type Report, reportedVisit } from './visit-report.ts';

/** A page that was asked for, or an address without one. */
export interface Visit {
  readonly request: Request;
  readonly site: SiteReader;
  readonly project: string;
  /** Decoded, with `basePath`. */
  readonly address: string;
  readonly isMissing: boolean;
  /** Asked only when the visit counts. */
  readonly client: () => Client;
}

/** Counts what readers of a server's sites read. */
export interface Visits {
  readonly note: (visit: Visit) => void;
  /**
   * Counts a page that its own script reports: one that was prepared before, that needs consent, or that a
   * static host of one of the `origins` shows.
   */
  readonly report: (
    asked: Omit<Visit, 'address' | 'isMissing'> & { readonly origins: readonly string[] },
  ) => Promise<Response>;
  /** Writes what was counted; what can't be written now stays for the next time. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface VisitTools {
  readonly store: Store;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Random bytes as text, never the same. */
  readonly random: () => string;
  /** Milliseconds between two writes. */
  readonly interval?: number;
}

/** User agents with these names are programs. */
const robots =
  /bot\b|bot\/|crawl|spider|slurp|preview|headless|monitor|uptime|lighthouse|fetch|scrap|archive|^(?:curl|wget|python|go-http|java|ruby|perl|php|node|axios|okhttp|libwww|apache|postman|insomnia|httpie|undici|bun|deno)/i;

/** Milliseconds after midnight in which other processes may still write what they counted before. */
const grace = 600_000;

/** What a counter remembers between two writes. */
interface Counter extends VisitTools {
  /** By day. */
  readonly salts: Map<number, string>;
  /** What was counted since the last write, by day and project. */
  held: Map<string, Held>;
  /** The day before which nothing of visitors is kept any more. */
  forgotten: number;
  /** Whether the last write failed. */
  isFailing: boolean;
}

/** Opens the counter. Nothing is written while a page is served: sums are written every few seconds. */
export async function openVisits(tools: VisitTools): Promise<Visits> {
  const state = { salts: new Map(), held: new Map(), forgotten: 0, isFailing: false };
  const counter: Counter = { ...tools, ...state };
  await prepareDays(counter);
  let writing = Promise.resolve();
  const flush = () => {
    writing = writing.then(() => write(counter));
    return writing;
  };
  const timer = setInterval(() => void flush(), tools.interval ?? 5000).unref();
  return {
    note: (visit) => noteRequest(counter, visit),
    report: (asked) => takeReport(counter, asked),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

function noteRequest(counter: Counter, visit: Visit): void {
  const { request, site, isMissing } = visit;
  if (!isCounted(request) || !isDocument(request)) return;
  if (!isMissing && needsConsent(site)) return;
  count(counter, visit, request.headers.get('referer') ?? undefined);
}

async function takeReport(
  counter: Counter,
  { origins, ...asked }: Parameters<Visits['report']>[0],
): Promise<Response> {
  const { request, site, client } = asked;
  const report = await reportedVisit(request, site, { client: client(), origins });
  if (report && isCounted(request) && fits(report, site)) {
    const { address, from } = report;
    const isMissing = report.isMissing && !visitedPage(site, address);
    count(counter, { ...asked, address, isMissing }, from);
  }
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}

function today({ now }: Counter): number {
  return Math.floor(now() / dayLength);
}

/** Brings the salts that visitors are named with, and forgets visitors of the days that are over. */
async function prepareDays(counter: Counter): Promise<void> {
  const { store, now, random, salts } = counter;
  // That of tomorrow as well, so that no visitor of its first seconds is missed.
  for (const day of [today(counter), today(counter) + 1]) {
    if (!salts.has(day)) salts.set(day, await saltOf(store.db, day, random()));
  }
  const first = Math.floor((now() - grace) / dayLength);
  if (counter.forgotten === first) return;
  await forgetVisitors(store.db, first);
  for (const day of salts.keys()) if (day < first) salts.delete(day);
  counter.forgotten = first;
}

function heldOf(counter: Counter, project: string): Held {
  const day = today(counter);
  const key = `${day} ${project}`;
  const known = counter.held.get(key) ?? emptyDay(project, day);
  counter.held.set(key, known);
  return known;
}

function count(counter: Counter, visit: Visit, from: string | undefined): void {
  const { site, project, address, isMissing, client, request } = visit;
  const sums = heldOf(counter, project);
  const source = sourceOf(from, visit);
  if (isMissing) {
    if (keptAddress(address)) add(sums.missing, [address, source]);
    return;
  }
  const page = visitedPage(site, address);
  if (!page) return;
  const salt = counter.salts.get(sums.day);
  const agent = request.headers.get('user-agent') ?? '';
  const visitor = salt && visitorOf(salt, [client().address, agent, project]);
  // The site, the language, and the page itself.
  const { language, path } = page;
  for (const [code, one] of [
    ['', ''],
    [language, ''],
    [language, path],
  ] as const) {
    add(sums.views, [code, one]);
    if (visitor) add(sums.visitors, [code, one, visitor]);
  }
  if (source !== '') add(sums.sources, [language, path, source]);
}

async function write(counter: Counter): Promise<void> {
  const taken = counter.held;
  counter.held = new Map();
  try {
    for (const [key, sums] of taken) {
      await addVisits(counter.store, rowsOf(sums));
      taken.delete(key);
    }
    await prepareDays(counter);
    counter.isFailing = false;
  } catch (error) {
    for (const [key, sums] of taken) counter.held.set(key, merged(sums, counter.held.get(key)));
    if (!counter.isFailing)
      counter.log(`Views can't be written now, and are held: ${messageOf(error)}`);
    counter.isFailing = true;
  }
}

/** Not programs, nor readers whose browser asks sites not to track them. */
function isCounted({ headers }: Request): boolean {
  const agent = headers.get('user-agent') ?? '';
  return (
    headers.get('dnt') !== '1' &&
    headers.get('sec-gpc') !== '1' &&
    agent !== '' &&
    !robots.test(agent)
  );
}

/** Whether a person sees the answer: not a script, and not a browser that prepares a page. */
function isDocument(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest');
  return (
    request.method === 'GET' &&
    (destination === null || destination === 'document') &&
    !isAhead(request)
  );
}

/** Whether a site asks its readers before it measures; their answer is in the browser alone. */
function needsConsent({ config: { cookieConsent } }: SiteReader): boolean {
  return cookieConsent?.enabled === true && cookieConsent.categories.analytics !== undefined;
}

/** A page is counted once: by its request, or by its report if the request could not tell. */
function fits({ why }: Report, site: SiteReader): boolean {
  return needsConsent(site) === (why === 'allowed');
}

/** What a visitor is called on one day: without its salt, no one can say who that was. */
function visitorOf(salt: string, parts: readonly string[]): string {
  return createHmac('sha256', salt).update(parts.join('\n')).digest('hex').slice(0, 16);
}

/** Neither control characters, which PostgreSQL rejects, nor what looks like an email address or a secret. */
function keptAddress(address: string): boolean {
  return !/\p{Cc}/u.test(address) && keptQuery(address) !== undefined;
}

/** The page at an address with `basePath`. */
function visitedPage(site: SiteReader, address: string): ReturnType<typeof pageAt> {
  const { basePath } = site.deployment;
  if (address !== basePath && !address.startsWith(`${basePath}/`)) return undefined;
  return pageAt(site, address.slice(basePath.length));
}

/** `/` and the page of the site that led here, the host of another site, or ''. */
function sourceOf(from: string | undefined, { site, address, client }: Visit): string {
  if (from === undefined || from.length > 2000 || !URL.canParse(from)) return '';
  const { protocol, host, hostname, pathname } = new URL(from);
  if (protocol !== 'https:' && protocol !== 'http:') return '';
  if (host !== new URL(client().origin).host) return hostname.replace(/^www\./, '').slice(0, 100);
  const before = decoded(pathname);
  // A page that is loaded again led nowhere.
  if (before === undefined || before === address) return '';
  const page = visitedPage(site, before);
  return page ? `/${page.path}` : '';
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname).normalize('NFC');
  } catch {
    return undefined;
  }
}
