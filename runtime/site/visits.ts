import { createHmac } from 'node:crypto';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { messageOf } from '../../schema/errors.ts';
import { dayLength } from '../store/assistant-days.ts';
import type { Store } from '../store/open.ts';
import { addVisits, type CountedDay, forgetVisitors, saltOf } from '../store/visits.ts';
import { isAhead } from './access.ts';
import type { Client } from './client.ts';
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

/** Keys that are held until the next write, so that made-up addresses don't fill the memory. */
const mostHeld = 20_000;
/** Milliseconds after midnight in which other processes may still write what they counted before. */
const grace = 600_000;

/** Opens the counter. Nothing is written while a page is served: sums are written every few seconds. */
export async function openVisits(tools: VisitTools): Promise<Visits> {
  const { store, now, log, random, interval = 5000 } = tools;
  const salts = new Map<number, string>();
  let held = new Map<string, Held>();
  let forgotten = 0;

  const today = () => Math.floor(now() / dayLength);
  const ready = async () => {
    // That of tomorrow as well, so that no visitor of its first seconds is missed.
    for (const day of [today(), today() + 1]) {
      if (!salts.has(day)) salts.set(day, await saltOf(store.db, day, random()));
    }
    const first = Math.floor((now() - grace) / dayLength);
    if (forgotten === first) return;
    await forgetVisitors(store.db, first);
    for (const day of salts.keys()) if (day < first) salts.delete(day);
    forgotten = first;
  };
  const heldOf = (project: string): Held => {
    const day = today();
    const key = `${day} ${project}`;
    const known = held.get(key) ?? emptyDay(project, day);
    held.set(key, known);
    return known;
  };
  const count = (visit: Visit, from: string | undefined) => {
    const { site, project, address, isMissing, client, request } = visit;
    const sums = heldOf(project);
    const source = sourceOf(from, visit);
    if (isMissing) {
      if (keptAddress(address)) add(sums.missing, [address, source]);
      return;
    }
    const page = visitedPage(site, address);
    if (!page) return;
    const salt = salts.get(sums.day);
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
  };

  let writing = Promise.resolve();
  let isFailing = false;
  const write = async () => {
    const taken = held;
    held = new Map();
    try {
      for (const [key, sums] of taken) {
        await addVisits(store, rowsOf(sums));
        taken.delete(key);
      }
      await ready();
      isFailing = false;
    } catch (error) {
      for (const [key, sums] of taken) held.set(key, merged(sums, held.get(key)));
      if (!isFailing) log(`Views can't be written now, and are held: ${messageOf(error)}`);
      isFailing = true;
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  await ready();
  const timer = setInterval(() => void flush(), interval).unref();
  return {
    note: (visit) => {
      const { request, site, isMissing } = visit;
      if (!isCounted(request) || !isDocument(request)) return;
      if (!isMissing && needsConsent(site)) return;
      count(visit, request.headers.get('referer') ?? undefined);
    },
    report: async ({ origins, ...asked }) => {
      const { request, site, client } = asked;
      const report = await reportedVisit(request, site, { client: client(), origins });
      if (report && isCounted(request) && fits(report, site)) {
        const { address, from, isMissing } = report;
        count({ ...asked, address, isMissing: isMissing && !visitedPage(site, address) }, from);
      }
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Counts by key, whose parts are joined by line breaks: none of them has any. */
type Counts = Map<string, number>;

interface Held {
  readonly project: string;
  readonly day: number;
  readonly views: Counts;
  readonly visitors: Counts;
  readonly sources: Counts;
  readonly missing: Counts;
}

const kinds = ['views', 'visitors', 'sources', 'missing'] as const;

function emptyDay(project: string, day: number): Held {
  const none = { views: new Map(), visitors: new Map(), sources: new Map(), missing: new Map() };
  return { project, day, ...none };
}

function add(counts: Counts, parts: readonly string[], times = 1): void {
  const key = parts.join('\n');
  const before = counts.get(key);
  if (before === undefined && counts.size >= mostHeld) return;
  counts.set(key, (before ?? 0) + times);
}

function merged(older: Held, newer: Held | undefined): Held {
  for (const kind of kinds) {
    for (const [key, times] of newer?.[kind] ?? []) add(older[kind], [key], times);
  }
  return older;
}

function rowsOf({ project, day, ...held }: Held): CountedDay {
  const rows = <Row>(counts: Counts, row: (parts: readonly string[], times: number) => Row) =>
    [...counts].map(([key, times]) => row(key.split('\n'), times));
  const of = ([language = '', page = '']: readonly string[]) => ({ language, page });
  return {
    ...{ projectId: project, day },
    views: rows(held.views, (parts, times) => ({ ...of(parts), times })),
    visitors: rows(held.visitors, (parts) => ({ ...of(parts), visitor: parts[2] ?? '' })),
    sources: rows(held.sources, (parts, times) => ({
      ...{ ...of(parts), source: parts[2] ?? '', times },
    })),
    missing: rows(held.missing, ([address = '', source = ''], times) => ({
      ...{ address, source, times },
    })),
  };
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
