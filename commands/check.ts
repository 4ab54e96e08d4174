import { checkSite } from '../pipeline/check.ts';
import { problemsAsJson } from '../pipeline/report/json.ts';
import { count, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { type ReportFormat, report } from './report.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent check`. */
export interface CheckFlags {
  readonly format: ReportFormat;
  readonly strict?: boolean;
  readonly urls?: boolean;
}

/** Problems whose severity is set by `addons.ciChecks.brokenLinks`. */
const isOfLinks: ReadonlySet<string> = new Set([
  'broken-link',
  'broken-anchor',
  'malformed-link',
  'missing-file',
]);

/** `docent check`: every problem of a site. */
export async function check(
  dir: string,
  options: CheckFlags,
  context: CommandContext,
): Promise<number> {
  const { to } = context;
  const { format } = options;
  const started = performance.now();
  const { problems, pages, urls } = await checkSite({ dir: siteFolder(dir) });
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.filter((problem) => problem.severity === 'warning').length;
  const exit = errors > 0 || (options.strict && warnings > 0) ? 1 : 0;
  if (format === 'json') {
    const reported = problemsAsJson(problems);
    to.out(JSON.stringify(options.urls ? { problems: reported, urls } : reported, null, 2));
  } else {
    await report(dir, problems, { format, context });
    if (format === 'sarif') return exit;
    if (options.urls) {
      for (const { url, file, operation } of urls) to.out([url, operation ?? '', file].join('\t'));
    }
    to.out(`Checked ${count(pages, 'page')} in ${time(performance.now() - started)}.`);
    if (problems.some(({ ruleId, severity }) => severity === 'note' && isOfLinks.has(ruleId))) {
      to.out(
        'Broken links fail no check yet: set addons.ciChecks.brokenLinks to "error" in docs.json.',
      );
    }
  }
  return exit;
}
