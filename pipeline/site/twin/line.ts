import type { PhrasingContent } from 'mdast';

/** Pieces of a line as Markdown. `isStart`: nothing is before them on their line. */
export function lineText(nodes: readonly PhrasingContent[], isStart: boolean): string {
  let out = '';
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'text') {
      const next = nodes[index + 1];
      out += escaped(node.value, {
        isStart: isStart && out === '',
        before: out.at(-1) ?? '',
        after: next?.type === 'link' ? '[' : '',
      });
    } else out += pieceText(node);
  }
  return out;
}

function pieceText(node: PhrasingContent): string {
  switch (node.type) {
    case 'strong':
      return `**${lineText(node.children, false)}**`;
    case 'emphasis':
      return `*${lineText(node.children, false)}*`;
    case 'delete':
      return `~~${lineText(node.children, false)}~~`;
    case 'inlineCode':
      return inlineCode(node.value);
    case 'inlineMath':
      return `$${node.value.replace(/\s+/g, ' ').trim()}$`;
    case 'break':
      return '\\\n';
    case 'footnoteReference':
      return `[^${node.identifier}]`;
    case 'image':
      return `![${labelText(escaped(node.alt ?? '', nowhere))}](${destination(node.url)})`;
    case 'link':
      return linkText(node.url, node.children);
    default:
      return '';
  }
}

function linkText(url: string, children: readonly PhrasingContent[]): string {
  const [only] = children;
  const isBare = children.length === 1 && only?.type === 'text' && only.value === url;
  if (isBare && /^https?:\/\/[^\s<>]+$/.test(url)) return `<${url}>`;
  return `[${labelText(lineText(children, false))}](${destination(url)})`;
}

/** A label whose brackets can't be taken for its end; those of pictures in it stay. */
function labelText(text: string): string {
  const plain = text.replace(/\\[[\]]|`+[^`]*`+|!\[[^\]]*\]\([^)]*\)/g, '');
  if (!/[[\]]/.test(plain)) return text;
  return text.replace(/(`+[^`]*`+|!\[[^\]]*\]\([^)]*\)|\\.)|[[\]]/g, (all, kept) =>
    kept === undefined ? `\\${all}` : all,
  );
}

/** An address between round brackets. */
function destination(url: string): string {
  if (!/[\s()<>]/.test(url)) return url;
  return `<${url
    .trim()
    .replace(/[<>]/g, (sign) => (sign === '<' ? '%3C' : '%3E'))
    .replace(/\s+/g, '%20')}>`;
}

function inlineCode(value: string): string {
  const text = value.replace(/\s*\n\s*/g, ' ');
  let marks = '`';
  while (new RegExp(`(?:^|[^\`])${marks}(?:[^\`]|$)`).test(text)) marks += '`';
  const pad = /^`|`$|^ .*[^ ].* $/.test(text) ? ' ' : '';
  return `${marks}${pad}${text}${pad}${marks}`;
}

interface Around {
  readonly isStart: boolean;
  readonly before: string;
  readonly after: string;
}

const nowhere: Around = { isStart: false, before: '', after: '' };

/** Signs that may mean something to Markdown wherever they are. */
const signs = /[\\`*_[\]<&~|\n]|!$|^\s*(?:#|>|[-+=]|\d+[.)])/;

/** A text with a backslash before each sign that Markdown would take for its own, and only there. */
function escaped(text: string, { isStart, before, after }: Around): string {
  if (!signs.test(text)) return text;
  const whole = text.replace(/[^\S\n]*\n\s*/g, '\n');
  const inLine = whole.replace(/[\\`*_[\]<&~]|!$/g, (sign, at: number) => {
    const previous = whole[at - 1] ?? before;
    const next = whole[at + 1] ?? after;
    return isSign(sign, { previous, next, rest: whole.slice(at + 1, at + 40) })
      ? `\\${sign}`
      : sign;
  });
  if (!isStart && !inLine.includes('\n')) return inLine;
  return inLine.replace(
    /^(\s*)(?:(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+(?=\s*$)|[-:|]+(?=[-:| ]*$))|(\d{1,9})([.)])(?=\s|$))/gm,
    (found, space: string, mark: string | undefined, digits: string, end: string, at: number) => {
      if (at === 0 && !isStart) return found;
      return mark === undefined ? `${space}${digits}\\${end}` : `${space}\\${mark}`;
    },
  );
}

interface Neighbours {
  readonly previous: string;
  readonly next: string;
  readonly rest: string;
}

function isSign(sign: string, { previous, next, rest }: Neighbours): boolean {
  const isApart = /^\s?$/.test(previous) && /^\s?$/.test(next);
  switch (sign) {
    case '\\':
      return next === '' || next === '\n' || /[!-/:-@[-`{-~]/.test(next);
    case '*':
      return !(isApart && next !== '') || previous === '' || previous === '\n';
    case '_':
      return !(/[\p{L}\p{N}]/u.test(previous) && /[\p{L}\p{N}_]/u.test(next)) && !isApart;
    case '[':
      return next === '^' || /^[^\]]*\][([:]/.test(rest) || /^[ xX]\](?:\s|$)/.test(rest);
    case ']':
      return next === '(' || next === '[' || next === ':';
    case '<':
      return /[A-Za-z/!?]/.test(next);
    case '&':
      return /^#?\w+;/.test(rest);
    case '~':
      return next === '~' || previous === '~';
    case '!':
      return next === '[';
    default:
      return true;
  }
}
