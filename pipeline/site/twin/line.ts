import type { PhrasingContent } from 'mdast';

/** Pieces of a line as Markdown. `isStart`: nothing is before them on their line. */
export function lineText(
  nodes: readonly PhrasingContent[],
  isStart: boolean,
  inLabel = false,
): string {
  let out = '';
  let before = '';
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as PhrasingContent;
    let piece: string;
    if (node.type !== 'text') piece = pieceText(node, inLabel);
    else if (!signs.test(node.value)) piece = node.value;
    else {
      const after = nodes[index + 1]?.type === 'link' ? '[' : '';
      piece = escaped(node.value, { isStart: isStart && index === 0, before, after, inLabel });
    }
    out += piece;
    before = piece.at(-1) ?? before;
  }
  return out;
}

function pieceText(node: PhrasingContent, inLabel: boolean): string {
  switch (node.type) {
    case 'strong':
      return `**${lineText(node.children, false, inLabel)}**`;
    case 'emphasis':
      return `*${lineText(node.children, false, inLabel)}*`;
    case 'delete':
      return `~~${lineText(node.children, false, inLabel)}~~`;
    case 'inlineCode':
      return inlineCode(node.value);
    case 'inlineMath':
      return `$${node.value.replace(/\s+/g, ' ').trim()}$`;
    case 'break':
      return '\\\n';
    case 'footnoteReference':
      return `[^${node.identifier}]`;
    case 'image':
      return `![${lineText([{ type: 'text', value: node.alt ?? '' }], false, true)}](${destination(node.url)})`;
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
  return `[${lineText(children, false, true)}](${destination(url)})`;
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
  const [first = '', ...lines] = value.split('\n');
  const last = lines.pop();
  const text =
    last === undefined
      ? first
      : [first.trimEnd(), ...lines.map((line) => line.trim()), last.trimStart()].join(' ');
  if (!text.includes('`') && !hasPadding(text)) return `\`${text}\``;
  let marks = '`';
  while (new RegExp(`(?:^|[^\`])${marks}(?:[^\`]|$)`).test(text)) marks += '`';
  const pad = /^`|`$/.test(text) || hasPadding(text) ? ' ' : '';
  return `${marks}${pad}${text}${pad}${marks}`;
}

/** Whether code has a space at both ends, of which Markdown takes one away. */
function hasPadding(code: string): boolean {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
}

interface Around {
  readonly isStart: boolean;
  readonly before: string;
  readonly after: string;
  /** Whether the text is between the brackets of a link or an image. */
  readonly inLabel: boolean;
}

/** Signs that may mean something to Markdown wherever they are. */
const signs = /[\\`*_[\]<&~|\n]|!$|^\s*(?:#|>|[-+=]|\d+[.)])/;

/** A text with a backslash before each sign that Markdown would take for its own, and only there. */
function escaped(text: string, { isStart, before, after, inLabel }: Around): string {
  // Long runs are one space first: what follows would take the square of their length.
  const whole = text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n\s*/g, '\n');
  const hasPair = whole.indexOf('~') !== whole.lastIndexOf('~');
  const inLine = whole.replace(/[\\`*_[\]<&~]|!$/g, (sign, at: number) => {
    const previous = whole[at - 1] ?? before;
    const next = whole[at + 1] ?? after;
    const rest = whole.slice(at + 1, at + 40);
    const isEscaped =
      (inLabel && /[[\]]/.test(sign)) || isSign(sign, { previous, next, rest, hasPair });
    return isEscaped ? `\\${sign}` : sign;
  });
  if (!isStart && !inLine.includes('\n')) return inLine;
  return inLine.replace(
    /^(\s*)(?:(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=](?=[-=]*\s*$)|[-:|](?=[-:| ]*$))|(\d{1,9})([.)])(?=\s|$))/gm,
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
  /** Whether there are several tildes: one alone strikes nothing out. */
  readonly hasPair: boolean;
}

function isSign(sign: string, { previous, next, rest, hasPair }: Neighbours): boolean {
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
      return hasPair;
    case '!':
      return next === '[';
    default:
      return true;
  }
}
