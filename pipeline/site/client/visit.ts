import { findRuntime } from './runtime.ts';

/**
 * Reports a view to the server of the page, which could not count the request: the browser had prepared
 * the page ahead of the click, or the reader has now allowed measuring.
 */
export function reportVisit(why: 'prepared' | 'allowed'): void {
  void findRuntime().then((runtime) => {
    // A page on a static host has no server of its own.
    if (!runtime?.visits || !runtime.api.startsWith('/')) return;
    const base = document.documentElement.dataset.base ?? '';
    const report = { why, address: location.pathname, from: document.referrer };
    navigator.sendBeacon(`${base}/_docent/visit`, JSON.stringify(report));
  });
}
