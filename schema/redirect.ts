import type { ResolvedRedirect } from './site.ts';

/** Where a request goes instead. */
export interface RedirectMatch {
  /** Root-relative with `basePath`, or absolute; without the request's query. */
  readonly destination: string;
  readonly status: 301 | 302;
}

/**
 * First redirect that matches a request path (with `basePath`, without query), followed to the end of its
 * chain; undefined when none does. Never answers the path it was asked for (S3-50).
 */
export function matchRedirect(
  _redirects: readonly ResolvedRedirect[],
  _path: string,
): RedirectMatch | undefined {
  return undefined;
}
