import type { ReportedProblem } from '../pipeline/report.ts';

/** The JSON document of a command line that asks for one and could not do its work. */
export function failureAsJson(argv: readonly string[], message: string): string {
  const problem: ReportedProblem = {
    path: '',
    code: 'command-failed',
    message: message.replace(/^error: /, ''),
    line: null,
    column: null,
    severity: 'error',
  };
  const problems = [problem];
  const documents: Readonly<Record<string, unknown>> = {
    build: { deployment: null, stats: null, problems },
    check: argv.includes('--urls') ? { problems, urls: [] } : problems,
    translate: { languages: [], problems },
  };
  const command = argv.slice(2).find((word) => !word.startsWith('-')) ?? '';
  return JSON.stringify(documents[command] ?? { problems }, null, 2);
}
