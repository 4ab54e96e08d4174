import { useEffect, useState } from 'preact/hooks';
import { base } from './served.ts';

/** Where the dashboard is, read from the address. */
export interface Place {
  /** The parts of the path after `/dashboard/`, or after that of the studio. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

const watchers = new Set<() => void>();

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

/** Opens an address of the dashboard. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  for (const watcher of [...watchers]) watcher();
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
  const [, redraw] = useState(0);
  useEffect(() => {
    const watcher = () => redraw((count) => count + 1);
    watchers.add(watcher);
    window.addEventListener('popstate', watcher);
    return () => {
      watchers.delete(watcher);
      window.removeEventListener('popstate', watcher);
    };
  }, []);
  return placeOf(window.location.href);
}

/** Links of the dashboard change the page without loading it; a click that opens a tab still does. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download')) return;
    const { origin, pathname, search } = new URL(link.href, window.location.href);
    if (origin !== window.location.origin) return;
    if (pathname !== base && !pathname.startsWith(`${base}/`)) return;
    event.preventDefault();
    go(pathname + search);
  });
}
