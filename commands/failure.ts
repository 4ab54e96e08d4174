import { githubCommand } from '../pipeline/report/github.ts';
import { problemsAsJson, type ReportedProblem } from '../pipeline/report/json.ts';
import { problemsAsSarif } from '../pipeline/report/sarif.ts';
import type { Problem } from '../schema/errors.ts';
import { formats } from './options.ts';
import type { ReportFormat } from './report.ts';

/** The format that a command line asks for, even if the rest of it is wrong. */
export function askedFormat(argv: readonly string[]): ReportFormat {
  const words = argv.flatMap((word) => (word.startsWith('--format=') ? word.split('=') : word));
  const given = words[words.lastIndexOf('--format') + 1];
  const format = formats.find((one) => one === given);
  return format ?? (argv.includes('--json') ? 'json' : 'text');
}

/** What a command line prints on standard output if it could not do its work. */
export function failureAs(
  format: Exclude<ReportFormat, 'text'>,
  { argv, message, version }: Failure,
): string {
  const reason = message.replace(/^error: /, '');
  if (format === 'github') return githubCommand('error', { title: 'command-failed' }, reason);
  const problem: Problem = {
    severity: 'error',
    source: 'config',
    ruleId: 'command-failed',
    file: '',
    reason,
  };
  if (format === 'json') return failureAsJson(argv, problemsAsJson([problem]));
  const sarif = problemsAsSarif([problem], { dir: '.', root: '.', version });
  return JSON.stringify(sarif, null, 2);
}

interface Failure {
  readonly argv: readonly string[];
  readonly message: string;
  readonly version: string;
}

function failureAsJson(argv: readonly string[], problems: readonly ReportedProblem[]): string {
  const documents: Readonly<Record<string, unknown>> = {
    build: { deployment: null, stats: null, problems },
    check: argv.includes('--urls') ? { problems, urls: [] } : problems,
    translate: { languages: [], problems },
  };
  const command = argv.slice(2).find((word) => !word.startsWith('-')) ?? '';
  return JSON.stringify(documents[command] ?? { problems }, null, 2);
}
