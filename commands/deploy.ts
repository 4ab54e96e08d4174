import { resolve } from 'node:path';
import type { BuildResult } from '../pipeline/build.ts';
import { readDeploymentFile } from '../pipeline/output/read.ts';
import { bytes, count, showProgress, time } from '../terminal.ts';
import { printOutcome, runBuild } from './build.ts';
import { compareWithLive } from './compare-with-live.ts';
import type { CommandContext } from './context.ts';
import { changeLines, changesOf } from './deploy-changes.ts';
import { deployPreview, openPreview } from './deploy-preview.ts';
import type { DeployFlags, Deploying } from './deploying.ts';
import { worthShowing } from './problems.ts';
import { isDocument, report } from './report.ts';
import { sendDeployment, sizeOfMissing } from './send-deployment.ts';
import { explained, findTarget, type Target } from './server.ts';

/** `docent deploy`: builds a site, sends what the server lacks, and makes it live there. */
export async function deploy(
  dir: string,
  options: DeployFlags,
  context: CommandContext,
): Promise<number> {
  const { to: server, dryRun, preview: name, ...building } = options;
  // Before the build: a missing key is no reason to wait.
  const { client, project: known } = await findTarget(options);
  if (known === undefined && (dryRun || name !== undefined)) {
    const flag = dryRun ? '--dry-run' : '--preview';
    throw new Error(
      `The server has no project yet. Run "docent deploy" without ${flag} first, which creates it.`,
    );
  }
  const preview =
    name === undefined || known === undefined
      ? undefined
      : await openPreview(name, { client, project: known }, options);
  const flags = { ...building, ...preview?.building, project: known ?? 'default' };
  const result = await runBuild(dir, flags, context);
  const isJson = options.format === 'json';
  if (!isJson) {
    await report(dir, worthShowing(result.problems), { format: options.format, context });
    if (!isDocument(options.format)) printOutcome(result, flags, context);
  }
  if (!result.deployment) {
    if (isJson) context.to.out(JSON.stringify({ deployment: null }, null, 2));
    return 1;
  }
  try {
    const project = known ?? (await createProject(result, { client, options, context }));
    const target = { client, project };
    if (preview) return await deployPreview(preview, result, { target, options, context });
    return dryRun === true
      ? await tryOut(result, { target, options, context })
      : await send(result, { target, options, context });
  } catch (error) {
    throw explained(error, server);
  }
}

/** Creates the first project of a server, once there is something to deploy: named as its site is. */
async function createProject(
  { deployment }: BuildResult,
  { client, options, context: { to } }: Omit<Deploying, 'target'> & Pick<Target, 'client'>,
): Promise<string> {
  const config = readDeploymentFile(resolve(options.out), deployment?.id ?? '', 'config');
  const name = [...(config?.name ?? 'Docs')].slice(0, 100).join('');
  const { slugOf } = await import('../runtime/deployments/arriving.ts');
  const { id, slug } = await client.createProject({ name, slug: slugOf(name) });
  if (!isDocument(options.format)) to.out(`Created the project "${slug}" (${id}).`);
  return id;
}

/** Says what would change. */
async function tryOut(
  { deployment }: BuildResult,
  { target, options, context: { to } }: Deploying,
): Promise<number> {
  const out = resolve(options.out);
  const sending = { ...target, out, id: deployment?.id ?? '' };
  const difference = await compareWithLive(sending, { remembers: true });
  const changes = changesOf(difference.pages, sending, deployment?.basePath ?? '');
  const missing = await sizeOfMissing(sending, difference);
  const files = { different: difference.files.length, removed: difference.removed.length };
  if (options.format === 'json') {
    to.out(JSON.stringify({ dryRun: true, changes, files, bytes: missing }, null, 2));
    return 0;
  }
  for (const line of changeLines(changes)) to.out(line);
  to.out(
    `Would send ${bytes(missing)} before compression to ${options.to}; ${count(files.different, 'file')} differ, ${files.removed} are removed.`,
  );
  return 0;
}

async function send(
  { deployment }: BuildResult,
  { target, options, context: { to } }: Deploying,
): Promise<number> {
  const start = performance.now();
  const sending = { ...target, out: resolve(options.out), id: deployment?.id ?? '' };
  const view = isDocument(options.format) ? undefined : await showProgress(to);
  const sent = await sendDeployment(sending, ({ done, total }) =>
    view?.update({ stage: 'Sending', done, total: Math.max(1, total) }),
  ).finally(() => view?.stop('Sent'));
  const changes = changesOf(sent.pages, sending, deployment?.basePath ?? '');
  const address = deployment?.origin ?? options.to;
  if (options.format === 'json') {
    const { deployment: live, bytes: size, blocks } = sent;
    to.out(
      JSON.stringify(
        { deployment: live, changes, sent: { bytes: size, blocks }, address },
        null,
        2,
      ),
    );
    return 0;
  }
  for (const line of changeLines(changes)) to.out(line);
  const word =
    sent.deployment.status === 'held' ? 'waits for its translations or settings' : 'is live';
  to.out(
    `Sent ${bytes(sent.bytes)} in ${time(performance.now() - start)} · deployment ${sent.deployment.id} ${word}`,
  );
  to.out(address);
  return 0;
}
