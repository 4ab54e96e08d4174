import { recall, remember } from './memory.ts';

/** Lets a tab open the page the reader saw last in it; a page that is gone is forgotten. */
export function rememberTabs(): void {
  const base = document.documentElement.dataset.base ?? '';
  const key = (tab: string): string => `tab${base}:${tab}`;
  if (document.documentElement.dataset.missing !== undefined) {
    // The 404 page: whatever led here must not lead here again.
    try {
      for (const name of Object.keys(localStorage))
        if (
          name.startsWith(`docent-tab${base}:`) &&
          localStorage.getItem(name) === location.pathname
        )
          localStorage.removeItem(name);
    } catch {
      // Nothing is remembered where storage is forbidden.
    }
    return;
  }
  const own = document.querySelector<HTMLElement>('.dc-sidebar')?.dataset.tab;
  if (own && document.querySelector('.dc-sidebar [aria-current="page"]'))
    remember(key(own), location.pathname);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-tab]')) {
    const tab = link.dataset.tab ?? '';
    const last = tab === own ? '' : recall(key(tab));
    if (last.startsWith(`${base}/`) && !last.startsWith('//')) link.href = last;
  }
}
