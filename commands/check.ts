import { checkSite } from '../pipeline/check.ts';
import { problemsAsJson } from '../pipeline/report.ts';
import { count, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { printProblems } from './problems.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent check`. */
export interface CheckFlags {
  readonly json?: boolean;
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
  { to }: CommandContext,
): Promise<number> {
  const started = performance.now();
  const { problems, pages, urls } = await checkSite({ dir: siteFolder(dir) });
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.filter((problem) => problem.severity === 'warning').length;
  if (options.json) {
    const reported = problemsAsJson(problems);
    to.out(JSON.stringify(options.urls ? { problems: reported, urls } : reported, null, 2));
  } else {
    await printProblems(dir, problems, to);
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
  return errors > 0 || (options.strict && warnings > 0) ? 1 : 0;
}
