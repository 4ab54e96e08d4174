import { freeId } from './element.ts';
import type { SearchHit, SearchPage } from './search-source.ts';
import type { SuggestedPage } from './search-suggestions.ts';

/** Results as groups of options: a page, and under it the sections that say as much. */
export function hitList(pages: readonly SearchPage[], language: string): HTMLElement[] {
  let number = 0;
  return pages.map((page) => {
    const group = element('div', 'search-group');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', page.title);
    if (page.language !== language) group.lang = page.language;
    const [best, ...others] = page.sections;
    group.append(option(page, best, freeId(`search-option-${number++}`)));
    for (const hit of others) group.append(section(hit, freeId(`search-option-${number++}`)));
    return group;
  });
}

/** Earlier searches as options. */
export function recentList(queries: readonly string[]): HTMLElement[] {
  return queries.map((query, index) => {
    const row = plainOption(`search-recent-${index}`);
    row.dataset.query = query;
    row.dir = 'auto';
    row.textContent = query;
    return row;
  });
}

/** Pages to go to as options under a title. */
export function suggestionList(pages: readonly SuggestedPage[], title: string): HTMLElement[] {
  if (pages.length === 0) return [];
  const group = element('div', 'search-group search-suggestions');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', title);
  const shown = element('p', 'search-recent-title', title);
  // The group has it as its name.
  shown.setAttribute('aria-hidden', 'true');
  const rows = pages.map((page, index) => {
    const row = link(page.url, freeId(`search-suggestion-${index}`));
    row.append(element('span', '', page.title));
    return row;
  });
  group.append(shown, ...rows);
  return [group];
}

/** The last option: the typed words as a question. */
export function askOption(question: string, label: string, sign: Node | undefined): HTMLElement {
  const row = plainOption('search-ask');
  row.classList.add('search-ask');
  row.dataset.ask = question;
  const text = element('span', '', label);
  text.append(' ', element('strong', '', question));
  if (sign) row.append(sign);
  row.append(text);
  return row;
}

function plainOption(id: string): HTMLElement {
  const row = element('div', 'search-option search-query');
  row.setAttribute('role', 'option');
  row.setAttribute('aria-selected', 'false');
  row.id = freeId(id);
  return row;
}

function option(page: SearchPage, best: SearchHit | undefined, id: string): HTMLElement {
  const row = link(best?.url ?? page.url, id);
  const place = [page.product, page.version].filter((name) => name !== '');
  const crumbs = page.breadcrumbs.filter((name) => !place.includes(name));
  const path = [...place, ...crumbs];
  if (path.length > 0) row.append(trail('search-place', path));
  row.append(element('span', 'dc-search-title', page.title));
  if (best) {
    if (best.trail.length > 0) row.append(trail('search-heading', best.trail));
    row.append(excerpt(best));
  }
  return row;
}

function section(hit: SearchHit, id: string): HTMLElement {
  const row = link(hit.url, id);
  row.classList.add('search-section');
  row.append(trail('search-heading', hit.trail), excerpt(hit));
  return row;
}

/** Names from the outermost to the innermost, in the direction of the page whatever each is written in. */
function trail(className: string, names: readonly string[]): HTMLElement {
  const line = element('span', className);
  for (const [index, name] of names.entries()) {
    const part = document.createElement('bdi');
    part.textContent = name;
    line.append(index > 0 ? ' › ' : '', part);
  }
  return line;
}

function link(url: string, id: string): HTMLAnchorElement {
  const row = document.createElement('a');
  row.className = 'search-option';
  row.setAttribute('role', 'option');
  row.setAttribute('aria-selected', 'false');
  row.id = id;
  row.href = url;
  row.tabIndex = -1;
  return row;
}

/** Where one line of a passage begins, so that the first marked word is in it. */
export function startOfLine({ text, marks }: SearchHit['snippet']): number {
  const first = marks[0]?.[0] ?? 0;
  if (first < 60) return 0;
  const word = text.indexOf(' ', first - 40) + 1;
  return word > 0 && word <= first ? word : first;
}

/** The passage with its words marked; everything is text, whatever a page says. */
function excerpt({ snippet }: SearchHit): HTMLElement {
  const line = element('span', 'search-excerpt');
  line.dir = 'auto';
  let at = startOfLine(snippet);
  if (at > 0) line.append('…');
  for (const [from, to] of snippet.marks) {
    if (from < at) continue;
    line.append(snippet.text.slice(at, from), element('mark', '', snippet.text.slice(from, to)));
    at = to;
  }
  line.append(snippet.text.slice(at));
  return line;
}

function element(tag: string, name: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) {
    made.textContent = text;
    made.dir = 'auto';
  }
  return made;
}
