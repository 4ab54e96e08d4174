import { publicOnly } from '../../schema/network.ts';

/** What one API description may weigh, and how long it may take. */
const limits = { maxBytes: 10 * 1024 * 1024, timeout: 15_000 } as const;

/** Milliseconds that all descriptions of a build may take together, and how many are read at once. */
const together = { timeout: 20_000, atOnce: 8 } as const;

/** How long a text, or a failure, counts as fresh in milliseconds: `docent dev` builds on every change of a page. */
const freshness = { text: 60_000, failure: 20_000 } as const;

/** Reads one text within some milliseconds. */
type FetchOne = (url: string, timeout: number) => Promise<string>;

/** Descriptions that earlier builds of this process have read. */
export type KnownDescriptions = Map<
  string,
  { readonly text: Promise<string>; readonly until: number }
>;

const knownBefore: KnownDescriptions = new Map();

/**
 * Reads API descriptions of other hosts, for one build: some at once, all within a bound of time, and a
 * host that did not answer is not asked again. Addresses of private networks are refused.
 */
export function descriptionFetcher(
  options: {
    readonly fetchOne?: FetchOne;
    readonly now?: () => number;
    readonly known?: KnownDescriptions;
  } = {},
): (url: string) => Promise<string> {
  const { fetchOne = fetchPublic, now = Date.now, known = knownBefore } = options;
  const silent = new Map<string, unknown>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let end: number | undefined;

  const fetchInTurn = async (url: string): Promise<string> => {
    while (running >= together.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      const { host } = new URL(url);
      if (silent.has(host)) throw silent.get(host);
      end ??= now() + together.timeout;
      const left = end - now();
      if (left <= 0) throw new Error('fetching API descriptions took too long in total');
      return await fetchOne(url, Math.min(limits.timeout, left)).catch((error: unknown) => {
        if (!answered(error)) silent.set(host, error);
        throw error;
      });
    } finally {
      running--;
      waiting.shift()?.();
    }
  };

  return (url) => {
    const kept = known.get(url);
    if (kept && now() < kept.until) return kept.text;
    const text = fetchInTurn(url);
    known.set(url, { text, until: now() + freshness.text });
    text.catch(() => known.set(url, { text, until: now() + freshness.failure }));
    return text;
  };
}

/** Whether it was the host that said no: it may have other files. */
function answered(error: unknown): boolean {
  return error instanceof Error && / (answered|is larger than|redirects) /.test(error.message);
}

const fetchPublic: FetchOne = async (url, timeout) => {
  // Loaded only by sites that have such an address.
  const { fetchText } = await import('../net/fetch.ts');
  return fetchText(url, { policy: publicOnly, maxBytes: limits.maxBytes, timeout });
};
