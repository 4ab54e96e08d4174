import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { base } from './served.ts';

/** Where the dashboard is, read from the address. */
export interface Place {
  /** The parts of the path after `/dashboard/`, or after that of the studio. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Links that change the page without loading it: those to a place of the dashboard. */
export const scope = new RegExp(`^${base}(?:[/?#]|$)`);

/** The place of an address. */
export function placeOf(address: string): Place {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const parts = pathname.slice(base.length).split('/').filter(Boolean).map(decoded);
  return { parts, query: searchParams };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a place: `to(['p', 'acme', 'webhooks'])`. */
export function to(parts: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `${[base, ...parts.map(encodeURIComponent)].join('/')}${text && `?${text}`}`;
}

let route: (address: string, replace?: boolean) => void = () => {};

/** Lets the functions below lead on: for the root of the page. */
export function useRouting(): void {
  ({ route } = useLocation());
}

/** Opens an address of the dashboard. */
export function go(address: string, { replace = false } = {}): void {
  route(address, replace);
}

/** Changes parameters of the address; those without a value are removed. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  options?: { readonly replace?: boolean },
): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  go(`${pathname}${text && `?${text}`}`, options);
}

/** The place now, and again whenever it changes. */
export function usePlace(): Place {
  const { url } = useLocation();
  return useMemo(() => placeOf(url), [url]);
}
