import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place, Problem, Severity } from '../../schema/errors.ts';
import { sortProblems } from './order.ts';
import { type Places, reportedPath } from './paths.ts';

/** What the handbook says of a code; written by `npm run reference`. */
interface Help {
  readonly means: string;
  readonly todo: string;
}

/** Problems as a SARIF 2.1.0 document, as code scanning reads it. */
export function problemsAsSarif(
  problems: readonly Problem[],
  { version, ...places }: Places & { readonly version: string },
) {
  const sorted = sortProblems(problems);
  const codes = [...new Set(sorted.map(({ ruleId }) => ruleId))].sort();
  const driver = { name: 'Docent', semanticVersion: version, rules: rulesOf(codes) };
  const results = sorted.map((problem) => {
    const { ruleId, severity, reason, note, place } = problem;
    const uri = encodeURI(reportedPath(problem, places)).replace(/[?#]/g, encodeURIComponent);
    return {
      ruleId,
      ruleIndex: codes.indexOf(ruleId),
      level: severity satisfies Severity,
      message: { text: note === undefined ? reason : `${reason}\n${note}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
            region: regionOf(place),
          },
        },
      ],
    };
  });
  return {
    $schema:
      'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}

/** The codes that were found, with their explanations; `command-failed` has none. */
function rulesOf(codes: readonly string[]) {
  const file = join(import.meta.dirname, 'help.json');
  const help: Readonly<Partial<Record<string, Help>>> = JSON.parse(readFileSync(file, 'utf8'));
  return codes.map((id) => {
    const known = help[id];
    if (known === undefined) return { id };
    const { means, todo } = known;
    return { id, shortDescription: { text: means }, help: { text: `${means} ${todo}` } };
  });
}

/** Without a place, the first line: code scanning shows no result without one. */
function regionOf(place: Place | undefined) {
  if (place === undefined) return { startLine: 1 };
  const { start, end } = place;
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}
