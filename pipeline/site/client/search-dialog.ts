import { addStyles } from './add-styles.ts';
import { element } from './element.ts';
import { keepFound, markFound } from './found-words.ts';
import { forgetSearches, noteSearch, recentSearches } from './recent-searches.ts';
import { styles } from './search-dialog.css';
import { buildSearch, type SearchElements } from './search-elements.ts';
import { addFilters, type Chosen } from './search-filters.ts';
import { askOption, hitList, recentList, suggestionList } from './search-list.ts';
import { noteOutcomes, type Outcomes } from './search-outcome.ts';
import {
  openSource,
  type SearchAnswer,
  type SearchQuestion,
  type SearchSource,
} from './search-source.ts';
import { hiddenPages, suggestedPages } from './search-suggestions.ts';
import type { KeyWords, SearchWords } from './words.ts';

/** Milliseconds after the last key before the question is asked: files are fetched for whole words. */
const settle = { server: 40, files: 150 } as const;

/** The dialog while the page is open. */
interface Search extends SearchElements {
  readonly words: SearchWords;
  /** Language of the page. */
  readonly lang: string;
  readonly base: string;
  /** What the empty dialog says: the button's own prompt, unless the field shows it. */
  readonly prompt: string;
  readonly chosen: Chosen;
  source: Promise<SearchSource> | undefined;
  kind: SearchSource['kind'];
  /** Where searches are counted, once that is known. */
  countedAt: string | undefined;
  readonly outcomes: Outcomes;
  running: AbortController | undefined;
  timer: number;
  /** Number of the option that Enter follows; -1 for none. */
  active: number;
  /** Enter was faster than the answer: its first result is opened when it comes. */
  opensFirst: boolean;
}

/** Milliseconds after which `docent dev` says that the index is still being built. */
const patience = 500;

/** The search dialog; it stays in the page, closed, once it was opened. */
export function createDialog(
  button: HTMLButtonElement,
  { search: words, keys }: { readonly search: SearchWords; readonly keys: KeyWords },
): { readonly toggle: (typed?: string) => void } {
  const { lang, dataset } = document.documentElement;
  const elements = buildSearch(button, words, keys);
  const prompt = button.querySelector('.search-prompt')?.textContent?.trim() ?? '';
  const search: Search = {
    ...elements,
    words,
    lang,
    base: dataset.base ?? '',
    prompt: prompt === elements.input.placeholder ? '' : prompt,
    chosen: {
      language: lang,
      version: button.dataset.version ?? '',
      product: button.dataset.product ?? '',
    },
    source: undefined,
    kind: 'files',
    countedAt: undefined,
    outcomes: noteOutcomes(lang),
    running: undefined,
    timer: 0,
    active: -1,
    opensFirst: false,
  };
  addStyles(styles);
  followKeys(search);
  followList(search);
  followButtons(search);
  followEnd(search);
  return { toggle: (typed = '') => toggle(search, typed) };
}

function toggle(search: Search, typed: string): void {
  const { dialog, input, filters } = search;
  if (dialog.open) {
    dialog.close();
    return;
  }
  // Another dialog in front (a drawer, an image) is closed; one next to the page stays.
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) other.close();
  dialog.showModal();
  if (typed !== '') input.value = typed;
  input.focus();
  if (typed === '') input.select();
  if (filters.childElementCount === 0) void showFilters(search);
  if (typed !== '') askSoon(search);
  else if (input.value.trim() === '') showRecent(search);
}

function followKeys(search: Search): void {
  const { dialog, input } = search;
  input.addEventListener('input', () => askSoon(search));
  dialog.addEventListener('keydown', (event) => {
    if (event.isComposing || event.target !== input) return;
    if (event.key === 'ArrowDown') activate(search, search.active + 1);
    else if (event.key === 'ArrowUp') activate(search, search.active < 0 ? -1 : search.active - 1);
    else if (event.key === 'Enter') {
      if (dialog.dataset.state === 'busy') search.opensFirst = true;
      else follow(search, optionsOf(search)[search.active], event.metaKey || event.ctrlKey);
    } else return;
    event.preventDefault();
  });
}

function followList(search: Search): void {
  const { list, input } = search;
  const optionAt = ({ target }: Event) =>
    (target as Element).closest<HTMLElement>('[role="option"]') ?? undefined;
  list.addEventListener('click', (event) => {
    const option = optionAt(event);
    if (!option) return;
    const isQuery = option.dataset.query !== undefined;
    const isLink = option instanceof HTMLAnchorElement;
    if (isLink && (event.metaKey || event.ctrlKey || event.shiftKey)) {
      noteSearch(input.value.trim());
      search.outcomes.end(search.countedAt, option.href);
      return;
    }
    event.preventDefault();
    follow(search, option);
    if (isQuery) input.focus();
  });
  list.addEventListener('pointermove', (event) => {
    const option = optionAt(event);
    const index = option ? optionsOf(search).indexOf(option) : -1;
    if (index >= 0 && index !== search.active) activate(search, index);
  });
}

function followButtons(search: Search): void {
  const { dialog, close, input, retry, forget, shortcuts } = search;
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  close.addEventListener('click', () => dialog.close());
  shortcuts.addEventListener('click', () => {
    void import('./shortcuts.ts').then(({ showShortcuts }) => showShortcuts());
  });
  retry.addEventListener('click', () => {
    input.focus();
    void ask(search);
  });
  forget.addEventListener('click', () => {
    forgetSearches();
    input.focus();
    showRecent(search);
  });
}

/** A search is over when the dialog is closed, or the page left. */
function followEnd(search: Search): void {
  const end = () => search.outcomes.end(search.countedAt);
  search.dialog.addEventListener('close', end);
  addEventListener('pagehide', end);
}

/** Asks when the reader has stopped typing. */
function askSoon(search: Search): void {
  search.opensFirst = false;
  clearTimeout(search.timer);
  search.dialog.dataset.state = 'busy';
  search.timer = window.setTimeout(() => void ask(search), settle[search.kind]);
}

async function ask(search: Search): Promise<void> {
  const { input, dialog, chosen } = search;
  search.running?.abort();
  const query = input.value.trim();
  if (query === '') return showRecent(search);
  const mine = new AbortController();
  search.running = mine;
  dialog.dataset.state = 'busy';
  const slow = setTimeout(() => {
    if (isPreview() && !mine.signal.aborted) search.status.textContent = search.words.making;
  }, patience);
  try {
    const source = await sourceOf(search);
    const question = { query, limit: 8, ...chosen };
    const answer = await source.ask(question, mine.signal);
    if (mine.signal.aborted) return;
    showAnswer(search, answer, query);
    // The answer is complete without it.
    showHidden(search, source, question, mine.signal).catch(() => {});
  } catch (fault) {
    if (mine.signal.aborted) return;
    console.error(fault);
    showFailure(search, query);
  } finally {
    clearTimeout(slow);
  }
}

/** `docent dev` answers before all pages are rendered; the index comes last. */
function isPreview(): boolean {
  return document.querySelector('head > script[src*="/_docent/live-"]') !== null;
}

/** Below the answer: where there is more that a filter hides. */
async function showHidden(
  search: Search,
  source: SearchSource,
  question: SearchQuestion,
  signal: AbortSignal,
): Promise<void> {
  const { more, words, chosen, input } = search;
  const hidden = await hiddenPages(source, question, signal);
  if (signal.aborted) return;
  const buttons = hidden.map(({ name, value, count }) => {
    const label = words.more.replace('{n}', String(count)).replace('{name}', () => value);
    const button = element('button', { type: 'button', class: 'search-elsewhere' }, label);
    button.addEventListener('click', () => {
      chosen[name] = value;
      // A version belongs to its product.
      if (name === 'product') chosen.version = '';
      void showFilters(search);
      input.focus();
      void ask(search);
    });
    return button;
  });
  more.replaceChildren(...buttons);
}

/** Opened once; opened again after a failure. */
function sourceOf(search: Search): Promise<SearchSource> {
  const source = search.source ?? openSource(search.base);
  search.source = source;
  source.catch(() => {
    search.source = undefined;
  });
  return source;
}

async function showFilters(search: Search): Promise<void> {
  const { filters, words, chosen, lang } = search;
  try {
    const source = await sourceOf(search);
    search.kind = source.kind;
    search.countedAt = source.outcomes;
    addFilters(filters, source, { words, chosen, lang, onChange: () => void ask(search) });
  } catch {
    // The first question says that it can't be reached.
  }
}

function showRecent(search: Search): void {
  const { recentTitle, forget, words } = search;
  const recent = recentSearches();
  const suggested = suggestionList(suggestedPages(), words.suggested);
  say(search, recent.length > 0 ? '' : search.prompt);
  recentTitle.hidden = recent.length === 0;
  forget.hidden = recent.length === 0;
  show(search, [...recentList(recent), ...suggested], words.recent);
}

function showAnswer(search: Search, { results, total }: SearchAnswer, query: string): void {
  const { words, lang } = search;
  search.outcomes.show(query, total);
  hideRecent(search);
  show(search, [...hitList(results, lang), ...askList(words, query)], words.results);
  if (results.length === 0) {
    say(search, `${words.none.replace('{q}', () => query)}. ${words.hint}`, 'none');
    activate(search, 0);
    return;
  }
  say(search, words.found.replace('{n}', String(total)));
  activate(search, 0);
  if (search.opensFirst) follow(search, optionsOf(search)[0]);
}

/** The assistant, where there is one, takes the words as its question. */
function askList(words: SearchWords, question: string): HTMLElement[] {
  const button = document.querySelector<HTMLElement>('.assistant-button');
  if (!button) return [];
  const label = words.ask.replace('{name}', () => button.dataset.name ?? '');
  return [askOption(question, label, button.querySelector('svg')?.cloneNode(true))];
}

function showFailure(search: Search, query: string): void {
  const { words } = search;
  hideRecent(search);
  show(search, askList(words, query), words.results);
  say(search, words.failed, 'failed');
}

function hideRecent({ recentTitle, forget }: Search): void {
  recentTitle.hidden = true;
  forget.hidden = true;
}

function show(search: Search, rows: readonly HTMLElement[], label: string): void {
  const { list, input, body, more } = search;
  more.replaceChildren();
  list.replaceChildren(...rows);
  list.hidden = rows.length === 0;
  list.setAttribute('aria-label', label);
  input.setAttribute('aria-expanded', String(rows.length > 0));
  input.removeAttribute('aria-activedescendant');
  search.active = -1;
  body.scrollTop = 0;
}

function say(
  { status, dialog, retry }: Search,
  text: string,
  state: 'fine' | 'none' | 'failed' = 'fine',
): void {
  status.textContent = text;
  dialog.dataset.state = state;
  retry.hidden = state !== 'failed';
}

function optionsOf({ list }: Search): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="option"]')];
}

/** Marks the option that Enter follows; before the first comes the last. */
function activate(search: Search, index: number): void {
  const { input } = search;
  const options = optionsOf(search);
  options[search.active]?.setAttribute('aria-selected', 'false');
  search.active = options.length === 0 ? -1 : (index + options.length) % options.length;
  const option = options[search.active];
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) input.setAttribute('aria-activedescendant', option.id);
  else input.removeAttribute('aria-activedescendant');
}

/** Goes to a result, or searches again for what was searched before. */
function follow(search: Search, option: HTMLElement | undefined, aside = false): void {
  if (!option) return;
  const { dialog, input } = search;
  search.opensFirst = false;
  if (option.dataset.query !== undefined) {
    input.value = option.dataset.query;
    void ask(search);
    return;
  }
  const query = input.value.trim();
  noteSearch(query);
  const { ask: question } = option.dataset;
  if (question !== undefined) {
    dialog.close();
    document.dispatchEvent(new CustomEvent('docent:ask', { detail: question }));
    return;
  }
  const link = option as HTMLAnchorElement;
  // Suggestions of the empty dialog are no results.
  search.outcomes.end(search.countedAt, query === '' ? undefined : link.href);
  if (aside) window.open(link.href, '_blank', 'noopener');
  else {
    dialog.close();
    const marks = link.closest('.search-group')?.querySelectorAll('mark') ?? [];
    keepFound(link.href, query === '' ? [] : [...marks].map(({ textContent }) => textContent));
    location.assign(link.href);
    // A section of the open page loads no page.
    markFound();
  }
}
