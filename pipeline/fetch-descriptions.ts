import { publicOnly } from '../schema/network.ts';

/** What one API description may weigh, and how long it may take (S3-37). */
const limits = { maxBytes: 10 * 1024 * 1024, timeout: 15_000 } as const;

/** How long a text counts as fresh, in milliseconds: `docent dev` builds on every change of a page. */
const freshness = 60_000;

const known = new Map<string, { readonly text: Promise<string>; readonly at: number }>();

/** Reads an API description from its address; addresses of private networks are refused. */
export function fetchDescription(url: string, now = Date.now()): Promise<string> {
  const kept = known.get(url);
  if (kept && now - kept.at < freshness) return kept.text;
  // Loaded only by sites that have such an address.
  const text = import('./fetch.ts').then(({ fetchText }) =>
    fetchText(url, { policy: publicOnly, ...limits }),
  );
  known.set(url, { text, at: now });
  // A failure is tried again by the next build.
  text.catch(() => known.delete(url));
  return text;
}
