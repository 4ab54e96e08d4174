import { blankToEnd, nextLine, run, type Work } from '../scan.ts';
import type { Span } from './span.ts';

const plainMath =
  /\\[A-Za-z]+|[_^]\{|[A-Za-z0-9)]\^[A-Za-z0-9(\\]|(?<![A-Za-z])[A-Za-z]_[A-Za-z0-9]/;

/** Whether a span is a formula. */
export function isMath(span: Span): boolean {
  return span.kind === 'math' || span.kind === 'display';
}

/** Whether a formula is one beyond doubt: then the page's other dollars are formulas too. */
export function isPlainMath(span: Span): boolean {
  return (
    (span.kind === 'display' && span.value !== '') || (isMath(span) && plainMath.test(span.value))
  );
}

/**
 * A `$` opens math only if it is not followed by a space. It closes math only if it is neither
 * preceded by a space nor followed by a digit; a letter may follow something that is clearly a
 * formula, as in `$\text{Vote}$s`. Amounts such as "$5 and $6" stay text. Formulas with single
 * dollars stay in their paragraph and in their table cell.
 */
export function mathEnd(text: string, at: number, lineStart: number, work: Work): number {
  const size = run(text, at, '$');
  if (size > 2 || work.left <= 0) return -1;
  if (size === 2) return displayEnd(text, at, lineStart, work);
  if (/\s/.test(text[at + 1] ?? ' ')) return -1;
  const row = text.slice(lineStart, at).trimStart().startsWith('|');
  let isFormula = false;
  let i = at + 1;
  for (; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') {
      isFormula = true;
      i++;
    } else if (c === '{' || c === '}' || c === '^' || c === '_') isFormula = true;
    else if ((row && c === '|') || c === '`') break;
    else if (c === '\n' || c === '\r') {
      if (row || blankToEnd(text, nextLine(text, i))) break;
    } else if (c === '$') {
      if (text[i + 1] === '$') break;
      const next = text[i + 1] ?? '';
      const mayFollow = !/\p{N}/u.test(next) && (isFormula || !/\p{L}/u.test(next));
      if (mayFollow && !/\s/.test(text[i - 1] ?? '')) return i + 1;
      // The next dollar may open a formula: "$5 for each $x_1$".
      break;
    }
  }
  work.left -= i - at;
  return -1;
}

function displayEnd(text: string, at: number, lineStart: number, work: Work): number {
  const alone = leads(text, lineStart, at) && blankToEnd(text, at + 2);
  let i = at + 2;
  for (; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '$' && text[i + 1] === '$') {
      if (i > at + 2) return i + 2;
      break;
    } else if (c === '\n' && !alone && blankToEnd(text, i + 1)) break;
  }
  work.left -= i - at;
  return -1;
}

/** Whether only spaces and markers of quotes and lists precede `at` in its line. */
export function leads(text: string, lineStart: number, at: number): boolean {
  return /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*$/.test(text.slice(lineStart, at));
}

/** A formula without the marks of the quote and the indentation that it is in. */
export function withoutPrefix(formula: string): string {
  if (!/[\n\r]/.test(formula)) return formula.trim();
  const lines = formula.split(/\r\n|\r|\n/).map((line) => line.replace(/^(?:[ \t]*>)+[ \t]?/, ''));
  const rest = lines.slice(1).filter((line) => line.trim() !== '');
  const indent = Math.min(...rest.map((line) => line.length - line.trimStart().length), 1000);
  return lines
    .map((line, index) => (index === 0 ? line : line.slice(indent)).trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
