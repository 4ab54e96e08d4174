import { element } from '../element.ts';

// Decision: no package, and no code shared with the server's filter of answers. `marked` is 15 KB compressed, micromark 20;
// this file is 2. The filter decides about links of a text that is still arriving, for whatever renderer a client has.

/** How an answer's parts become elements: what a code block can do is the panel's matter. */
export interface MarkdownTools {
  readonly code: (text: string, language: string) => HTMLElement;
}

/** What the walk knows besides: depths of headings, which become levels without a gap. */
interface Walk extends MarkdownTools {
  readonly depths: readonly number[];
}

/**
 * The Markdown of answers as elements: headings, paragraphs, lists, tables, quotes, code, and marks
 * within text. Nothing is ever set as markup, and links lead to the site, to http or to mail alone.
 */
export function renderMarkdown(text: string, tools: MarkdownTools): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  fragment.append(...blocks(lines, { ...tools, depths: depthsOf(lines) }, 0));
  return fragment;
}

/** How deep headings are, each depth once; `#` in code begins a comment. */
function depthsOf(lines: readonly string[]): readonly number[] {
  const depths = new Set<number>();
  let fence = '';
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const heading = fence === '' ? /^ {0,3}(#{1,6})\s/.exec(line)?.[1] : undefined;
    if (heading) depths.add(heading.length);
  }
  return [...depths].sort();
}

const item = /^( *)([-*+]|\d{1,9}[.)])(?: +|$)(.*)$/;

function blocks(lines: readonly string[], tools: Walk, depth: number): HTMLElement[] {
  const made: HTMLElement[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/.exec(line);
    const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (line.trim() === '') at++;
    else if (fence) {
      const [, mark = '', language = ''] = fence;
      const end = new RegExp(`^\\s*${mark}+\\s*$`);
      const code: string[] = [];
      for (at++; at < lines.length && !end.test(lines[at] ?? ''); at++) code.push(lines[at] ?? '');
      at++;
      made.push(tools.code(code.join('\n'), language));
    } else if (heading) {
      // The panel has its own title: headings of an answer are one level lower.
      const rank = tools.depths.indexOf(heading[1]?.length ?? 1);
      const level = Math.min(6, Math.max(0, rank) + 3) as 3 | 4 | 5 | 6;
      made.push(element(`h${level}`, {}, ...inline(heading[2] ?? '')));
      at++;
    } else if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) {
      made.push(element('hr'));
      at++;
    } else if (/^ {0,3}>/.test(line) && depth < 6) {
      const inner: string[] = [];
      for (; at < lines.length && /^ {0,3}>/.test(lines[at] ?? ''); at++) {
        inner.push((lines[at] ?? '').replace(/^ {0,3}> ?/, ''));
      }
      made.push(element('blockquote', {}, ...blocks(inner, tools, depth + 1)));
    } else if (item.test(line) && depth < 6) {
      const [list, next] = listFrom(lines, at, { tools, depth });
      made.push(list);
      at = next;
    } else if (isTable(lines, at)) {
      const rows: string[] = [];
      for (; at < lines.length && (lines[at] ?? '').includes('|'); at++) rows.push(lines[at] ?? '');
      made.push(table(rows));
    } else {
      const paragraph: string[] = [line];
      for (at++; at < lines.length; at++) {
        const next = lines[at] ?? '';
        if (next.trim() === '' || /^ {0,3}(`{3,}|~{3,}|#{1,6}\s|>)/.test(next) || item.test(next)) {
          break;
        }
        paragraph.push(next);
      }
      made.push(element('p', {}, ...inline(paragraph.join('\n'))));
    }
  }
  return made;
}

function listFrom(
  lines: readonly string[],
  start: number,
  { tools, depth }: { readonly tools: Walk; readonly depth: number },
): [HTMLElement, number] {
  const first = item.exec(lines[start] ?? '');
  const ordered = /\d/.test(first?.[2] ?? '');
  const indent = first?.[1]?.length ?? 0;
  const number = Number.parseInt(first?.[2] ?? '1', 10);
  const list = ordered ? element('ol', number > 1 ? { start: String(number) } : {}) : element('ul');
  let at = start;
  while (at < lines.length) {
    const head = item.exec(lines[at] ?? '');
    if (!head || (head[1]?.length ?? 0) !== indent || /\d/.test(head[2] ?? '') !== ordered) break;
    const inner = [head[3] ?? ''];
    const width = indent + (head[2]?.length ?? 1) + 1;
    for (at++; at < lines.length; at++) {
      const next = lines[at] ?? '';
      const deep = /^ */.exec(next)?.[0].length ?? 0;
      if (next.trim() === '') {
        const after = lines[at + 1] ?? '';
        if ((/^ */.exec(after)?.[0].length ?? 0) <= indent || after.trim() === '') break;
        inner.push('');
      } else if (deep > indent) inner.push(next.slice(Math.min(deep, width)));
      else if (item.test(next) || /^(`{3,}|~{3,}|#{1,6}\s|>)/.test(next)) break;
      else inner.push(next);
    }
    const children = blocks(inner, tools, depth + 1);
    // A short entry is no paragraph.
    const entry = element('li');
    for (const [index, child] of children.entries()) {
      if (index === 0 && child.localName === 'p') entry.append(...child.childNodes);
      else entry.append(child);
    }
    list.append(entry);
    if ((lines[at] ?? '').trim() === '' && item.test(lines[at + 1] ?? '')) at++;
  }
  return [list, at];
}

function isTable(lines: readonly string[], at: number): boolean {
  const below = lines[at + 1] ?? '';
  return (lines[at] ?? '').includes('|') && below.includes('-') && /^[\s|:-]+$/.test(below);
}

function table(rows: readonly string[]): HTMLElement {
  const cells = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const [head = '', , ...body] = rows;
  return element(
    'div',
    { class: 'answer-table', tabindex: '0' },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          // A head without words is none for a screen reader.
          ...cells(head).map((cell) => element(cell === '' ? 'td' : 'th', {}, ...inline(cell))),
        ),
      ),
      element(
        'tbody',
        {},
        ...body.map((row) =>
          element('tr', {}, ...cells(row).map((cell) => element('td', {}, ...inline(cell)))),
        ),
      ),
    ),
  );
}

const mark =
  /\\([!-/:-@[-`{-~])|(`+)([^`]|[^`].*?[^`])\2(?!`)|!\[([^\]]*)\]\(([^()\s]*)\)|\[((?:\\.|[^[\]\\])*)\]\(([^()\s]*)\)|<((?:https?:|mailto:)[^\s<>]+)>|(\*\*|__)(?=\S)(.+?)(?<=\S)\9(?!\*(?!\*))|(?<![\p{L}\p{N}*_])([*_])(?=\S)(.+?)(?<=\S)\11(?![\p{L}\p{N}*_])|~~(.+?)~~|&(amp|lt|gt|quot);|( {2,}|\\)\n/su;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text with its marks as nodes. */
function inline(text: string, depth = 0): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let rest = text;
  while (rest !== '') {
    const found = depth < 8 ? mark.exec(rest) : null;
    if (!found) {
      nodes.push(rest);
      break;
    }
    if (found.index > 0) nodes.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
    nodes.push(...nodeOf(found, depth));
  }
  return nodes;
}

function nodeOf(found: RegExpExecArray, depth: number): (Node | string)[] {
  const [, escaped, , code, alt, image, label, target, auto, , strong, , em, gone, entity] = found;
  if (escaped !== undefined) return [escaped];
  if (code !== undefined) return [element('code', {}, code.replace(/^ (.*) $/s, '$1'))];
  if (image !== undefined) {
    const src = safeAddress(image);
    return src === undefined
      ? [alt ?? '']
      : [element('img', { src, alt: alt ?? '', loading: 'lazy' })];
  }
  if (target !== undefined) return link(inline(label ?? '', depth + 1), target);
  if (auto !== undefined) return link([auto.replace(/^mailto:/, '')], auto);
  if (strong !== undefined) return [element('strong', {}, ...inline(strong, depth + 1))];
  if (em !== undefined) return [element('em', {}, ...inline(em, depth + 1))];
  if (gone !== undefined) return [element('del', {}, ...inline(gone, depth + 1))];
  if (entity !== undefined) return [entities[entity] ?? ''];
  return [element('br')];
}

function link(children: (Node | string)[], target: string): (Node | string)[] {
  const href = safeAddress(target);
  if (href === undefined) return children;
  const isOutside = /^https?:/i.test(href);
  return [
    element(
      'a',
      { href, ...(isOutside ? { target: '_blank', rel: 'noreferrer' } : {}) },
      ...children,
    ),
  ];
}

function safeAddress(target: string): string | undefined {
  return /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(target) ? target : undefined;
}
