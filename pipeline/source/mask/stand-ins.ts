import { blankToEnd } from '../scan.ts';
import { fillingOf, headOf, letterOf } from './block.ts';
import type { Span } from './span.ts';

/** Whether a span is restored from its placeholder; the others are single characters and spaces. */
export function isNamed({ kind, text }: Span): boolean {
  if (kind === 'refused') return text.length > 1;
  return !/^(?:less|void|comment|autolink|dropped)$/.test(kind);
}

/** The text with stand-ins in place of its spans. */
export function fill(text: string, spans: readonly Span[], base: number): string {
  const parts: string[] = [];
  let at = 0;
  let number = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), standIn(text, span, isNamed(span) ? number++ : 0, base));
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function standIn(text: string, span: Span, number: number, base: number): string {
  const written = span.text;
  if (span.kind === 'less' || (span.kind === 'refused' && written.length === 1)) {
    return letterOf(written, base);
  }
  if (span.kind === 'dropped') return written.replace(/[^\n\r]/g, ' ');
  if (span.kind === 'autolink') {
    const [open, close] = bracketsOf(text, span);
    return `${open}${written.slice(1, -1)}${close}`;
  }
  // `<br>` becomes `<b/>`: shorter by a letter, closed, and named again in the tree.
  if (span.kind === 'void') {
    return `<${span.value.slice(0, -1)}${written.slice(span.value.length + 1, -1)}/>`;
  }
  if (span.kind === 'comment') {
    const blank = written.replace(/[^\n\r]/g, ' ');
    // Two spaces at the end of a line would break it; a tab there does not.
    return blankToEnd(text, span.end) ? `${blank.slice(0, -1)}\t` : blank;
  }
  return filled(written, number, base);
}

/**
 * Spaces for the brackets of an address. Next to a mark of emphasis they would keep it from opening or
 * closing, so there they are parentheses, which end an address as well.
 */
function bracketsOf(text: string, { start, end, value }: Span): readonly [string, string] {
  const isMarked = [text[start - 1], text[end]].some((next) => /^[*_~]$/.test(next ?? ''));
  return isMarked && !/[()]/.test(value) ? ['(', ')'] : [' ', ' '];
}

/** A head and filling, line by line; what makes a line part of a quote stays. */
function filled(written: string, number: number, base: number): string {
  const filling = String.fromCharCode(fillingOf(base));
  const lines = written.split(/(\r\n|\r|\n)/);
  return lines
    .map((line, index) => {
      if (index % 2 === 1) return line;
      if (index === 0) return headOf(number, base) + filling.repeat(line.length - 2);
      const prefix = /^(?:[ \t]*>)*[ \t]*/.exec(line)?.[0].length ?? 0;
      return line.slice(0, prefix) + filling.repeat(line.length - prefix);
    })
    .join('');
}
