/**
 * Remembers, while the window is open, the scroll position of the sidebar and its expanded groups.
 */
export function rememberSidebar(): void {
  const sidebar = document.querySelector<HTMLElement>('.sidebar');
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
  addEventListener('pageshow', forget);
  // A page that was prepared ahead may be shown before this one is hidden.
  document.addEventListener('click', keepSidebar, true);
  addEventListener('pagehide', keepSidebar);
}

/** Whether the stored state is that of this page: storing it takes time between a click and the next page. */
let isKept = false;

function forget(): void {
  isKept = false;
}

/** Keeps the state of the sidebar for the next page; also called before that page is prepared. */
export function keepSidebar(): void {
  const sidebar = document.querySelector<HTMLElement>('.sidebar');
  if (!sidebar || isKept) return;
  isKept = true;
  const folds = [...sidebar.querySelectorAll<HTMLDetailsElement>('details.nav-fold')];
  const state = {
    branch: sidebar.dataset.branch,
    top: sidebar.scrollTop,
    open: folds.flatMap((fold, i) => (fold.open && 'kept' in fold.dataset ? [i] : [])),
  };
  try {
    sessionStorage.setItem('docent-sidebar', JSON.stringify(state));
  } catch {
    // Storage is forbidden: the list opens at the current row.
  }
}
