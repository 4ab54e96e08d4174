import { recall, remember } from '../memory.ts';
import { whenBack } from '../shown.ts';
import { first, fresh } from './fresh.ts';

/** Tabs and code groups: one panel at a time, the choice shared by title and remembered. */
export function startTabs(root: ParentNode): void {
  const groups = fresh(root, '[data-tabs]');
  for (const group of groups) setUp(group);
  showRemembered(groups);
  if (groups.length > 0 && first('tabs'))
    whenBack(() => showRemembered(document.querySelectorAll<HTMLElement>('[data-tabs]')));
}

function showRemembered(groups: Iterable<HTMLElement>): void {
  const titles = recallTitles();
  for (const group of groups) {
    if (group.dataset.tabs !== 'sync') continue;
    for (const title of titles) selectTitle(group, title);
  }
}

/** Shows a panel, and the ones of the same title in the groups that follow each other. */
export function showPanel(panel: HTMLElement): void {
  const group = panel.closest<HTMLElement>('[data-tabs]');
  if (!group) return;
  select(group, panelsOf(group).indexOf(panel));
  follow(group, panel.dataset.title ?? '');
}

/** The first panel whose title has that name in an address, such as `npm` or `pip-and-uv`. */
export function panelNamed(name: string): HTMLElement | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, '-');
  return [...document.querySelectorAll<HTMLElement>('[data-tabs] > .dc-tab-panel')].find(
    ({ dataset }) => plain(dataset.title ?? '') === plain(name),
  );
}

function follow(group: HTMLElement, title: string): void {
  if (group.dataset.tabs !== 'sync') return;
  for (const other of document.querySelectorAll<HTMLElement>('[data-tabs="sync"]')) {
    if (other !== group) selectTitle(other, title);
  }
}

function setUp(group: HTMLElement): void {
  const tabs = tabsOf(group);
  const panels = panelsOf(group);
  for (const [index, panel] of panels.entries()) {
    const shown = tabs[index]?.getAttribute('aria-selected') === 'true';
    panel.classList.remove('dc-tab-hidden');
    hide(panel, !shown);
    // A search on the page that finds its words opens the panel.
    panel.addEventListener('beforematch', () => select(group, index));
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(group, index));
  }
  const list = group.querySelector<HTMLElement>(':scope > .dc-tab-list');
  list?.addEventListener('keydown', (event) => move(event, group));
  if ('dropdown' in group.dataset && list) makeMenu(group, list);
}

function makeMenu(group: HTMLElement, list: HTMLElement): void {
  const select_ = document.createElement('select');
  select_.className = 'dc-tab-menu';
  select_.setAttribute('aria-label', list.getAttribute('aria-label') ?? '');
  for (const tab of tabsOf(group)) select_.add(new Option(tab.textContent ?? ''));
  select_.addEventListener('change', () => choose(group, select_.selectedIndex));
  list.before(select_);
  list.hidden = true;
}

function move(event: KeyboardEvent, group: HTMLElement): void {
  const tabs = tabsOf(group);
  const current = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  const forward = getComputedStyle(group).direction === 'rtl' ? -1 : 1;
  const places: Readonly<Record<string, number>> = {
    ArrowRight: current + forward,
    ArrowLeft: current - forward,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  const next = (place + tabs.length) % tabs.length;
  choose(group, next);
  tabs[next]?.focus();
}

/** The reader's choice: groups with the same title follow, and what was clicked stays in its place. */
function choose(group: HTMLElement, index: number): void {
  const before = group.getBoundingClientRect().top;
  select(group, index);
  const title = panelsOf(group)[index]?.dataset.title ?? '';
  follow(group, title);
  if (group.dataset.tabs === 'sync') rememberTitle(title);
  const panel = panelsOf(group)[index];
  if (panel?.id && group.classList.contains('dc-tabs')) {
    history.replaceState(history.state, '', `#${encodeURIComponent(panel.id)}`);
  }
  scrollBy({ top: group.getBoundingClientRect().top - before, behavior: 'instant' });
}

function selectTitle(group: HTMLElement, title: string): void {
  const index = panelsOf(group).findIndex((panel) => panel.dataset.title === title);
  if (index >= 0) select(group, index);
}

function select(group: HTMLElement, index: number): void {
  if (index < 0) return;
  for (const [at, tab] of tabsOf(group).entries()) {
    tab.setAttribute('aria-selected', String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    if (at === index) keepInView(tab);
  }
  for (const [at, panel] of panelsOf(group).entries()) hide(panel, at !== index);
  const menu = group.querySelector<HTMLSelectElement>(':scope > .dc-tab-menu');
  if (menu) menu.selectedIndex = index;
}

function keepInView(tab: HTMLElement): void {
  const list = tab.parentElement;
  if (!list) return;
  const start = tab.offsetLeft - list.offsetLeft;
  if (start < list.scrollLeft || start + tab.offsetWidth > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = start - 24;
  }
}

function hide(panel: HTMLElement, hidden: boolean): void {
  if (hidden) panel.setAttribute('hidden', 'until-found');
  else panel.removeAttribute('hidden');
}

function tabsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(':scope > .dc-tab-list > .dc-tab')];
}

function panelsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(':scope > .dc-tab-panel')];
}

/** The last titles chosen, the newest last: it wins where a group has several of them. */
function recallTitles(): string[] {
  try {
    const titles: unknown = JSON.parse(recall('tabs') || '[]');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : [];
  } catch {
    return [];
  }
}

function rememberTitle(title: string): void {
  const titles = recallTitles().filter((other) => other !== title);
  remember('tabs', JSON.stringify([...titles, title].slice(-10)));
}
