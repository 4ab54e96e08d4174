import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkSite } from '../pipeline/check.ts';
import { problemsAsJson } from '../pipeline/report/json.ts';
import { questionsFile } from '../pipeline/source/questions-file.ts';
import { createIds } from '../runtime/store/ids.ts';
import type { Problem } from '../schema/errors.ts';
import { count, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { type ReportFormat, report } from './report.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent check`. */
export interface CheckFlags {
  readonly format: ReportFormat;
  readonly strict?: boolean;
  readonly urls?: boolean;
  /** `false`: the site's own questions are not asked. */
  readonly questions?: boolean;
  readonly out: string;
  /** How addresses that the site would lose are reported. */
  readonly addresses: 'off' | 'warning' | 'error';
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
  const folder = siteFolder(dir);
  const { addresses: severity } = options;
  const checked = await checkSite({
    dir: folder,
    ...(severity === 'off' ? {} : { addresses: { out: resolve(options.out), severity } }),
  });
  const { pages, urls } = checked;
  const asked = options.questions === false ? [] : await askQuestions(folder, context);
  const problems = [...checked.problems, ...asked];
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

/** Asks the site's own questions, where it has any, against a build that is thrown away. */
async function askQuestions(dir: string, context: CommandContext): Promise<readonly Problem[]> {
  const file = join(dir, questionsFile);
  if (!existsSync(file)) return [];
  const { runQuestions } = await import('./ask.ts');
  const { buildSite } = await import('../pipeline/build.ts');
  const out = mkdtempSync(join(tmpdir(), 'docent-check-'));
  try {
    const newId = createIds();
    const { deployment } = await buildSite({
      ...{ dir, out, project: 'default', version: context.version, now: Date.now, keep: 1 },
      newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
    });
    // Why there is none is among the problems of the check.
    if (!deployment) return [];
    return (await runQuestions({ dir, file, out, shows: false }, context)).problems;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
