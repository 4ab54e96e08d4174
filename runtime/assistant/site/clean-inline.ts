import type { LinkPolicy } from './links.ts';

/** Text that is given out. */
export interface Piece {
  readonly text: string;
  /** Length of the held text that it represents. */
  readonly length: number;
  /** Code, or an address between marks: nothing can grow onto it. */
  readonly apart?: boolean;
}

/** What renderers take for an address without any mark around it. */
export const addressMark = /:\/\/|www\./i;

/** Longest label and target of a link that are waited for. */
const patience = 2000;

/** Replacement for a URL. */
const gap = '…';

/** What decides which links and pictures stay. */
export type Policy = Pick<LinkPolicy, 'link' | 'image'>;

/** The text that is looked at; `final` when nothing more comes. */
export interface Held {
  readonly held: string;
  readonly final: boolean;
  readonly policy: Policy;
  /** Cleans the words of a link, or code that is none: both are on one line. */
  readonly clean: (text: string) => string;
}

/** What the beginning of the held text becomes, and how much of it that was; undefined to wait. */
export function inline(text: Held): Piece | undefined {
  const { held, final } = text;
  const special = /[`[<&\\\n]|!(?=\[|$)|(?:[a-z][a-z0-9+.-]{0,31})?:\/\/|www\./i.exec(held);
  const plain = special ? special.index : held.length;
  if (plain > 0) {
    // The last word may become an address.
    const tail =
      final || special ? 0 : (/(?:[a-z][a-z0-9+.-]{0,31})?(?::\/?)?$/i.exec(held)?.[0].length ?? 0);
    const length = plain - tail;
    return length > 0 ? { text: held.slice(0, length), length } : undefined;
  }
  const first = held[0] ?? '';
  switch (first) {
    case '\n':
      return { text: '\n', length: 1 };
    case '\\':
      if (held.length < 2) return final ? { text: '\\', length: 1 } : undefined;
      return { text: held.slice(0, 2), length: 2 };
    case '`':
      return codeSpan(text);
    case '<':
      return angle(text);
    case '&':
      return entity(text);
    case '!':
      if (held.length < 2) return final ? { text: '!', length: 1 } : undefined;
      return bracket(text, 1);
    case '[':
      return bracket(text, 0);
    default:
      return bareAddress(text);
  }
}

function codeSpan({ held, final, clean }: Held): Piece | undefined {
  const run = /^`+/.exec(held)?.[0] ?? '`';
  const line = /^[^\n]*/.exec(held)?.[0] ?? '';
  const ended = final || held.length > line.length;
  if (run.length === line.length && !ended) return undefined;
  const close = new RegExp(`(?<!\`)${run}(?!\`)`).exec(line.slice(run.length));
  if (close && (ended || run.length + close.index + run.length < line.length)) {
    const inner = line.slice(run.length, run.length + close.index);
    const length = inner.length + 2 * run.length;
    // A table splits its cells at bars, even in code: then this is not code.
    const text = inner.includes('|') ? clean(inner) : inner;
    return { text: run + text + run, length, apart: true };
  }
  if (!ended && line.length < patience) return undefined;
  // Nothing closes it on this line: literally a mark.
  return { text: run.replaceAll('`', '\\`'), length: run.length };
}

function angle({ held, final, policy }: Held): Piece | undefined {
  const inside = /^<([^\s<>]*)(.?)/s.exec(held);
  const [, word = '', end = ''] = inside ?? [];
  if (end === '' && !final && word.length < patience) return undefined;
  if (end === '>' && /^[a-z][a-z0-9+.-]{1,31}:/i.test(word)) {
    const target = policy.link(word);
    return { text: shown(word, target), length: word.length + 2, apart: true };
  }
  return { text: /^<[\s=\d]/.test(held) ? '<' : '\\<', length: 1 };
}

function bracket({ held, final, policy, clean }: Held, start: 0 | 1): Piece | undefined {
  const neutral = { text: start ? '!\\[' : '\\[', length: start + 1 };
  const close = closing(held, start);
  if (close === undefined) {
    const hopeless = final || /\n[ \t]*\n/.test(held) || held.length > patience;
    return hopeless ? neutral : undefined;
  }
  const after = held[close + 1];
  if (after === undefined && !final) return undefined;
  const label = held.slice(start + 1, close);
  if (after === '(') {
    const rest = held.slice(close + 1);
    const target =
      /^\(\s*(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/.exec(
        rest,
      );
    if (!target) {
      const hopeless = final || /\n[ \t]*\n/.test(rest) || rest.length > patience;
      return hopeless ? neutral : undefined;
    }
    const address = (target[1] ?? '').replace(/^<|>$/g, '');
    const words = clean(label.replace(/\n+/g, ' '));
    const allowed = start ? policy.image(address) : policy.link(address);
    const length = close + 1 + target[0].length;
    // A bracket at its end could take what follows for its target.
    if (allowed === undefined) return { text: words.replace(/\]$/, '\\]') || gap, length };
    const safe = allowed.replace(/[()<>\s]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
    return { text: `${start ? '!' : ''}[${closed(words)}](${safe})`, length, apart: true };
  }
  // Brackets that are no link stay as they are only where nothing can make them one.
  const simple =
    start === 0 &&
    (after === undefined || /[\s.,;]/.test(after)) &&
    /^[^`\\[\]<>!()&\n]*$/.test(label) &&
    !addressMark.test(label);
  return simple ? { text: held.slice(0, close + 1), length: close + 1 } : neutral;
}

/** Characters by name could spell an address: a few are written out, all others shown as they are. */
function entity({ held, final }: Held): Piece | undefined {
  const [whole = '&', name = ''] = /^&([a-z0-9#]*;?)/i.exec(held) ?? [];
  if (!final && whole.length === held.length && whole.length < 12) return undefined;
  const known = { 'lt;': '\\<', 'gt;': '>', 'quot;': '"', 'nbsp;': ' ', 'amp;': '&amp;' }[
    name.toLowerCase()
  ];
  if (known !== undefined) return { text: known, length: whole.length };
  return { text: /^[a-z0-9#]/i.test(name) ? '&amp;' : '&', length: 1 };
}

function bareAddress({ held, final, policy }: Held): Piece | undefined {
  const whole = /^[^\s<>`[\]"，。；、）】》”]*/.exec(held)?.[0] ?? '';
  if (whole.length === held.length && !final && whole.length < patience) return undefined;
  const trailing = /[?!.,:;*_~')]*$/.exec(whole)?.[0] ?? '';
  const address = whole.slice(0, whole.length - trailing.length) || whole;
  const target = policy.link(/^www\./i.test(address) ? `https://${address}` : address);
  return {
    text: shown(address, target) + whole.slice(address.length),
    length: whole.length,
    apart: true,
  };
}

/** Where the bracket opened at `start` closes: nested ones, escapes and code are stepped over. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length && at < start + patience; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '`') {
      const run = /^`+/.exec(text.slice(at))?.[0] ?? '`';
      const close = text.indexOf(run, at + run.length);
      at = close < 0 ? at + run.length - 1 : close + run.length - 1;
    } else if (char === '[') depth++;
    else if (char === ']' && --depth === 0) return at;
    else if (char === '\n' && /^\n[ \t]*\n/.test(text.slice(at))) return undefined;
  }
  return undefined;
}

/** A URL used as its own text, between markers that end it. */
function shown(address: string, target: string | undefined): string {
  if (target === undefined) return gap;
  return /^https?:/.test(target) ? `<${target}>` : `[${escaped(address)}](${target})`;
}

/** Text that means nothing to Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}

/** A label that ends only where its link does: brackets without a partner are escaped. */
function closed(label: string): string {
  const lone = loneBrackets(label);
  return label.replace(/[[\]]/g, (char, at: number) => (lone.has(at) ? `\\${char}` : char));
}

/** Places of brackets that close none or are closed by none; escapes and code are stepped over. */
function loneBrackets(label: string): ReadonlySet<number> {
  const lone = new Set<number>();
  const open: number[] = [];
  for (const { 0: mark, index } of label.matchAll(/\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|[[\]]/g)) {
    if (mark === '[') open.push(index);
    else if (mark === ']' && open.pop() === undefined) lone.add(index);
  }
  for (const index of open) lone.add(index);
  return lone;
}
