import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CheckOptions, type CheckResult, checkSite } from '../pipeline/check.ts';
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
  const { checked, asked } = await checkAndAsk(
    {
      dir: folder,
      ...(severity === 'off' ? {} : { addresses: { out: resolve(options.out), severity } }),
    },
    options.questions !== false,
    context,
  );
  const { pages, urls } = checked;
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

interface CheckedAndAsked {
  readonly checked: CheckResult;
  /** Problems that questions have found. */
  readonly asked: readonly Problem[];
}

/**
 * Checks a site, and asks its own questions, where it has any, against a build that is thrown away: the check takes
 * what that has rendered.
 */
async function checkAndAsk(
  site: CheckOptions,
  asks: boolean,
  context: CommandContext,
): Promise<CheckedAndAsked> {
  const { dir } = site;
  const file = join(dir, questionsFile);
  if (!asks || !existsSync(file)) return { checked: await checkSite(site), asked: [] };
  const { runQuestions } = await import('./ask.ts');
  const { buildSite } = await import('../pipeline/build.ts');
  const out = mkdtempSync(join(tmpdir(), 'docent-check-'));
  try {
    const newId = createIds();
    const { deployment } = await buildSite({
      ...{ dir, out, project: 'default', version: context.version, now: Date.now, keep: 1 },
      newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
    });
    const checked = await checkSite({ ...site, built: out });
    // Why there is none is among the problems of the check.
    if (!deployment) return { checked, asked: [] };
    const { problems: asked } = await runQuestions({ dir, file, out, shows: false }, context);
    return { checked, asked };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
