import { type ComponentChildren, h } from 'preact';
import type { Problem } from '../../schema/errors.ts';

/** Says what went wrong where it happened, in `docent dev`. */
export interface ProblemMarks {
  /** Problems so far: given to `since` when a node is done. */
  readonly count: () => number;
  /** Marks of what was reported meanwhile, or found by the parser inside a range, each once. */
  readonly since: (count: number, range?: Range) => ComponentChildren;
  /** What the parser found in the tree that is walked next, and in which file. */
  readonly expect: (problems: readonly Problem[], file: string) => void;
}

interface Range {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Makes the marks of a page whose problems are gathered in a list. */
export function createMarks(reported: readonly Problem[]): ProblemMarks {
  const marked = new Set<Problem>();
  const expected: Problem[] = [];
  const mark = (problem: Problem) => {
    marked.add(problem);
    return h(ProblemMark, { problem });
  };
  return {
    count: () => reported.length,
    since(count, range) {
      const found = reported.slice(count);
      if (range) found.push(...expected.filter((problem) => isInside(problem, range)));
      const left = found.filter((problem) => problem.severity !== 'note' && !marked.has(problem));
      return left.length === 0 ? undefined : left.map(mark);
    },
    expect(problems, file) {
      expected.push(...problems.filter((problem) => problem.place && problem.file === file));
    },
  };
}

function isInside({ file, place }: Problem, range: Range): boolean {
  const at = place?.start.offset ?? -1;
  return file === range.file && at >= range.start && at < range.end;
}

/** Longer reasons are cut: the notice above the page has the whole one. */
const longest = 100;

/** Only visual: the notice above the page has the same for everyone. */
function ProblemMark({ problem }: { readonly problem: Problem }) {
  const { file, place, reason, severity } = problem;
  const where = `${file}:${place?.start.line ?? 1}:${place?.start.column ?? 1}`;
  const short = reason.length > longest ? `${reason.slice(0, longest - 1)}…` : reason;
  return (
    <span
      class={`problem-mark problem-mark-${severity}`}
      aria-hidden="true"
      dir="ltr"
      data-place={where}
      title={reason}
    >
      {short}
    </span>
  );
}
