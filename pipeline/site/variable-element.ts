import { type ComponentChild, h } from 'preact';
import { escapeHtml } from '../../schema/html.ts';
import { readerVariables } from '../../schema/reader-variables.ts';
import { fillVariables } from '../source/variables.ts';
import type { PageContext } from './components/page-context.ts';
import { withReaderWords } from './twin/reader-words.ts';

/** A variable in prose: its value, or what the reader chooses or enters. */
export function variableElement(page: PageContext, name: string, written: string): ComponentChild {
  const own = readerVariables(page.site.config.variables).get(name);
  if (own === undefined) return page.site.variables.get(name) ?? written;
  page.feature('variables');
  return h('span', attributesOf(page, name), shownValue(page, name));
}

/** Text with variables, as elements where their values depend on the reader. */
export function variablePieces(page: PageContext, text: string): ComponentChild[] {
  const pieces: ComponentChild[] = [];
  let at = 0;
  for (const match of text.matchAll(readerPattern(page))) {
    const [written, name = ''] = match;
    pieces.push(page.fill(text.slice(at, match.index)), variableElement(page, name, written));
    at = match.index + written.length;
  }
  return [...pieces, page.fill(text.slice(at))];
}

/** Whether a text has a variable whose value depends on the reader. */
export function hasReaderVariable(page: PageContext, text: string): boolean {
  return text.includes('{{') && readerPattern(page).test(text);
}

/**
 * Code to highlight, with a word in the place of each variable whose value depends on the reader; undefined
 * if it has none. A highlighter leaves a word whole, but not every value.
 */
export function codeTemplate(page: PageContext, code: string): string | undefined {
  if (!hasReaderVariable(page, code)) return undefined;
  return page.fill(withReaderWords(code, page.site, 'code'));
}

/** Highlighted code with an element for each word of `codeTemplate`; undefined if one of them was split. */
export function withVariables(
  page: PageContext,
  html: string,
  template: string,
): string | undefined {
  const word = /docentvariable(\d+)x/g;
  if (html.match(word)?.length !== template.match(word)?.length) return undefined;
  page.feature('variables');
  const { variables } = page.site.config;
  return html.replaceAll(word, (_word, index: string) => {
    const name = variables[Number(index)]?.name ?? '';
    const attributes = Object.entries(attributesOf(page, name)).map(
      ([key, value]) => ` ${key}="${escapeHtml(value)}"`,
    );
    return `<span${attributes.join('')}>${escapeHtml(shownValue(page, name))}</span>`;
  });
}

/**
 * What the browser fills an address with: the address as written, where a choice of the reader is in it.
 * Secrets never become part of one.
 */
export function addressTemplate(page: PageContext, url: string): string | undefined {
  if (!hasReaderVariable(page, url)) return undefined;
  const { variables } = page.site.config;
  const secrets = new Set(
    variables.filter(({ type }) => type === 'secret').map(({ name }) => name),
  );
  const names = [...url.matchAll(readerPattern(page))].map(([, name = '']) => name);
  if (names.some((name) => secrets.has(name))) return undefined;
  page.feature('variables');
  const readers = readerVariables(variables);
  const fixed = new Map([...page.site.variables].filter(([name]) => !readers.has(name)));
  return fillVariables(url, fixed);
}

function readerPattern(page: PageContext): RegExp {
  const names = [...readerVariables(page.site.config.variables).keys()];
  const any = names.map((name) => name.replaceAll(/[.-]/g, '\\$&')).join('|');
  return new RegExp(`(?<!\\\\)\\{\\{\\s*(${any || '(?!)'})\\s*\\}\\}`, 'g');
}

function attributesOf(page: PageContext, name: string): Readonly<Record<string, string>> {
  const { type = 'string' } = readerVariables(page.site.config.variables).get(name)?.variable ?? {};
  return { class: 'variable', 'data-variable': name, 'data-type': type };
}

function shownValue(page: PageContext, name: string): string {
  const declared = page.site.config.variables.find((one) => one.name === name);
  return page.site.variables.get(name) ?? declared?.label ?? name;
}
