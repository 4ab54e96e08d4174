import { diffArrays } from 'diff';

/** Lines that are the same in two texts, or that differ; `line` is the number of the first one in each. */
export interface ComparedPart {
  readonly isSame: boolean;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  readonly line: { readonly mine: number; readonly theirs: number };
}

/** Edits after which the texts between their common beginning and end are called different as a whole. */
const mostEdits = 800;

/** Two texts line by line: what is the same and what differs in turn. */
export function comparedLines(mine: string, theirs: string): readonly ComparedPart[] {
  const [own, other] = [mine.split('\n'), theirs.split('\n')];
  const edits = diffArrays(other, own, { maxEditLength: mostEdits }) ?? ends(own, other);
  const parts: ComparedPart[] = [];
  const line = { mine: 1, theirs: 1 };
  for (const { value, added = false, removed = false } of edits) {
    const isSame = !added && !removed;
    const last = parts.at(-1);
    const part = {
      isSame,
      mine: removed ? [] : value,
      theirs: added ? [] : value,
      line: { ...line },
    };
    line.mine += part.mine.length;
    line.theirs += part.theirs.length;
    // What was removed and what was added in its place are one change.
    if (!isSame && last?.isSame === false) {
      const both = {
        mine: [...last.mine, ...part.mine],
        theirs: [...last.theirs, ...part.theirs],
      };
      parts.splice(-1, 1, { ...last, ...both });
    } else parts.push(part);
  }
  return parts;
}

/** My text with one change as the other text has it. */
export function withTheirs(parts: readonly ComparedPart[], taken: ComparedPart): string {
  return parts.flatMap((part) => (part === taken ? part.theirs : part.mine)).join('\n');
}

interface Edit {
  readonly value: readonly string[];
  readonly added?: boolean;
  readonly removed?: boolean;
}

/** The lines without those at the beginning and the end that are the same. */
function ends(own: readonly string[], other: readonly string[]): readonly Edit[] {
  const most = Math.min(own.length, other.length);
  let before = 0;
  while (before < most && own[before] === other[before]) before++;
  let after = 0;
  while (after < most - before && own.at(-1 - after) === other.at(-1 - after)) after++;
  return [
    { value: own.slice(0, before) },
    { value: other.slice(before, other.length - after), removed: true },
    { value: own.slice(before, own.length - after), added: true },
    { value: own.slice(own.length - after) },
  ].filter(({ value }) => value.length > 0);
}
