/** Options of a code fence (components.md §4), from the words behind its language. */
export interface FenceOptions {
  readonly title?: string;
  readonly icon?: string;
  /** Line numbers from 1. */
  readonly highlight: ReadonlySet<number>;
  readonly focus: ReadonlySet<number>;
  readonly lines: boolean;
  readonly wrap: boolean;
  readonly expandable: boolean;
  readonly copy: boolean;
  /** Asks for types that show on hover. */
  readonly twoslash: boolean;
  /** Options that are handled elsewhere, as written: `placement`, `actions` of diagrams. */
  readonly other: Readonly<Record<string, string>>;
}

/** Reads a fence's meta text. Bare words that are no option make the title, as do words in quotes. */
export function readFence(meta: string | null | undefined): FenceOptions {
  const title: string[] = [];
  const named: Record<string, string> = {};
  let highlight = new Set<number>();
  const pattern =
    /([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\}|(\S+))|\{([\d\s,-]+)\}|(?<!\S)(?:"([^"]+)"|'([^']+)')(?!\S)|(\S+)/g;
  for (const match of (meta ?? '').matchAll(pattern)) {
    const [, name, double, single, braces, bare, lines, inDouble, inSingle, word] = match;
    const quoted = inDouble ?? inSingle;
    if (name !== undefined) named[name] = double ?? single ?? braces ?? bare ?? '';
    else if (lines !== undefined) highlight = readLines(lines);
    else if (quoted !== undefined) title.push(quoted);
    else if (word !== undefined) {
      const flag = flags.get(word.replace(/^\[(.*)\]$/, '$1').toLowerCase());
      if (flag) named[flag] = 'true';
      else title.push(word);
    }
  }
  const { title: given, filename, icon, highlight: marked, focus, ...rest } = named;
  const isOn = (name: string) => named[name] !== undefined && named[name] !== 'false';
  const other = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !flags.has(name.toLowerCase())),
  );
  const shown = given ?? filename ?? titleOf(title);
  return {
    ...(shown === undefined || shown === '' ? {} : { title: shown }),
    ...(icon === undefined ? {} : { icon }),
    highlight: marked === undefined ? highlight : new Set([...highlight, ...readLines(marked)]),
    focus: focus === undefined ? new Set() : readLines(focus),
    lines: isOn('lines') || isOn('showLineNumbers'),
    wrap: isOn('wrap'),
    expandable: isOn('expandable'),
    copy: !isOn('nocopy') && named.copy !== 'false',
    twoslash: isOn('twoslash'),
    other,
  };
}

/** Words that are options, alone or in brackets (`[expandable]`), by their lower case. */
const flags = new Map(
  ['lines', 'showLineNumbers', 'wrap', 'expandable', 'nocopy', 'copy', 'twoslash'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** Language and options of a fence: `nocopy` needs no language in front of it. */
export function fenceWords(
  lang: string | null | undefined,
  meta: string | null | undefined,
): { readonly language: string; readonly meta: string } {
  const isOption = /^nocopy$/i.test(lang ?? '');
  return isOption
    ? { language: '', meta: `${lang} ${meta ?? ''}` }
    : { language: lang ?? '', meta: meta ?? '' };
}

/** Bare words; other generators write a title as `[npm]`. */
function titleOf(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  return words.join(' ').replace(/^\[([^[\]]+)\]$/, '$1');
}

const maximalRange = 100_000;

/** `1,3-5` as line numbers. */
export function readLines(text: string): Set<number> {
  const lines = new Set<number>();
  for (const part of text.replace(/[[\]{}"'\s]/g, '').split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!match) continue;
    const start = Number(match[1]);
    const end = Math.min(Number(match[2] ?? match[1]), start + maximalRange);
    for (let line = start; line <= end; line++) lines.add(line);
  }
  return lines;
}

/** What a trailing comment says of its line: `[!code ++]`, `[!code highlight:3]`. */
export interface Notation {
  readonly code: string;
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  readonly highlight: ReadonlySet<number>;
  readonly focus: ReadonlySet<number>;
}

/** Takes the notation comments out of a text. */
export function readNotation(code: string): Notation {
  const sets = {
    '++': new Set<number>(),
    '--': new Set<number>(),
    highlight: new Set<number>(),
    focus: new Set<number>(),
  };
  if (!code.includes('[!code')) {
    return { code, added: sets['++'], removed: sets['--'], ...sets };
  }
  const pattern =
    /\s*(?:\/\/|\/\*|#|--|;|%|<!--|\{\/\*|'|REM)\s*\[!code (\+\+|--|highlight|hl|focus)(?::(\d+))?\]\s*(?:\*\/\}?|-->)?\s*$/;
  const kept: string[] = [];
  for (const line of code.split('\n')) {
    const match = pattern.exec(line);
    if (!match) {
      kept.push(line);
      continue;
    }
    const rest = line.slice(0, match.index);
    // A comment alone on its line speaks of the lines below it.
    if (rest.trim() !== '') kept.push(rest);
    const first = kept.length + (rest.trim() === '' ? 1 : 0);
    const kind = (match[1] === 'hl' ? 'highlight' : match[1]) as keyof typeof sets;
    const count = Math.min(Number(match[2] ?? 1), 10_000);
    for (let index = 0; index < count; index++) sets[kind].add(first + index);
  }
  return {
    code: kept.join('\n'),
    added: sets['++'],
    removed: sets['--'],
    highlight: sets.highlight,
    focus: sets.focus,
  };
}
