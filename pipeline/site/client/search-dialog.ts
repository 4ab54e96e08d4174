import { freeId } from './element.ts';
import { recall, remember } from './memory.ts';
import { hitList, recentList } from './search-list.ts';
import { openSource, type SearchAnswer, type SearchSource } from './search-source.ts';
import type { SearchWords } from './words.ts';

/** Milliseconds after the last key before the question is asked: files are fetched for whole words. */
const settle = { server: 40, files: 150 } as const;
const recentKey = 'searches';

/** The search dialog; it stays in the page, closed, once it was opened. */
export function createDialog(
  button: HTMLButtonElement,
  words: SearchWords,
): { readonly toggle: (typed?: string) => void } {
  const { lang, dataset } = document.documentElement;
  const parts = build(button, words);
  const { dialog, input, list, status, filters, retry, forget, recentTitle } = parts;
  let source: Promise<SearchSource> | undefined;
  let running: AbortController | undefined;
  let timer = 0;
  let active = -1;
  let openFirst = false;
  let kind: 'server' | 'files' = 'files';
  const chosen: Record<string, string> = {
    language: lang,
    version: button.dataset.version ?? '',
    product: button.dataset.product ?? '',
  };

  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const activate = (index: number) => {
    const all = options();
    all[active]?.setAttribute('aria-selected', 'false');
    active = all.length === 0 ? -1 : (index + all.length) % all.length;
    const now = all[active];
    now?.setAttribute('aria-selected', 'true');
    now?.scrollIntoView({ block: 'nearest' });
    if (now) input.setAttribute('aria-activedescendant', now.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = (rows: readonly HTMLElement[], label: string) => {
    list.replaceChildren(...rows);
    list.hidden = rows.length === 0;
    list.setAttribute('aria-label', label);
    input.setAttribute('aria-expanded', String(rows.length > 0));
    active = -1;
    parts.body.scrollTop = 0;
  };
  const say = (text: string, state: 'busy' | 'fine' | 'none' | 'failed' = 'fine') => {
    status.textContent = text;
    dialog.dataset.state = state;
    retry.hidden = state !== 'failed';
  };
  const showRecent = () => {
    const recent = recentSearches();
    // The prompt is on the button and in the empty dialog.
    const prompt = button.querySelector('.search-prompt')?.textContent?.trim() ?? '';
    say(recent.length > 0 || prompt === input.placeholder ? '' : prompt);
    recentTitle.hidden = recent.length === 0;
    forget.hidden = recent.length === 0;
    show(recentList(recent), words.recent);
  };
  const showAnswer = (answer: SearchAnswer, query: string) => {
    recentTitle.hidden = true;
    forget.hidden = true;
    show(hitList(answer.results, lang), words.results);
    if (answer.results.length === 0) {
      say(`${words.none.replace('{q}', query)}. ${words.hint}`, 'none');
      return;
    }
    say(words.found.replace('{n}', String(answer.total)));
    activate(0);
    if (openFirst) follow(options()[0]);
  };
  const ask = async () => {
    running?.abort();
    const query = input.value.trim();
    if (query === '') return showRecent();
    const mine = new AbortController();
    running = mine;
    dialog.dataset.state = 'busy';
    try {
      source ??= openSource(dataset.base ?? '');
      source.catch(() => {
        source = undefined;
      });
      const answer = await (await source).ask({ query, limit: 8, ...chosen }, mine.signal);
      if (mine.signal.aborted) return;
      showAnswer(answer, query);
    } catch (fault) {
      if (mine.signal.aborted) return;
      console.error(fault);
      recentTitle.hidden = true;
      forget.hidden = true;
      show([], words.results);
      say(words.failed, 'failed');
    }
  };
  const soon = () => {
    openFirst = false;
    clearTimeout(timer);
    dialog.dataset.state = 'busy';
    timer = window.setTimeout(() => void ask(), settle[kind]);
  };
  const follow = (option: HTMLElement | undefined, aside = false) => {
    if (!option) return;
    openFirst = false;
    if (option.dataset.query !== undefined) {
      input.value = option.dataset.query;
      void ask();
      return;
    }
    note(input.value.trim());
    const link = option as HTMLAnchorElement;
    if (aside) window.open(link.href, '_blank', 'noopener');
    else {
      dialog.close();
      location.assign(link.href);
    }
  };

  input.addEventListener('input', soon);
  dialog.addEventListener('keydown', (event) => {
    if (event.isComposing || event.target !== input) return;
    if (event.key === 'ArrowDown') activate(active + 1);
    else if (event.key === 'ArrowUp') activate(active < 0 ? -1 : active - 1);
    else if (event.key === 'Enter') {
      const option = options()[active];
      // Faster than the answer: its first result is opened when it comes.
      if (dialog.dataset.state === 'busy') openFirst = true;
      else follow(option, event.metaKey || event.ctrlKey);
    } else return;
    event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
    if (!option) return;
    if (option.dataset.query === undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) {
      note(input.value.trim());
      return;
    }
    event.preventDefault();
    follow(option);
    if (option.dataset.query !== undefined) input.focus();
  });
  list.addEventListener('pointermove', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
    const index = option ? options().indexOf(option) : -1;
    if (index >= 0 && index !== active) activate(index);
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  parts.close.addEventListener('click', () => dialog.close());
  retry.addEventListener('click', () => {
    input.focus();
    void ask();
  });
  forget.addEventListener('click', () => {
    remember(recentKey, undefined);
    input.focus();
    showRecent();
  });

  const start = async () => {
    try {
      source ??= openSource(dataset.base ?? '');
      const opened = await source;
      kind = opened.kind;
      addFilters(filters, opened, { words, chosen, lang, onChange: () => void ask() });
    } catch {
      // The first question says that it can't be reached.
      source = undefined;
    }
  };
  return {
    toggle: (typed = '') => {
      if (dialog.open) return dialog.close();
      // Another dialog in front (a drawer, an image) is closed; one next to the page stays.
      for (const other of document.querySelectorAll<HTMLDialogElement>('dialog:modal'))
        other.close();
      dialog.showModal();
      if (typed !== '') input.value = typed;
      input.focus();
      if (typed === '') input.select();
      if (filters.childElementCount === 0) void start();
      if (typed !== '') soon();
      else if (input.value.trim() === '') showRecent();
    },
  };
}

interface Parts {
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
}

function build(button: HTMLButtonElement, words: SearchWords): Parts {
  const dialog = make('dialog', 'search-dialog');
  const title = button.dataset.label ?? 'Search';
  dialog.setAttribute('aria-label', title);
  const bar = make('div', 'search-bar');
  const glyph = button.querySelector('svg')?.cloneNode(true);
  const input = make('input', 'search-input');
  const id = freeId('search-list');
  const settings: Record<string, string> = {
    type: 'text',
    inputmode: 'search',
    role: 'combobox',
    placeholder: button.dataset.placeholder ?? title,
    'aria-label': title,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': id,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    maxlength: '500',
    dir: 'auto',
  };
  for (const [name, value] of Object.entries(settings)) input.setAttribute(name, value);
  const close = make('button', 'search-close');
  close.type = 'button';
  close.append('Esc', make('span', 'visually-hidden', ` ${words.close}`));
  bar.append(...(glyph ? [glyph] : []), input, close);

  const filters = make('div', 'search-filters');
  const body = make('div', 'search-body');
  const recent = make('div', 'search-recent');
  const recentTitle = make('p', 'search-recent-title', words.recent);
  const forget = make('button', 'search-forget', words.forget);
  forget.type = 'button';
  recent.append(recentTitle, forget);
  const list = make('div', 'search-list');
  list.id = id;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', words.results);
  list.hidden = true;
  const status = make('p', 'search-status');
  status.setAttribute('role', 'status');
  const retry = make('button', 'button search-retry', words.retry);
  retry.type = 'button';
  retry.hidden = true;
  body.append(recent, list, status, retry);

  const keys = make('p', 'search-keys');
  keys.setAttribute('aria-hidden', 'true');
  for (const [key, word] of [
    ['↑ ↓', words.select],
    ['↵', words.open],
    ['Esc', words.close],
  ] as const) {
    const entry = make('span', '');
    entry.append(make('kbd', '', key), ` ${word}`);
    keys.append(entry);
  }
  dialog.append(bar, filters, body, keys);
  document.body.append(dialog);
  return { dialog, input, close, filters, body, list, status, retry, forget, recentTitle };
}

/** A choice for each thing that the site has several of; versions and products go with the language. */
function addFilters(
  filters: HTMLElement,
  source: SearchSource,
  tools: {
    readonly words: SearchWords;
    readonly chosen: Record<string, string>;
    readonly lang: string;
    readonly onChange: () => void;
  },
): void {
  const { words, chosen, lang, onChange } = tools;
  let names: Intl.DisplayNames | undefined;
  try {
    names = new Intl.DisplayNames([lang], { type: 'language' });
  } catch {
    // The codes themselves.
  }
  const { versions, products } = source.choicesOf(chosen.language ?? lang);
  const kinds = [
    { name: 'version', label: words.version, values: versions, all: true },
    { name: 'product', label: words.product, values: products, all: true },
    { name: 'language', label: words.language, values: source.languages, all: false },
  ] as const;
  filters.replaceChildren();
  for (const { name, label, values, all } of kinds) {
    if (all && !values.includes(chosen[name] ?? '')) chosen[name] = '';
    if (values.length < 2) continue;
    const select = make('select', 'search-filter');
    select.setAttribute('aria-label', label);
    if (all) select.append(new Option(`${label}: ${words.all}`, ''));
    for (const value of values) {
      const text = name === 'language' ? (names?.of(value) ?? value) : value;
      select.append(new Option(text, value));
    }
    select.value = chosen[name] ?? '';
    select.addEventListener('change', () => {
      chosen[name] = select.value;
      if (name === 'language') {
        addFilters(filters, source, tools);
        filters.querySelector<HTMLElement>('select:last-child')?.focus();
      }
      onChange();
    });
    filters.append(select);
  }
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  text?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
}

function recentSearches(): string[] {
  try {
    const known: unknown = JSON.parse(recall(recentKey) || '[]');
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string').slice(0, 6) : [];
  } catch {
    return [];
  }
}

function note(query: string): void {
  if (query === '') return;
  const others = recentSearches().filter((one) => one !== query);
  remember(recentKey, JSON.stringify([query, ...others].slice(0, 6)));
}
