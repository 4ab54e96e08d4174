import type { Config } from '../../schema/config/config.ts';
import { languageEntries } from '../../schema/config/language-entries.ts';
import type { Navbar } from '../../schema/config/navbar.ts';
import type { LanguageBars } from '../../schema/config/navigation.ts';
import { githubLink, githubName } from '../../schema/github.ts';
import { publicOnly } from '../../schema/network.ts';
import type { SourceFile } from '../../schema/site.ts';
import type { Cache } from '../cache/cache.ts';
import type { FetchOptions } from '../net/fetch.ts';

/** Fetches a text; `fetchText` of `fetch.ts`, or a stand-in in tests. */
export type FetchText = (url: string, options: FetchOptions) => Promise<string>;

/** The stars of a repository when they were asked for; none if the host does not know it. */
interface Counted {
  readonly at: number;
  readonly stars?: number;
}

/** A count younger than this is shown unchanged; an older one if the host can't be reached. */
const freshness = 24 * 60 * 60 * 1000;
/** Repositories of a site that are asked for; the host answers few questions an hour. */
const most = 10;
const request: FetchOptions = {
  policy: publicOnly,
  maxBytes: 256 * 1024,
  timeout: 5000,
  headers: { 'user-agent': 'docent', accept: 'application/vnd.github+json' },
};

/**
 * The stars of the repositories that a site links to with its bar or a component, by
 * `owner/name`. Readers never ask for them. Repositories whose host can't be reached are left out.
 */
export async function fetchStars(
  config: Config,
  texts: Iterable<SourceFile>,
  options: {
    readonly cache: Cache;
    readonly now?: number;
    readonly fetchText?: FetchText;
    /** Whether the address of a repository may be read; others have no stars. */
    readonly mayRead?: (address: string) => boolean;
  },
): Promise<Readonly<Record<string, number>>> {
  const { cache, now = Date.now(), mayRead = () => true } = options;
  const counts: Record<string, number> = {};
  const names = [...repositoriesOf(config, texts)];
  const counted = await Promise.all(
    names
      .filter((name) => mayRead(`https://github.com/${name}`))
      .map(async (name) => {
        const kept = cache.get<Counted>('stars', name);
        return { name, counted: await countOf(name, kept, { ...options, now }) };
      }),
  );
  for (const { name, counted: found } of counted) {
    if (found?.stars !== undefined) counts[name] = rounded(found.stars);
  }
  return counts;
}

/** Repository → when its host could not be reached: `docent dev` builds on every change of a page. */
const failed = new Map<string, number>();
const patience = 10 * 60_000;

async function countOf(
  name: string,
  kept: Counted | undefined,
  options: { readonly cache: Cache; readonly now: number; readonly fetchText?: FetchText },
): Promise<Counted | undefined> {
  const { cache, now } = options;
  if (kept && now - kept.at < freshness) return kept;
  const waited = now - (failed.get(name) ?? Number.NEGATIVE_INFINITY);
  // A clock that was set back says nothing.
  if (waited >= 0 && waited < patience) return kept;
  try {
    const fetchText = options.fetchText ?? (await import('../net/fetch.ts')).fetchText;
    const answer: unknown = JSON.parse(
      await fetchText(`https://api.github.com/repos/${name}`, request),
    );
    const stars = (answer as { readonly stargazers_count?: unknown } | null)?.stargazers_count;
    const isCount = typeof stars === 'number' && Number.isInteger(stars) && stars >= 0;
    const counted: Counted = isCount ? { at: now, stars } : { at: now };
    cache.set('stars', name, counted);
    return counted;
  } catch {
    failed.set(name, now);
    return kept;
  }
}

function repositoriesOf(
  { navbar, navigation }: Config,
  texts: Iterable<SourceFile>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (written: string) => {
    const name = githubName(written);
    if (name !== undefined && names.size < most) names.add(name);
  };
  for (const { primary, links } of [navbar, ...languageBars(navigation)]) {
    if (primary?.type === 'github') add(primary.href);
    for (const { href } of links) add(githubLink(href) ?? '');
  }
  for (const { text } of texts) {
    if (!text.includes('GitHub.Repo')) continue;
    for (const [, repo = ''] of text.matchAll(
      /<GitHub\.Repo\b[^<>]{0,500}?\brepo=["']([^"']+)["']/g,
    )) {
      add(repo);
    }
  }
  return names;
}

/** As many digits as are shown, so that pages only change when what they show does. */
function rounded(stars: number): number {
  return stars < 1000 ? stars : Number(stars.toPrecision(stars < 100_000 ? 2 : 3));
}

function languageBars(navigation: Config['navigation']): readonly Navbar[] {
  const bars: readonly LanguageBars[] = languageEntries(navigation).map(({ entry }) => entry);
  return bars.flatMap(({ navbar }) => navbar ?? []);
}
