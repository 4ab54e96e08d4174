import type { Nodes, Root } from 'mdast';
import type { Problem } from '../../schema/errors.ts';
import { placeIn, walk } from './tree.ts';

/** A mistake that a rule finds: the whole of what is wrong, and what to write instead. */
interface Rule {
  readonly ruleId: string;
  readonly pattern: RegExp;
  readonly reason: (found: string) => string;
  readonly better: (found: string) => string | undefined;
}

/*
 * Few rules, all of them sure: a linter that is wrong once is turned off. Identifiers, names and
 * acronyms are left alone by looking at small letters only.
 */

// A word twice that no sentence needs twice; "that that" and "had had" are English.
const doubled =
  /\b(the|a|an|of|to|and|or|for|with|at|by|from|as|be|this|these|are|was|were|you|your|we|our|can|will|should|if|has|have|when|which)\s+\1\b(?![-'’/])/gi;

// Words before which "a" is "an"; what sounds otherwise ("one", "use", "euro") does not begin like this.
const vowelWord =
  /(?<![\w'’.*/-])a (?=(?:[aei](?![ui]?[A-Z])[a-z]{3,}|o(?!ne|nce|uija)[a-z]{3,}|un(?!i|anim)[a-z]{3,}|up[a-z]{3,}|hour|honest|heir)\b)(?!eu|ewe|already|also|alone|always|and|appears|applies|are|away|after|along|among|around|either|equals|even|every|exists|into|only|onto|over|other\b)[a-z]+/g;

// Words before which "an" is "a"; with a vowel after the first letter, so that "an npm package" is none.
const consonantWord =
  /(?<![\w'’.*/-])an (?=(?:[bcdfgjklmnpqrstvwyz][aeiou][a-z]{2,}|(?:str|pr|tr|cr|br|dr|fr|gr|bl|cl|fl|pl|sl|wh|th|ch|sh)[a-z]{2,}|user|useful|usage|usual|unique|unit|uniform|universal)\b)[a-z]+/g;

const rules: readonly Rule[] = [
  {
    ruleId: 'doubled-word',
    pattern: doubled,
    reason: (found) => `The word "${firstWord(found)}" is repeated`,
    better: firstWord,
  },
  {
    ruleId: 'article',
    pattern: vowelWord,
    reason: (found) => `Unexpected "a" before "${lastWord(found)}"`,
    better: (found) => `an ${lastWord(found)}`,
  },
  {
    ruleId: 'article',
    pattern: consonantWord,
    reason: (found) => `Unexpected "an" before "${lastWord(found)}"`,
    better: (found) => `a ${lastWord(found)}`,
  },
  {
    ruleId: 'wrong-word',
    pattern: /\b(?:could|should|would|must|might) of\b(?! course)/gi,
    reason: (found) => `Unexpected "${found}"`,
    better: (found) => `${firstWord(found)} have`,
  },
  {
    ruleId: 'wrong-word',
    pattern: /\balot\b/gi,
    reason: (found) => `Unexpected "${found}"`,
    better: () => 'a lot',
  },
  {
    ruleId: 'double-blank',
    pattern: /(?<=[a-z,]) {2,}(?=[a-z])/g,
    reason: () => 'Several spaces between two words',
    better: () => undefined,
  },
];

/** Mistakes in the English prose of a page: text alone, without code, addresses and properties. */
export function proseProblems(
  file: { readonly path: string; readonly text: string },
  root: Root | Nodes,
  severity: 'warning' | 'error',
): Problem[] {
  const problems: Problem[] = [];
  walk(root, (node) => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (node.type !== 'text' || start === undefined || end === undefined) return;
    // As written, not as read: places stay true behind escapes.
    const written = file.text.slice(start, end);
    for (const { ruleId, pattern, reason, better } of rules) {
      for (const { 0: found, index } of written.matchAll(pattern)) {
        const instead = better(found);
        problems.push({
          severity,
          source: 'source',
          ruleId,
          file: file.path,
          place: placeIn(file.text, start + index, start + index + found.length),
          reason: reason(found),
          actual: found,
          ...(instead === undefined ? {} : { expected: [instead] }),
          note: instead === undefined ? 'Keep one.' : `Write "${instead}".`,
        });
      }
    }
  });
  return problems;
}

function firstWord(found: string): string {
  return found.split(/\s/)[0] ?? found;
}

function lastWord(found: string): string {
  return found.split(/\s/).at(-1) ?? found;
}
