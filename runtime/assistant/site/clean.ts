import { addressMark, inline, type Piece, type Policy } from './clean-inline.ts';

/** Takes the pieces of an answer and gives them back as soon as it is known what they are. */
export interface Cleaner {
  readonly push: (piece: string) => string;
  /** What is held at the end of a sentence, where nothing that follows can change what it is. */
  readonly settle: () => string;
  /** The rest, once nothing more comes. */
  readonly end: () => string;
}

/**
 * Removes from streamed Markdown every link, picture, bare address and tag that the policy does not
 * allow; the words of a link stay. Code stays as it is: it is not followed. Wherever this reading of the
 * text and a renderer's could differ, the mark in question is escaped, so that both agree.
 */
export function createCleaner(policy: Policy): Cleaner {
  return cleanerOf({ policy, held: '', atLineStart: true, tail: '' });
}

function cleanerOf(state: State): Cleaner {
  return {
    push: (piece) => {
      state.held += piece.replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n');
      return drain(state, false);
    },
    settle: () => (state.fence ? '' : drain(state, true)),
    end: () => drain(state, true),
  };
}

interface State {
  readonly policy: Policy;
  /** What came in and was not given out yet. */
  held: string;
  atLineStart: boolean;
  /** The last characters given out, as a renderer would read them. */
  tail: string;
  /** The fence of the code block that the held text is in. */
  fence?: { readonly mark: string; readonly indent: number } | undefined;
}

/** Gives out what is certain; at the end, everything. */
function drain(state: State, final: boolean): string {
  let out = '';
  while (state.held !== '') {
    const next = nextPiece(state, final);
    if (next === 'wait') break;
    out += emit(state, next);
  }
  return out;
}

/** What the beginning of the held text is, unless that is known only with more of it. */
function nextPiece(state: State, final: boolean): Piece | 'wait' {
  const { held, policy, fence, atLineStart } = state;
  if (fence) return inFence(state, fence, final);
  const opening = atLineStart && mayOpenFence.test(held) ? fenceLine(state, final) : undefined;
  return (
    opening ?? inline({ held, final, policy, clean: (text) => cleanedPart(text, policy) }) ?? 'wait'
  );
}

/** A line that may become the beginning of a code block. */
const mayOpenFence = /^[ \t]*(`{1,2}$|`{3}|~{1,2}$|~{3}|$)/;

/** Takes a piece from the held text, and keeps it apart from what was given out before. */
function emit(state: State, { text, length, apart = false }: Piece): string {
  // What two removals push together must not become an address.
  const said = text.replace(/\\(?=\W)/g, '');
  const joins = !apart && state.tail !== '' && addressMark.test(state.tail + said.slice(0, 4));
  state.tail = apart ? '' : (state.tail + said).slice(-4);
  if (length > 0) state.atLineStart = state.held[length - 1] === '\n';
  state.held = state.held.slice(length);
  return joins ? ` ${text}` : text;
}

/** The next line of a code block, or as much of it as there is. */
function inFence(
  state: State,
  { mark, indent }: NonNullable<State['fence']>,
  final: boolean,
): Piece | 'wait' {
  const { held, atLineStart } = state;
  const line = wholeLine(held, final);
  // Only at its beginning may a line be the end of the fence.
  if (line === undefined && atLineStart && /^[ \t]*[`~]*[ \t]*$/.test(held)) return 'wait';
  const code = line ?? held;
  const closes =
    line !== undefined && atLineStart && new RegExp(`^[ \\t]*${mark}+[ \\t]*\\n?$`).test(line);
  if (closes) {
    state.fence = undefined;
    return { text: line.trimStart(), length: line.length, apart: true };
  }
  return { text: atLineStart ? dedent(code, indent) : code, length: code.length, apart: true };
}

/** The line that opens a code block; undefined for another one. */
function fenceLine(state: State, final: boolean): Piece | 'wait' | undefined {
  const line = wholeLine(state.held, final);
  if (line === undefined) return 'wait';
  const opening = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/.exec(line);
  if (!opening) return undefined;
  const [, indent = '', mark = ''] = opening;
  // At the margin it is a fence for every renderer, and no list can end it early.
  state.fence = { mark, indent: indent.length };
  return { text: line.slice(indent.length), length: line.length, apart: true };
}

/** A whole text, cleaned. */
export function cleaned(text: string, policy: Policy): string {
  const cleaner = createCleaner(policy);
  return cleaner.push(text) + cleaner.end();
}

/** Part of a line, cleaned: fences begin at the start of one only. */
function cleanedPart(text: string, policy: Policy): string {
  const cleaner = cleanerOf({ policy, held: '', atLineStart: false, tail: '' });
  return cleaner.push(text) + cleaner.end();
}

/** The first line with its end; undefined while it may go on. */
function wholeLine(text: string, final: boolean): string | undefined {
  const end = text.indexOf('\n');
  if (end >= 0) return text.slice(0, end + 1);
  return final ? text : undefined;
}

function dedent(line: string, indent: number): string {
  return line.replace(new RegExp(`^[ \\t]{0,${indent}}`), '');
}
