import { element } from './element.ts';
import type { SearchSource } from './search-source.ts';
import type { SearchWords } from './words.ts';

/** What a search is limited to, by the name of its filter; an empty value is no limit. */
export type Chosen = Record<string, string>;

interface FilterTools {
  readonly words: SearchWords;
  readonly chosen: Chosen;
  readonly lang: string;
  readonly onChange: () => void;
}

interface Filter {
  readonly name: 'version' | 'product' | 'language';
  readonly label: string;
  readonly values: readonly string[];
  /** Whether all of them can be searched at once. */
  readonly all: boolean;
}

/** A choice for each thing that the site has several of; versions and products go with the language. */
export function addFilters(filters: HTMLElement, source: SearchSource, tools: FilterTools): void {
  const { words, chosen, lang } = tools;
  const { versions, products } = source.choicesOf(chosen.language ?? lang);
  const kinds: readonly Filter[] = [
    { name: 'version', label: words.version, values: inMenuOrder('version', versions), all: true },
    { name: 'product', label: words.product, values: inMenuOrder('product', products), all: true },
    { name: 'language', label: words.language, values: source.languages, all: false },
  ];
  filters.replaceChildren();
  for (const filter of kinds) {
    const { name, values, all } = filter;
    if (all && !values.includes(chosen[name] ?? '')) chosen[name] = '';
    if (values.length < 2) continue;
    const select = selectOf(filter, tools);
    select.addEventListener('change', () => {
      chosen[name] = select.value;
      if (name === 'language') {
        addFilters(filters, source, tools);
        filters.querySelector<HTMLElement>('select:last-child')?.focus();
      }
      tools.onChange();
    });
    filters.append(select);
  }
}

/** Names in the order of the page's own menu, which is the author's; those that are not in it at the end. */
function inMenuOrder(kind: 'version' | 'product', names: readonly string[]): readonly string[] {
  const rows = document.querySelectorAll(`.switcher-${kind} .dc-menu-row > span:last-child`);
  const order = Array.from(rows, ({ firstChild }) => firstChild?.textContent ?? '');
  return [...new Set([...order.filter((name) => names.includes(name)), ...names])];
}

function selectOf({ name, label, values, all }: Filter, tools: FilterTools): HTMLSelectElement {
  const { words, chosen, lang } = tools;
  const names = name === 'language' ? languageNames(lang) : undefined;
  const select = element('select', { class: 'search-filter', 'aria-label': label });
  if (all) select.append(new Option(`${label}: ${words.all}`, ''));
  for (const value of values) select.append(new Option(names?.of(value) ?? value, value));
  select.value = chosen[name] ?? '';
  return select;
}

/** Undefined where the browser does not know the language: then the codes are shown. */
function languageNames(lang: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames([lang], { type: 'language' });
  } catch {
    return undefined;
  }
}
