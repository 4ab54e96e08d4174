import { element, freeId, glyph, shapes } from './element.ts';
import type { KeyWords, SearchWords } from './words.ts';

/** The elements of the search dialog. */
export interface SearchElements {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly close: HTMLButtonElement;
  readonly filters: HTMLElement;
  readonly body: HTMLElement;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
  readonly retry: HTMLButtonElement;
  readonly forget: HTMLButtonElement;
  readonly recentTitle: HTMLElement;
  /** Buttons that search where a filter does not. */
  readonly more: HTMLElement;
  /** Opens the list of shortcuts. */
  readonly shortcuts: HTMLButtonElement;
}

/** Adds the dialog of a search button to the page. */
export function buildSearch(
  button: HTMLButtonElement,
  words: SearchWords,
  keys: KeyWords,
): SearchElements {
  const title = button.dataset.label ?? 'Search';
  const listId = freeId('search-list');
  const input = inputOf(button, title, listId);
  const close = element(
    'button',
    { class: 'search-close', type: 'button', 'aria-label': `Esc ${words.close}` },
    element('span', { class: 'search-esc' }, 'Esc'),
    glyph(shapes.close, 20),
  );
  const sign = button.querySelector('svg')?.cloneNode(true);
  const bar = element('div', { class: 'dc-search-bar' }, sign, input, close);
  const filters = element('div', { class: 'search-filters' });
  const { body, ...answer } = answerOf(words, listId);
  const shortcuts = element('button', { class: 'search-shortcuts', type: 'button' }, keys.title);
  const dialog = element(
    'dialog',
    { class: 'search-dialog', 'aria-label': title },
    bar,
    filters,
    body,
    element('div', { class: 'search-foot' }, keysOf(words), shortcuts),
  );
  document.body.append(dialog);
  return { dialog, input, close, filters, body, shortcuts, ...answer };
}

function inputOf(button: HTMLButtonElement, title: string, listId: string): HTMLInputElement {
  return element('input', {
    class: 'dc-search-input',
    type: 'text',
    inputmode: 'search',
    role: 'combobox',
    placeholder: button.dataset.placeholder ?? title,
    'aria-label': title,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    maxlength: '500',
    dir: 'auto',
  });
}

/** What is below the field: earlier searches, results, and what there is to say of them. */
function answerOf(
  words: SearchWords,
  listId: string,
): Pick<SearchElements, 'body' | 'list' | 'status' | 'retry' | 'forget' | 'recentTitle' | 'more'> {
  const recentTitle = element('p', { class: 'search-recent-title' }, words.recent);
  const forget = element('button', { class: 'search-forget', type: 'button' }, words.forget);
  const recent = element('div', { class: 'search-recent' }, recentTitle, forget);
  const list = element('div', {
    class: 'search-list',
    id: listId,
    role: 'listbox',
    'aria-label': words.results,
    hidden: true,
  });
  const status = element('p', { class: 'search-status', role: 'status' });
  const retry = element(
    'button',
    { class: 'dc-button search-retry', type: 'button', hidden: true },
    words.retry,
  );
  const more = element('div', { class: 'search-more' });
  const body = element('div', { class: 'dc-search-body' }, recent, list, status, more, retry);
  return { body, list, status, retry, forget, recentTitle, more };
}

/** The keys that work in the dialog. */
function keysOf(words: SearchWords): HTMLElement {
  const keys = [
    ['↑ ↓', words.select],
    ['↵', words.open],
    ['Esc', words.close],
  ] as const;
  return element(
    'p',
    { class: 'search-keys', 'aria-hidden': 'true' },
    ...keys.map(([key, word]) => element('span', {}, element('kbd', {}, key), ` ${word}`)),
  );
}
