/**
 * Remembers, while the window is open, the scroll position of the sidebar and its expanded groups.
 */
export function rememberSidebar(): void {
  const sidebar = document.querySelector<HTMLElement>('.dc-sidebar');
  if (!sidebar) return;
  // What the reader opened stays open; what a page opens for itself closes behind it.
  sidebar.addEventListener('click', (event) => {
    const fold = (event.target as Element).closest('summary')?.parentElement;
    if (!fold?.matches('.nav-fold')) return;
    fold.dataset.kept = '';
    // It opens now, but the browser may tell so only after the next click.
    forget();
  });
  sidebar.addEventListener('scroll', forget);
  sidebar.addEventListener('toggle', forget, true);
  // What is stored then is the state of a page that was open meanwhile.
  addEventListener('pageshow', () => {
    clicked = undefined;
    forget();
  });
  // A page that was prepared ahead may be shown before this one is hidden.
  const click = ({ target }: Event): void => {
    clicked = target as Element;
    keepSidebar(clicked);
  };
  document.addEventListener('click', click, true);
  addEventListener('pagehide', () => keepSidebar(clicked));
}

/** Where the stored state leads, while that is the state of this page: storing takes time before the next page. */
let stored: string | undefined;

/** Where the reader clicked last. */
let clicked: Element | undefined;

function forget(): void {
  stored = undefined;
}

/**
 * Keeps the state of the sidebar for the next page, and the branch of the navigation that it is opened in: what the link
 * at an element says, else this page's own. Also called before that page is prepared.
 */
export function keepSidebar(at?: Element): void {
  const sidebar = document.querySelector<HTMLElement>('.dc-sidebar');
  if (!sidebar) return;
  const { dataset } = at?.closest<HTMLElement>('[data-branch],[data-tab]') ?? sidebar;
  const to = dataset.branch ?? dataset.tab;
  if (stored === to) return;
  stored = to;
  const folds = [...sidebar.querySelectorAll<HTMLDetailsElement>('.nav-fold')];
  const state = {
    branch: sidebar.dataset.branch,
    to,
    top: sidebar.scrollTop,
    open: folds.flatMap((fold, i) => (fold.open && 'kept' in fold.dataset ? [i] : [])),
  };
  try {
    sessionStorage.setItem('docent-sidebar', JSON.stringify(state));
  } catch {
    // Storage is forbidden: the list opens at the current row.
  }
}
