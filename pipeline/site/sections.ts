import type { Section } from '../../schema/site.ts';

/**
 * A rendered page as plain text, cut at its headings and at parts that open at their title and have an
 * address (a list of questions is many sections, not one). It is read from the HTML, so that whatever a
 * component shows is found: captions, fields, tabs, authors' components.
 */
export function readSections(html: string): Section[] {
  const stack: { readonly depth: number; readonly heading: string }[] = [];
  let current: Draft = { ...emptyDraft };
  const sections = [current];
  const folds: Fold[] = [];
  const begin = (id: string, words: string, trail: readonly string[]): void => {
    current = { id, heading: words, trail, text: '', code: '' };
    sections.push(current);
  };
  const beginFold = (): void => {
    const title = squeeze(heading?.text ?? '');
    const fold = folds.at(-1);
    heading = undefined;
    if (!fold || title === '') return;
    fold.title = title;
    const above = [...stack.map((one) => one.heading), ...folds.map((one) => one.title)];
    begin(fold.id, title, above.filter(Boolean));
  };
  let heading: { id: string; depth: number; text: string } | undefined;
  let code = 0;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open < 0 ? html.length : open;
    if (textEnd > at) {
      const text = decode(html.slice(at, textEnd));
      if (heading) heading.text += text;
      else if (code > 0) current.code += text;
      else current.text += text;
    }
    if (open < 0) break;
    const end = tagEnd(html, open);
    at = end + 1;
    const closing = html.charCodeAt(open + 1) === slash;
    const nameStart = closing ? open + 2 : open + 1;
    const name = nameAt(html, nameStart);
    if (name === '') continue;
    const attributes = closing ? '' : html.slice(nameStart + name.length, end);
    if (!closing && isSilent(name, attributes)) {
      at = elementEnd(html, name, end);
    } else if (name.length === 2 && name[0] === 'h' && name !== 'hr') {
      if (!closing) heading = { id: idOf(attributes), depth: Number(name[1]), text: '' };
      else if (heading) {
        while ((stack.at(-1)?.depth ?? 0) >= heading.depth) stack.pop();
        const words = squeeze(heading.text);
        stack.push({ depth: heading.depth, heading: words });
        begin(
          heading.id,
          words,
          stack.map((one) => one.heading),
        );
        heading = undefined;
      }
    } else if (name === 'details') {
      if (!closing)
        folds.push({ id: idOf(attributes), title: '', outer: current, stack: [...stack] });
      else {
        const fold = folds.pop();
        if (fold && fold.title !== '') {
          current = fold.outer;
          stack.splice(0, stack.length, ...fold.stack);
        }
      }
      if (code === 0) current.text += '\n';
    } else if (name === 'summary' && heading === undefined && !closing && folds.at(-1)?.id) {
      heading = { id: '', depth: foldDepth, text: '' };
    } else if (heading?.depth === foldDepth) {
      // What stands behind the title is text.
      if ((name === 'summary' && closing) || attributes.includes('-description')) beginFold();
    } else if (name === 'pre') {
      code += closing ? -1 : 1;
      if (closing) current.code += '\n';
    } else if (heading === undefined) {
      if (code === 0 && blocks.has(name)) current.text += '\n';
      // What a component draws as boxes in a row (name, type, default) are words of their own.
      else if (code === 0 && !closing && boxes.has(name) && attributes.includes('class="')) {
        current.text += ' ';
      } else if (name === 'img') {
        const alt = /\balt="([^"]*)"/.exec(attributes)?.[1];
        if (alt) current.text += ` ${decode(alt)} `;
      }
    }
  }
  return sections
    .map((section) => ({
      ...section,
      text: tidy(section.text),
      code: section.code.replaceAll(/\n{3,}/g, '\n\n').trim(),
    }))
    .filter((section) => section.heading !== '' || section.text !== '' || section.code !== '');
}

const slash = 47;
/** Below every heading. */
const foldDepth = 7;
const emptyDraft: Draft = { id: '', heading: '', trail: [], text: '', code: '' };

/** Place of the `>` that ends a tag: attributes may hold some of their own. */
function tagEnd(html: string, open: number): number {
  let end = html.indexOf('>', open);
  let quote = html.indexOf('"', open);
  while (end >= 0 && quote >= 0 && quote < end) {
    const shut = html.indexOf('"', quote + 1);
    if (shut < 0) break;
    if (shut > end) end = html.indexOf('>', shut);
    quote = html.indexOf('"', shut + 1);
  }
  return end < 0 ? html.length : end;
}

/** Lower-case name of the tag that starts here; '' when none does. */
function nameAt(html: string, start: number): string {
  let end = start;
  for (; end < html.length; end++) {
    const code = html.charCodeAt(end) | 32;
    const isLetter = code >= 97 && code <= 122;
    const digit = html.charCodeAt(end);
    if (!isLetter && !(end > start && ((digit >= 48 && digit <= 57) || digit === 45))) break;
  }
  return html.slice(start, end).toLowerCase();
}

function isSilent(name: string, attributes: string): boolean {
  if (silent.has(name)) return !attributes.endsWith('/');
  return (
    (attributes.includes('role="tablist"') || attributes.includes('aria-hidden="true"')) &&
    !voids.has(name) &&
    !attributes.endsWith('/')
  );
}

/** Where the element goes on whose start tag ends at `end`: behind its end tag, nested ones passed. */
function elementEnd(html: string, name: string, end: number): number {
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi');
  tag.lastIndex = end;
  let depth = 1;
  for (let match = tag.exec(html); match !== null; match = tag.exec(html)) {
    const close = tagEnd(html, match.index);
    if (match[1] === '/') depth--;
    else if (html.charCodeAt(close - 1) !== slash) depth++;
    if (depth === 0) return close + 1;
    tag.lastIndex = close;
  }
  return html.length;
}

/** All words of a piece of HTML, code included. */
export function textOfHtml(html: string): string {
  return readSections(html)
    .map(({ heading, text, code }) => [heading, text, code].filter(Boolean).join('\n'))
    .join('\n')
    .trim();
}

interface Draft {
  id: string;
  heading: string;
  trail: readonly string[];
  text: string;
  code: string;
}

/** A part that opens at its title. */
interface Fold {
  readonly id: string;
  title: string;
  /** What goes on behind it. */
  readonly outer: Draft;
  readonly stack: readonly { readonly depth: number; readonly heading: string }[];
}

const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const silent = new Set(
  'svg script style button template annotation select option iframe video audio'.split(' '),
);
const boxes = new Set(['a', 'code', 'span']);
const blocks = new Set(
  'p div li ul ol table tr td th section figure figcaption blockquote details summary br hr dl dt dd'.split(
    ' ',
  ),
);

function idOf(attributes: string): string {
  return decode(/\bid="([^"]*)"/.exec(attributes)?.[1] ?? '');
}

function decode(text: string): string {
  return text.includes('&')
    ? text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&')
    : text;
}

function squeeze(text: string): string {
  return (/\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '')
    .join('\n');
}
