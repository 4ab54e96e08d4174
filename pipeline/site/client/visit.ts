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
    const server = runtime?.visits && !isPrivate() && placeToReport(why, runtime);
    if (typeof server !== 'string') return;
    const report = { why, address: location.pathname, from: document.referrer };
    const more = runtime?.api.startsWith('/') ? {} : placeThere();
    navigator.sendBeacon(`${server}/_docent/visit`, JSON.stringify({ ...report, ...more }));
  });
}

/** A server elsewhere sees no request: every page is reported once, however it came to be shown. */
function placeToReport(why: Reason, { api, server }: Runtime): string | undefined {
  const fits = api.startsWith('/') ? why !== 'elsewhere' : why !== 'prepared';
  return fits ? server : undefined;
}

/** What a server elsewhere can't know of a page: where the site begins, and whether there is a page. */
function placeThere() {
  const { base = '' } = document.documentElement.dataset;
  return { base, isMissing: document.querySelector('main[data-missing]') !== null };
}

function isPrivate(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
