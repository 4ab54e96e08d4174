import { recall, remember } from '../memory.ts';
import { word } from '../page-words.ts';
import { whenBack } from '../shown.ts';
import { fresh } from './fresh.ts';

/** Views of a page: one at a time, chosen in a menu above the first, remembered by title. */
export function startViews(root: ParentNode): void {
  const [head] = fresh(root, '[data-view]');
  if (!head) return;
  const titles = [...new Set(viewsIn(document).map((view) => view.dataset.view ?? ''))];
  if (titles.length < 2) return;
  const label = document.createElement('label');
  label.className = 'view-menu';
  const menu = document.createElement('select');
  menu.setAttribute('aria-label', word('view', 'View'));
  for (const title of titles) menu.add(new Option(title, title));
  menu.addEventListener('change', () => {
    showView(menu.value);
    remember('view', menu.value);
  });
  label.append(menu);
  head.before(label);
  const showLast = (): void => {
    const last = recall('view');
    showView(titles.includes(last) ? last : (titles[0] ?? ''));
  };
  showLast();
  whenBack(showLast);
}

/** Shows the views of one title, hides the others, and their lines of the contents list. */
export function showView(title: string): void {
  for (const view of viewsIn(document)) view.hidden = view.dataset.view !== title;
  const menu = document.querySelector<HTMLSelectElement>('.view-menu select');
  if (menu) menu.value = title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const row = link.closest('li');
    const target = row ? document.getElementById(decodeURIComponent(link.hash.slice(1))) : null;
    const view = target?.closest<HTMLElement>('[data-view]');
    if (row && view && !view.contains(row)) row.hidden = view.hidden;
  }
}

function viewsIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-view]')];
}
