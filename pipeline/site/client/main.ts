import { attempt } from './attempt.ts';
import { rememberBanner } from './banner.ts';
import { enhance } from './components/index.ts';
import { followHeadings } from './contents.ts';
import { copyPage } from './copy-page.ts';

import { copyHeadingLinks } from './heading-link.ts';
import { openDrawer } from './menu-link.ts';
import { closeMenus } from './menus.ts';
import { switchMode } from './mode.ts';
import { markNearLink } from './near-link.ts';
import { askAboutPage, offerServices } from './reader-services.ts';
import { openSearch } from './search.ts';
import { openShortcuts } from './shortcuts-key.ts';
import { wasPrepared, whenShown } from './shown.ts';
import { rememberSidebar } from './sidebar.ts';
import { rememberTabs } from './tab-memory.ts';

// Each part looks for its own markup and does nothing if it is missing; an error in one leaves the
// others working.
const parts: readonly (() => void)[] = [
  switchMode,
  closeMenus,
  openDrawer,
  openSearch,
  rememberBanner,
  () => whenShown(rememberTabs),
  rememberSidebar,
  copyHeadingLinks,
  openShortcuts,
  markNearLink,
  startArticle,
  () => whenShown(askConsent),
  () => whenShown(offerServices),
  countPrepared,
];
for (const part of parts) attempt(part);

/** The server counts pages when it is asked for them, and can't know whether one that was prepared is shown. */
function countPrepared(): void {
  if (!wasPrepared()) return;
  whenShown(() => void import('./visit.ts').then(({ reportVisit }) => reportVisit('prepared')));
}

/** Services that need no consent start here as well. */
function askConsent(): void {
  if (!document.querySelector('body > script.services, .dc-consent')) return;
  void import('./consent.ts').then(({ askConsent }) => askConsent());
}

// Content that an author's component shows later.
document.addEventListener('docent:content', ({ target }) => {
  if (target instanceof Element) attempt(() => enhance(target));
});

// `docent dev` swaps the article in place; what belongs to it starts again.
document.addEventListener('docent:swap', () => attempt(startArticle));

function startArticle(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return;
  attempt(() => enhance(main));
  attempt(followHeadings);
  attempt(copyPage);
  attempt(completeMenu);
  attempt(askAboutPage);
  attempt(showFound);
}

/** Rows of the page's menu that need what only the browser can find out. */
function completeMenu(): void {
  if (!document.querySelector('[data-own-address], [data-needs-mcp]')) return;
  void import('./menu-rows.ts').then(({ completeRows }) => completeRows());
}

/** The words of a search that led here. */
function showFound(): void {
  try {
    if (!sessionStorage.getItem('docent-found')) return;
  } catch {
    // Storage is forbidden: nothing was kept.
    return;
  }
  void import('./found-words.ts').then(({ markFound }) => markFound());
}
