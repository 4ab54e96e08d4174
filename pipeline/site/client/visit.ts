import { asksForPrivacy } from './privacy.ts';
import { findRuntime, type Runtime } from './runtime.ts';

/** Why the server could not count the request for a page by itself. */
export type Reason =
  /** The browser had prepared the page ahead of the click. */
  | 'prepared'
  /** The reader allows measuring, as of now or from an earlier page. */
  | 'allowed'
  /** The page came from a static host. */
  | 'elsewhere';

/** Reports a view to the server that counts them; nothing is stored in the browser. */
export function reportVisit(why: Reason): void {
  void findRuntime().then((runtime) => {
    if (!runtime?.visits || asksForPrivacy() || !counts(why, runtime)) return;
    const report = { why, address: location.pathname, from: document.referrer };
    const more = isElsewhere(runtime) ? placeThere() : {};
    navigator.sendBeacon(`${runtime.server}/_docent/visit`, JSON.stringify({ ...report, ...more }));
  });
}

/** A server elsewhere sees no request: every page is reported once, however it came to be shown. */
function counts(why: Reason, runtime: Runtime): boolean {
  return isElsewhere(runtime) ? why !== 'prepared' : why !== 'elsewhere';
}

function isElsewhere({ api }: Runtime): boolean {
  return !api.startsWith('/');
}

/** What a server elsewhere can't know of a page: where the site begins, and whether there is a page. */
function placeThere() {
  const { base = '' } = document.documentElement.dataset;
  return { base, isMissing: document.querySelector('main[data-missing]') !== null };
}
