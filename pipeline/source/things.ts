import {
  bracesEnd,
  codeSpanEnd,
  fenceEnd,
  isDestination,
  nextLine,
  run,
  type ScannedTag,
  scanTag,
  type Work,
  workFor,
} from './scan.ts';

/** A tag, or an expression between braces. */
export interface Thing {
  readonly start: number;
  readonly end: number;
  readonly tag?: ScannedTag;
  /** A brace that is never closed, or a "<" that opens no tag. */
  readonly isOpen?: boolean;
}

/** Tags and expressions outside of code, as far as they begin before `to`. */
export function* things(
  text: string,
  from: number,
  to: number,
  work: Work = workFor(text),
): Generator<Thing> {
  const sign = /[\n\r`\\{<]/g;
  let fresh = true;
  for (let i = from; i < to; ) {
    if (fresh) {
      fresh = false;
      const fence = fenceEnd(text, i);
      if (fence >= 0) {
        i = fence;
        continue;
      }
    }
    const c = text[i];
    if (c === '\n' || c === '\r') {
      i = nextLine(text, i);
      fresh = true;
    } else if (c === '\\') i += /[\n\r]/.test(text[i + 1] ?? '') ? 1 : 2;
    else if (c === '`') {
      const end = codeSpanEnd(text, i, work);
      i = end < 0 ? i + run(text, i, '`') : end;
    } else if (c === '{') {
      const end = bracesEnd(text, i, work);
      yield end < 0 ? { start: i, end: i + 1, isOpen: true } : { start: i, end };
      i = end < 0 ? i + 1 : end;
    } else if (c === '<' && !isDestination(text, i)) {
      const tag = scanTag(text, i, work);
      yield tag === undefined
        ? { start: i, end: i + 1, isOpen: true }
        : { start: i, end: tag.end, tag };
      i = tag?.end ?? i + 1;
    } else {
      sign.lastIndex = i + 1;
      i = sign.exec(text)?.index ?? to;
    }
  }
}
