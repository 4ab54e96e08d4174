import type { ReportedProblem } from '../pipeline/report.ts';
import type { Task } from './work.ts';

/** The JSON document of a task that could not do its work; undefined when it was not asked for one. */
export function failureAsJson(task: Task, error: unknown): string | undefined {
  if (task.command === 'dev' || !task.options.json) return undefined;
  const problem: ReportedProblem = {
    path: '',
    code: 'command-failed',
    message: error instanceof Error ? error.message : String(error),
    line: null,
    column: null,
    severity: 'error',
  };
  const problems = [problem];
  const documents = {
    build: { deployment: null, stats: null, problems },
    check: problems,
    translate: { languages: [], problems },
  };
  return JSON.stringify(documents[task.command], null, 2);
}
