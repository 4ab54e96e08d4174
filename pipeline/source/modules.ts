import { isModule } from './culprit.ts';
import { fenceEnd, moduleEnd, workFor } from './scan.ts';

/** Where a statement is in the text. */
export interface Statement {
  readonly start: number;
  readonly end: number;
}

/** Ends of statements that are tried on one page. */
const mostEnds = 200;

/**
 * The import and export statements of a text, outside of code blocks. One may hold blank lines: it ends
 * at the first one where it is whole.
 */
export function wholeModules(text: string, from: number): readonly Statement[] {
  const work = workFor(text);
  const found: Statement[] = [];
  let at = from;
  let ends = mostEnds;
  for (const { index, 0: mark } of text.matchAll(/^(?:import\b|export\b|[ \t]*(?:```|~~~))/gm)) {
    if (index < at) continue;
    if (!/^[ie]/.test(mark)) {
      at = Math.max(at, fenceEnd(text, index));
      continue;
    }
    for (let end = index; ends > 0 && end < text.length; ends--) {
      end = moduleEnd(text, end, work);
      if (!isModule({ value: text.slice(index, end) })) continue;
      found.push({ start: index, end });
      at = end;
      break;
    }
  }
  return found;
}
