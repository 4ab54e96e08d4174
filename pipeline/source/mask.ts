import { freeBlock, mostNames } from './mask/block.ts';
import { defuse, isCostly } from './mask/defuse.ts';
import { findSpans } from './mask/find-spans.ts';
import { isMath, isPlainMath } from './mask/formula.ts';
import type { Masked, MaskOptions, Span } from './mask/span.ts';
import { fill, isNamed } from './mask/stand-ins.ts';

/** Puts stand-ins of equal length in place of everything that only Docent understands. */
export function mask(text: string, options: MaskOptions): Masked {
  const base = freeBlock(text);
  if (base === undefined || !mayNeedMask(text, options)) {
    return { text, spans: [], named: [], base: 0 };
  }
  const { spans, named } = nameable(spansOf(text, options));
  const masked = defuse(fill(text, spans, base), options.plain ?? [], base);
  return masked === text
    ? { text, spans: [], named, base: 0 }
    : { text: masked, spans, named, base };
}

/** A cheap look at the text: most pages of a site need no mask. */
function mayNeedMask(text: string, options: MaskOptions): boolean {
  if (options.refused !== undefined || options.plain !== undefined) return true;
  if (isCostly(text)) return true;
  if (text.includes('{{') || text.includes('$')) return true;
  if (options.format === 'md') return text.includes('{#');
  return options.cures && /[<{]/.test(text);
}

/** Dollars are math if the site enables it; if it doesn't say, where a page clearly has a formula. */
function spansOf(text: string, options: MaskOptions): readonly Span[] {
  const spans = findSpans(text, options, options.latex !== false && text.includes('$'));
  if (options.latex || !spans.some(isMath) || spans.some(isPlainMath)) return spans;
  return findSpans(text, options, false);
}

/** Leaves out spans for which there is no name left, and those with a name after them. */
function nameable(spans: readonly Span[]): Pick<Masked, 'spans' | 'named'> {
  const named = spans.filter(isNamed);
  const first = named[mostNames];
  if (first === undefined) return { spans, named };
  return {
    spans: spans.filter((span) => span.start < first.start || !isNamed(span)),
    named: named.slice(0, mostNames),
  };
}
