// The notice of `docent dev` above a page with problems. It shares no module with the page's own script,
// which would be cut in two for it.

/** Where dismissed sets of problems are remembered, the newest last; the page's inline script reads it. */
const memory = 'docent-dismissed';
/** Sets that are remembered. */
const most = 50;

/** Lets the notice be dismissed, and leads from a mark in the text to what the notice says of it. */
export function followProblems(): void {
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const notice = target?.closest('.problems-close')?.closest<HTMLElement>('.dc-problems');
    if (notice) dismiss(notice);
    const mark = target?.closest<HTMLElement>('.problem-mark');
    if (mark && !mark.closest('a')) show(mark.dataset.place ?? '');
  });
}

/** Takes away a notice that came with a swapped article, when its problems have been dismissed. */
export function keepDismissed(): void {
  const notice = document.querySelector<HTMLElement>('.dc-problems');
  if (notice && dismissed().includes(notice.dataset.problems ?? '')) notice.hidden = true;
}

function dismiss(notice: HTMLElement): void {
  notice.hidden = true;
  document.querySelector<HTMLElement>('.page-columns')?.focus({ preventScroll: true });
  const key = notice.dataset.problems ?? '';
  const keys = [...dismissed().filter((other) => other !== key), key].slice(-most);
  try {
    localStorage.setItem(memory, keys.join(' '));
  } catch {
    // Storage is forbidden or full: it is dismissed until the next load.
  }
}

function dismissed(): string[] {
  try {
    return (localStorage.getItem(memory) ?? '').split(' ');
  } catch {
    return [];
  }
}

function show(place: string): void {
  const notice = document.querySelector<HTMLElement>('.dc-problems');
  const item = notice?.querySelector<HTMLElement>(`.dc-problem[data-place="${CSS.escape(place)}"]`);
  if (!notice || !item) return;
  notice.hidden = false;
  const fold = item.closest('details');
  if (fold) fold.open = true;
  item.scrollIntoView({ block: 'center' });
  item.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
}
