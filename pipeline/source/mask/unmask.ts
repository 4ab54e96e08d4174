import { blockSize, fillingOf, highs, lows, signOf } from './block.ts';
import type { Masked, Span } from './span.ts';

/** The text as it was before `mask`. */
export function unmask(masked: Masked): string {
  let result = '';
  let at = 0;
  for (const span of masked.spans) {
    result += masked.text.slice(at, span.start) + span.text;
    at = span.end;
  }
  const whole = result + masked.text.slice(at);
  if (masked.base === 0) return whole;
  return whole.replace(/[\ue000-\uf8ff]/g, (c) => signOf(c.charCodeAt(0), masked.base) ?? c);
}

/** The parts of a string of the tree: its own text and the spans in it. */
export type Piece = { readonly text: string } | { readonly span: Span };

/** Reads the stand-ins in a string of the tree. */
export function pieces(value: string, masked: Masked): Piece[] {
  const found: Piece[] = [];
  let text = '';
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i) - masked.base;
    if (masked.base === 0 || code < 0 || code >= blockSize) {
      text += value[i];
    } else if (code < highs) {
      const low = value.charCodeAt(i + 1) - masked.base - highs;
      const span = masked.named[code * lows + low];
      if (span === undefined) continue;
      if (text !== '') found.push({ text });
      text = '';
      found.push({ span });
      i = fillEnd(value, i + 2, masked) - 1;
    } else if (code > highs + lows) text += signOf(value.charCodeAt(i), masked.base);
    else {
      // A filling without its head continues from the previous paragraph: the head represents all
      // of it.
      i = fillEnd(value, i, masked) - 1;
      while (found.length === 0 && text === '' && /\s/.test(value[i + 1] ?? '')) i++;
    }
  }
  if (text !== '') found.push({ text });
  return found;
}

/** A string of the tree with the original text back in place. */
export function restore(value: string, masked: Masked): string {
  if (masked.base === 0) return value;
  return pieces(value, masked)
    .map((piece) => ('text' in piece ? piece.text : piece.span.text))
    .join('');
}

/** The span whose filling is at an offset of the masked text. */
export function filledBy(masked: Masked, at: number): Span | undefined {
  if (masked.text.charCodeAt(at) !== fillingOf(masked.base)) return undefined;
  return masked.spans.find((span) => span.start < at && at < span.end);
}

function fillEnd(value: string, at: number, masked: Masked): number {
  const filling = fillingOf(masked.base);
  let end = at;
  for (;;) {
    while (value.charCodeAt(end) === filling) end++;
    const blank = /^[ \t]*(?:\r\n|\r|\n)[ \t]*/.exec(value.slice(end, end + 80))?.[0].length ?? 0;
    if (blank === 0 || value.charCodeAt(end + blank) !== filling) return end;
    end += blank;
  }
}
