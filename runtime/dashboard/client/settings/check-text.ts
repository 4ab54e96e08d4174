import { configProblems } from '../../../../pipeline/check/config.ts';
import type { Problem, Severity } from '../../../../schema/errors.ts';

/** Something to fix in a `docs.json`, in the words of `docent check`. */
export interface Finding {
  readonly severity: Severity;
  readonly code: string;
  readonly reason: string;
  readonly note: string;
  /** Where it is in the text. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  /** The innermost value that it is about: `navigation.tabs[0]`. */
  readonly path: string;
}

/**
 * What `docent check` says about a `docs.json` text, apart from what it says about files that the text
 * includes: they are not here, and a server checks them when it gets the text.
 */
export function checkText(text: string): readonly Finding[] {
  const { problems, pathAt } = configProblems(text);
  const findings = problems.map((problem) => asFinding(problem, pathAt));
  const elsewhere = new Set(
    findings.flatMap(({ code, path }) => (code === 'ref-missing' ? [sectionOf(path)] : [])),
  );
  if (elsewhere.size === 0) return findings;
  return findings.filter(({ code, path, note }) => {
    if (code === 'ref-missing' || elsewhere.has(sectionOf(path))) return false;
    return ![...elsewhere].some((name) => note === `Add ${JSON.stringify(name)}.`);
  });
}

function asFinding(problem: Problem, pathAt: (offset: number) => string): Finding {
  const { severity, ruleId: code, reason, note = '', place } = problem;
  const { line, column, offset } = place?.start ?? { line: 1, column: 1, offset: 0 };
  return {
    ...{ severity, code, reason, note, line, column },
    ...{ from: offset, to: place?.end.offset ?? offset },
    path: place ? pathAt(offset) : '',
  };
}

function sectionOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? '';
}
