import { escapeHtml } from '../../../../schema/html.ts';
import type { CodeTypes, Hover, Note } from './code-types.ts';

/** A part of a line that has one colour. */
interface Piece {
  readonly text: string;
  readonly color: string;
}

/** Puts types into coloured code: what is under the pointer into a title, what is asked for below its line. */
export function markTypes(html: string, { hovers, notes }: CodeTypes): string {
  const hoversOf = Map.groupBy(hovers, ({ line }) => line);
  const notesOf = Map.groupBy(notes, shownBelow);
  return html
    .split('\n')
    .map((line, index) => {
      const errors = notes.filter((note) => note.line === index && note.kind === 'error');
      const marked = markLine(line, hoversOf.get(index) ?? [], errors);
      const above = index === 0 ? (notesOf.get(-1) ?? []) : [];
      const below = notesOf.get(index) ?? [];
      return [
        ...above.map((note) => noteElement(note, `${noteText(note)}&#10;`)),
        marked,
        ...below.map((note) => noteElement(note, `&#10;${noteText(note)}`)),
      ].join('');
    })
    .join('\n');
}

/** The line that a note is shown below: what a comment says belongs to the lines after it. */
function shownBelow({ kind, line }: Note): number {
  return kind === 'tag' ? line - 1 : line;
}

/** Splits a line at the ends of names and errors. */
function markLine(line: string, hovers: readonly Hover[], errors: readonly Note[]): string {
  if (hovers.length + errors.length === 0) return line;
  const cuts = [...hovers, ...errors].flatMap(({ character, length }) => [
    character,
    character + length,
  ]);
  const pieces = cutAt(piecesOf(line), new Set(cuts));
  let at = 0;
  let open: Hover | undefined;
  let marked = '';
  for (const { text, color } of pieces) {
    const start = at;
    at += text.length;
    const hover = hovers.find((one) => start >= one.character && at <= one.character + one.length);
    if (hover !== open) {
      if (open) marked += '</span>';
      if (hover) marked += `<span class="code-type" title="${attribute(hover.text)}">`;
      open = hover;
    }
    const isWrong = errors.some(
      (one) => start >= one.character && at <= one.character + one.length,
    );
    const classes = [color, isWrong && 'code-wrong'].filter(Boolean).join(' ');
    marked +=
      classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`;
  }
  return open ? `${marked}</span>` : marked;
}

/** The parts of a line as the highlighter writes it: texts, and texts in elements without others in them. */
function piecesOf(line: string): readonly Piece[] {
  return [...line.matchAll(/<span class="([^"]*)">([^<]*)<\/span>|([^<]+)/g)].map(
    ([, color = '', inside, outside]) => ({ color, text: unescaped(inside ?? outside ?? '') }),
  );
}

function cutAt(pieces: readonly Piece[], cuts: ReadonlySet<number>): readonly Piece[] {
  const parts: Piece[] = [];
  let at = 0;
  for (const { text, color } of pieces) {
    let start = 0;
    for (let end = 1; end <= text.length; end++) {
      if (end < text.length && !cuts.has(at + end)) continue;
      parts.push({ text: text.slice(start, end), color });
      start = end;
    }
    at += text.length;
  }
  return parts;
}

/** A note on a line of its own, which is no part of the code. */
function noteElement({ kind }: Note, html: string): string {
  return `<span class="code-note code-note-${kind}">${html}</span>`;
}

/** A note under what it is about; the code is split at its own line breaks only. */
function noteText({ kind, character, text }: Note): string {
  const indent = ' '.repeat(character);
  const lines = text
    .split('\n')
    .map((line) => indent + (kind === 'type' ? '  ' : '') + escapeHtml(line));
  const [first = '', ...rest] = lines;
  return [kind === 'type' ? first.replace(/^( *) {2}/, '$1^ ') : first, ...rest].join('&#10;');
}

function attribute(text: string): string {
  return escapeHtml(text).replaceAll('\n', '&#10;');
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

function unescaped(html: string): string {
  return html.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
