import type { Deployment } from '../../schema/build.ts';
import type { Problem } from '../../schema/errors.ts';
import { inOrder } from '../check/in-order.ts';
import { prune } from '../output/deployments.ts';
import type { EventFrame } from '../output/diff.ts';
import type { DeploymentFacts } from '../output/write.ts';
import type { BuildOptions, BuildResult, Strictness } from './build-options.ts';
import type { BuildTools } from './build-tools.ts';
import { problemsOf } from './problems-of.ts';
import type { ReadSite } from './read-site.ts';

/** How much there was to do. */
interface Amount {
  readonly pages: number;
  readonly rendered: number;
}

/** Makes the deployment live; nothing of it may be missing. */
export function publish(
  { id, layout, writer, startedAt }: BuildTools,
  facts: DeploymentFacts,
  { problems, amount }: { readonly problems: readonly Problem[]; readonly amount: Amount },
  options: BuildOptions,
): BuildResult {
  const found = inOrder(problems);
  const events = writer.finish(
    { ...facts, problems: problemsOf(found) },
    frameOf(id, startedAt, options),
  );
  const stats = { ...amount, ...writer.counts, duration: options.now() - startedAt };
  prune(layout, options.keep ?? 5);
  return { deployment: facts.deployment, problems: found, stats, events };
}

/** Leaves the live deployment as it was, and an event that says why. */
export async function refuse(
  { id, layout, writer, startedAt }: BuildTools,
  { git }: ReadSite,
  { problems, amount }: { readonly problems: readonly Problem[]; readonly amount: Amount },
  options: BuildOptions,
): Promise<BuildResult> {
  await writer.close();
  const all = inOrder(problems);
  const { branch = '', commitSha = '' } = git;
  const frame = frameOf(id, startedAt, options);
  const events = writer.fail(sentenceOf(all), { branch, commitSha }, frame);
  prune(layout, options.keep ?? 5);
  const stats = { ...amount, ...writer.counts, duration: options.now() - startedAt };
  return { problems: all, stats, events };
}

/** Whether problems are too many for what was asked for. */
export function breaks(problems: readonly Problem[], strict: Strictness | undefined): boolean {
  return problems.some(
    ({ severity }) =>
      (severity === 'error' && strict !== undefined) ||
      (severity === 'warning' && strict === 'warnings'),
  );
}

function frameOf(
  deployment: Deployment['id'],
  startedAt: number,
  { project, now, newId }: BuildOptions,
): EventFrame {
  return {
    ...{ project, deployment, newId },
    startedAt: new Date(startedAt).toISOString(),
    timestamp: new Date(now()).toISOString(),
  };
}

/** The first error, or warning, and how many there are, for `deployment.failed`. */
function sentenceOf(problems: readonly Problem[]): string {
  const severity = breaks(problems, 'errors') ? 'error' : 'warning';
  const found = problems.filter((problem) => problem.severity === severity);
  const [first] = found;
  if (!first) return 'The build failed.';
  const where = first.place ? `${first.file}:${first.place.start.line}` : first.file;
  const rest = found.length - 1;
  return `${where}: ${first.reason}${rest > 0 ? ` (and ${rest} more ${severity}${rest === 1 ? '' : 's'})` : ''}`;
}
