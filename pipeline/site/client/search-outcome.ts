import { asksForPrivacy } from './privacy.ts';

/** Milliseconds for which an answer was read, and not only passed while typing. */
const read = 1000;

/** Searches that are reported of one opening of the dialog: the latest. */
const most = 10;

interface Shown {
  readonly q: string;
  readonly results: number;
  readonly at: number;
}

/** The searches of one opening of the dialog, until the server has them. */
export interface Outcomes {
  /** The answer to a query is shown. */
  readonly show: (query: string, results: number) => void;
  /** Reports the searches: the last one ended with the result that was opened, or all of them without. */
  readonly end: (address: string | undefined, opened?: string) => void;
}

/** Notes which searches a reader gave up, and which one had a result that was opened. */
export function noteOutcomes(language: string): Outcomes {
  let before: Shown[] = [];
  /** What is shown, and the longest query that it came from by taking letters away. */
  let shown: Shown | undefined;
  let longest: Shown | undefined;
  const giveUp = () => {
    if (longest && performance.now() - longest.at >= read) before.push(longest);
  };
  return {
    show: (q, results) => {
      shown = { q, results, at: performance.now() };
      if (longest?.q.startsWith(q)) return;
      if (longest && !q.startsWith(longest.q)) giveUp();
      longest = shown;
    },
    end: (address, opened) => {
      const isClicked = opened !== undefined;
      if (!isClicked || longest !== shown) giveUp();
      if (isClicked && shown) before.push(shown);
      const searches = before.slice(-most).map(({ q, results }) => ({ q, results }));
      before = [];
      shown = undefined;
      longest = undefined;
      if (searches.length === 0 || address === undefined || asksForPrivacy()) return;
      const pages = { opened: isClicked ? pathOf(opened) : undefined, after: landed() };
      land(pages.opened);
      const body = JSON.stringify({ language, searches, clicked: isClicked, ...pages });
      navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }));
    },
  };
}

const landing = 'docent-landed';

/** Keeps the page that a search led to, for the next search that begins there. */
function land(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(landing);
    else sessionStorage.setItem(landing, path);
  } catch {
    // Without storage no search follows another.
  }
}

/** The open page, if a search led there. */
function landed(): string | undefined {
  try {
    const path = sessionStorage.getItem(landing);
    return path !== null && path === pathOf(location.href) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Path of an address below the site's base path. */
function pathOf(address: string): string {
  const { base = '' } = document.documentElement.dataset;
  return decodeURIComponent(new URL(address, location.href).pathname.slice(base.length)) || '/';
}
