import { resolve } from 'node:path';
import { problemsForGithub } from '../pipeline/report/github.ts';
import { problemsAsSarif } from '../pipeline/report/sarif.ts';
import type { Problem } from '../schema/errors.ts';
import type { CommandContext } from './context.ts';
import type { formats } from './options.ts';
import { printProblems } from './problems.ts';

/** How problems are printed. */
export type ReportFormat = (typeof formats)[number];

/** Whether standard output is a single document. */
export function isDocument(format: ReportFormat): boolean {
  return format === 'json' || format === 'sarif';
}

/** Prints problems in every format but JSON, whose document is the command's own. */
export async function report(
  dir: string,
  problems: readonly Problem[],
  {
    format,
    context: { to, version },
  }: { readonly format: ReportFormat; readonly context: CommandContext },
): Promise<void> {
  const places = { dir: resolve(dir), root: resolve(process.env.GITHUB_WORKSPACE ?? '.') };
  if (format === 'github') {
    for (const line of problemsForGithub(problems, places)) to.out(line);
  } else if (format === 'sarif') {
    to.out(JSON.stringify(problemsAsSarif(problems, { ...places, version }), null, 2));
  } else await printProblems(dir, problems, to);
}
