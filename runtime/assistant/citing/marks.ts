/** A piece of an answer as a model writes it, without the marks that name its passages. */
export type AnswerPart =
  | {
      readonly type: 'text';
      readonly text: string;
      /**
       * `sentence`: its words; `start`: what is before them in a line, such as a bullet; `bar`: between two
       * cells of a table; `break`: the end of a line; `code`: a line of a code block.
       */
      readonly kind: 'sentence' | 'start' | 'bar' | 'break' | 'code';
    }
  | {
      readonly type: 'end';
      /** Ids of passages that the sentence was marked with, as written. */
      readonly ids: readonly string[];
      /** Marked as resting on no passage: the pages do not answer. */
      readonly isRefusal: boolean;
      /** A heading, or the head of a table: it names what follows. */
      readonly isTitle: boolean;
    };

/** Takes an answer piece by piece, and gives back its sentences as far as they are known. */
export interface Splitter {
  readonly push: (piece: string) => readonly AnswerPart[];
  /** The rest, once nothing more comes. */
  readonly end: () => readonly AnswerPart[];
}

/** The word of a mark that says that the pages do not answer. */
const noPassage = 'none';

interface State {
  held: string;
  atLineStart: boolean;
  /** What the current line is, and whether the one before it was a row of a table. */
  line: 'text' | 'row' | 'heading';
  isAfterRow: boolean;
  /** The run of backticks that opened a code span. */
  ticks: string;
  /** Brackets that are open: a link is not cut. */
  depth: number;
  /** The fence of the code block that the held text is in. */
  fence?: string | undefined;
  /** The sentence has come to its end; only marks may follow. */
  isOver: boolean;
  hasText: boolean;
  ids: string[];
  isRefusal: boolean;
}

const name = 's\\d{1,4}|none';
const mark = new RegExp(
  `^[ \\t]*\\[{1,2}[ \\t]*((?:${name})(?:[ \\t]*[,;][ \\t]*(?:${name}))*)[ \\t]*\\]{1,2}(?![(\\]])`,
  'i',
);
/** What may become a mark; kept short, so that no text waits for long. */
const mayBecomeMark = /^[ \t]*(?:\[{1,2}(?:[ \t]*[sn][\w,; \t]{0,60})?\]{0,2})?$/i;
const markInCode = new RegExp(`\\[\\[(?:${name})(?:, ?(?:${name}))*\\]\\]`, 'gi');

const lineStart = /^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+|#{1,6}[ \t]+)+/;
/** What may become the start of a list, a heading, a table or a code block. */
const mayBecomeLineStart = /^[ \t]*(?:[-*+>#|]+|\d{1,9}[.)]?|`{1,2}|~{1,2})?[ \t]*$/;
const fenceStart = /^[ \t]*(?:`{3}|~{3})/;
const terminator = /^[.!?…]+["'”’)\]*_»]*(?=\s|$)/;
const denseTerminator = /^[。！？｡]+[」』）”’*_]*/;
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|z\.B|d\.h|bzw|ca|Nr|No|p\.ej|ex)$/i;

/**
 * Cuts the Markdown of an answer into sentences, and takes out the marks such as `[[s3]]` with which the
 * model says what each rests on, wherever the stream cuts them.
 */
export function createSplitter(): Splitter {
  const state: State = {
    ...{ held: '', atLineStart: true, line: 'text', isAfterRow: false, ticks: '', depth: 0 },
    ...{ isOver: false, hasText: false, ids: [], isRefusal: false },
  };
  let recent = '';
  const drain = (final: boolean): AnswerPart[] => {
    const parts: AnswerPart[] = [];
    while (state.held !== '') {
      const taken = state.fence ? inFence(state, final) : inProse(state, { final, recent });
      if (!taken) break;
      for (const part of taken) {
        const last = parts.at(-1);
        if (part.type === 'text') recent = (recent + part.text).slice(-12);
        // One event for a run of characters, not one for each of them.
        if (part.type === 'text' && last?.type === 'text' && last.kind === part.kind) {
          parts[parts.length - 1] = { ...last, text: last.text + part.text };
        } else parts.push(part);
      }
    }
    return parts;
  };
  return {
    push: (piece) => {
      state.held += piece.replace(/\r\n?/g, '\n');
      return drain(false);
    },
    end: () => [...drain(true), ...over(state)],
  };
}

/** The next part of prose, and what of the held text it takes; undefined to wait for more. */
function inProse(
  state: State,
  { final, recent }: { readonly final: boolean; readonly recent: string },
): readonly AnswerPart[] | undefined {
  const { held } = state;
  if (state.atLineStart && !state.isOver) {
    if (!final && mayBecomeLineStart.test(held)) return undefined;
    const opening = fenceStart.test(held) ? fenceLine(held, final) : undefined;
    if (opening === 'wait') return undefined;
    if (opening) {
      state.fence = opening.mark;
      return taken(state, opening.line, 'code');
    }
    state.atLineStart = false;
    const start = lineStart.exec(held)?.[0] ?? '';
    const isHeading = start.includes('#');
    state.line = /^[ \t]*\|/.test(held) ? 'row' : isHeading ? 'heading' : 'text';
    if (start !== '') return taken(state, start, 'start');
  }
  if (state.ticks === '') {
    const found = mark.exec(held);
    if (found && (final || found[0].length < held.length)) return markTaken(state, found);
    if (!final && mayBecomeMark.test(held)) return undefined;
  }
  if (held.startsWith('\n')) {
    const ended = over(state);
    const isAfterRow = state.line === 'row';
    Object.assign(state, { atLineStart: true, line: 'text', isAfterRow, ticks: '', depth: 0 });
    return [...ended, ...taken(state, '\n', 'break')];
  }
  if (state.isOver) return over(state);
  return nextText(state, { final, recent });
}

/** Text up to the next character that could mean something. */
function nextText(
  state: State,
  { final, recent }: { readonly final: boolean; readonly recent: string },
): readonly AnswerPart[] | undefined {
  const { held } = state;
  const run = /^`+/.exec(held)?.[0];
  if (run !== undefined) {
    if (run.length === held.length && !final) return undefined;
    if (state.ticks === '') state.ticks = run;
    else if (state.ticks === run) state.ticks = '';
    return taken(state, run, 'sentence');
  }
  if (state.ticks !== '') return taken(state, /^[^`\n]+/.exec(held)?.[0] ?? held, 'sentence');
  if (held.startsWith('\\')) {
    return held.length < 2 && !final ? undefined : taken(state, held.slice(0, 2), 'sentence');
  }
  if (state.line === 'row' && held.startsWith('|')) return taken(state, '|', 'bar');
  if (held.startsWith('[')) state.depth++;
  if (held.startsWith(']')) state.depth = Math.max(0, state.depth - 1);
  if (state.depth === 0) {
    const dense = denseTerminator.exec(held)?.[0];
    const end = dense ?? terminator.exec(held)?.[0];
    if (end !== undefined) {
      if (end.length === held.length && !final) return undefined;
      state.isOver = state.line !== 'row' && (dense !== undefined || !abbreviation.test(recent));
      return taken(state, end, 'sentence');
    }
  }
  return taken(state, /^(?:[^\s`\\|[\].!?…。！？｡]+|[\s\S])/.exec(held)?.[0] ?? held, 'sentence');
}

function markTaken(state: State, [whole, names = '']: RegExpExecArray): readonly AnswerPart[] {
  for (const one of names.toLowerCase().split(/[\s,;]+/)) {
    if (one === noPassage) state.isRefusal = true;
    else if (one !== '') state.ids.push(one);
  }
  state.held = state.held.slice(whole.length);
  // Two words do not grow together where a mark was.
  const joins = /^[ \t]/.test(whole) && /^[\p{L}\p{N}]/u.test(state.held) && !state.isOver;
  return joins ? [{ type: 'text', text: ' ', kind: 'sentence' }] : [];
}

/** The line that opens a code block; undefined when it is another one. */
function fenceLine(held: string, final: boolean) {
  const end = held.indexOf('\n');
  if (end < 0 && !final) return 'wait';
  const line = end < 0 ? held : held.slice(0, end + 1);
  const mark = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  return mark === undefined ? undefined : { mark, line };
}

/** A code block as it comes, without the marks in it. */
function inFence(state: State, final: boolean): readonly AnswerPart[] | undefined {
  const { held } = state;
  const end = held.indexOf('\n');
  if (end < 0 && !final) {
    if (state.atLineStart && /^[ \t]*[`~]*[ \t]*$/.test(held)) return undefined;
    // A mark, as far as it has come.
    const open = /\[(?:\[[\w, ]{0,60}\]?)?$/.exec(held)?.index ?? held.length;
    if (open === 0) return undefined;
    state.atLineStart = false;
    return cutCode(state, held.slice(0, open));
  }
  const line = end < 0 ? held : held.slice(0, end + 1);
  if (state.atLineStart && new RegExp(`^[ \\t]*${state.fence}+[ \\t]*\\n?$`).test(line)) {
    state.fence = undefined;
  }
  state.atLineStart = true;
  return cutCode(state, line);
}

function cutCode(state: State, text: string): readonly AnswerPart[] {
  state.held = state.held.slice(text.length);
  return [{ type: 'text', text: text.replace(markInCode, ''), kind: 'code' }];
}

function taken(
  state: State,
  text: string,
  kind: Extract<AnswerPart, { type: 'text' }>['kind'],
): readonly AnswerPart[] {
  state.held = state.held.slice(text.length);
  if (kind === 'sentence' && text.trim() !== '') state.hasText = true;
  return [{ type: 'text', text, kind }];
}

/** Ends the sentence, if there is one. */
function over(state: State): readonly AnswerPart[] {
  const { ids, isRefusal, hasText, line, isAfterRow } = state;
  const isTitle = line === 'heading' || (line === 'row' && !isAfterRow);
  Object.assign(state, { isOver: false, hasText: false, ids: [], isRefusal: false });
  return hasText ? [{ type: 'end', ids, isRefusal, isTitle }] : [];
}
