import type { PatternScanner, RegexEngine, RegexEngineString } from 'shiki';
import { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript';

/** A pattern of a grammar, and the result of its last search. */
interface Pattern {
  readonly regexp: RegExp;
  /** False when a match depends on where the search begins (`\G`). */
  readonly isReusable: boolean;
  /** `id` of the text that was searched. */
  text: number;
  from: number;
  /** Where it was found; -1 when it was not. */
  at: number;
  indices: RegExpIndicesArray | undefined;
}

/** A text to search, with a number of its own. */
interface Text extends RegexEngineString {
  readonly id: number;
}

/** What the highlighter takes for the bounds of a group that took no part. */
const none = { start: 4_294_967_295, end: 4_294_967_295, length: 0 };

/**
 * Searches with JavaScript's own regular expressions. Nested rules of a grammar have most of their
 * patterns in common: where a pattern was found in a line is remembered for all of them, so that a
 * bracket which opens does not begin all searches again. A pattern that has no JavaScript form is
 * passed over.
 */
export function createEngine(): RegexEngine {
  const patterns = new Map<string | RegExp, Pattern | undefined>();
  let texts = 0;
  const patternOf = (source: string | RegExp): Pattern | undefined => {
    if (!patterns.has(source)) patterns.set(source, readPattern(source));
    return patterns.get(source);
  };
  return {
    createScanner: (sources) => createScanner(sources.map(patternOf)),
    createString: (content): Text => ({ content, id: ++texts }),
  };
}

function readPattern(source: string | RegExp): Pattern | undefined {
  let regexp: RegExp;
  try {
    regexp = typeof source === 'string' ? defaultJavaScriptRegexConstructor(source) : source;
  } catch {
    return undefined;
  }
  const { rawOptions } = regexp as { rawOptions?: { readonly strategy?: string } };
  const isReusable = !regexp.sticky && !rawOptions?.strategy;
  return { regexp, isReusable, text: 0, from: 0, at: -1, indices: undefined };
}

function createScanner(patterns: readonly (Pattern | undefined)[]): PatternScanner {
  return {
    findNextMatchSync(string, start) {
      const { content, id } = string as Text;
      let best = -1;
      let bestAt = 0;
      for (let index = 0; index < patterns.length; index++) {
        const pattern = patterns[index];
        if (pattern === undefined) continue;
        const isKnown =
          pattern.text === id &&
          pattern.isReusable &&
          pattern.from <= start &&
          (pattern.at < 0 || pattern.at >= start);
        if (!isKnown) search(pattern, content, id, start);
        const { at } = pattern;
        if (at < 0 || (best >= 0 && at >= bestAt)) continue;
        best = index;
        bestAt = at;
        if (at === start) break;
      }
      const indices = patterns[best]?.indices;
      if (indices === undefined) return null;
      const captureIndices = indices.map((bounds) =>
        bounds === undefined
          ? none
          : { start: bounds[0], end: bounds[1], length: bounds[1] - bounds[0] },
      );
      return { index: best, captureIndices };
    },
  };
}

function search(pattern: Pattern, content: string, id: number, start: number): void {
  const { regexp } = pattern;
  regexp.lastIndex = start;
  let match: RegExpExecArray | null = null;
  try {
    match = regexp.exec(content);
  } catch {
    // One that is compiled when it is first used may turn out to have no JavaScript form.
  }
  pattern.text = id;
  pattern.from = start;
  pattern.at = match?.index ?? -1;
  pattern.indices = match?.indices;
}
