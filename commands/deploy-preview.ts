import { join, resolve } from 'node:path';
import type { DocentClient } from '../packages/client/client.ts';
import type { Preview } from '../packages/client/models.ts';
import type { BuildResult } from '../pipeline/build.ts';
import { readDeploymentFile } from '../pipeline/output/read.ts';
import { bytes, showProgress, time } from '../terminal.ts';
import type { BuildFlags } from './build.ts';
import { changeLines, changesOf } from './deploy-changes.ts';
import type { DeployFlags, Deploying } from './deploying.ts';
import { isDocument } from './report.ts';
import { sendPreview } from './send-deployment.ts';
import { explained } from './server.ts';

/** A preview, and what the site has to be built with for it. */
export interface OpenedPreview {
  readonly preview: Preview;
  readonly building: Pick<BuildFlags, 'basePath' | 'origin' | 'besides' | 'out' | 'keep'>;
}

/** Creates a preview, unless the server has it. It is built in a folder of its own: its pages have another base path. */
export async function openPreview(
  name: string,
  { client, project }: { readonly client: DocentClient; readonly project: string },
  { out, to }: DeployFlags,
): Promise<OpenedPreview> {
  try {
    const preview = await client.openPreview(project, { name });
    const own = join(out, 'built-previews', name);
    const { path, url } = preview;
    // At a host of its own, its pages name that one instead of the live site's.
    const at = path === '' && url !== null ? { origin: new URL(url).origin } : {};
    return { preview, building: { ...at, basePath: path, besides: out, out: own, keep: 1 } };
  } catch (error) {
    throw explained(error, to);
  }
}

/** Sends what was built for a preview, and says where it is. */
export async function deployPreview(
  { preview: { name, path }, building }: OpenedPreview,
  { deployment }: BuildResult,
  { target, options, context: { to } }: Deploying,
): Promise<number> {
  const start = performance.now();
  const sending = {
    ...target,
    out: resolve(building.out),
    id: deployment?.id ?? '',
    preview: name,
  };
  const config = readDeploymentFile(sending.out, sending.id, 'config');
  if (config?.addons.previews.enabled === false) {
    to.err('docs.json has addons.previews.enabled off: there is no preview of this site.');
    return 1;
  }
  const live = await target.client.getLiveFiles(target.project, {}, { timeout: 300_000 });
  const view = isDocument(options.format) ? undefined : await showProgress(to);
  const sent = await sendPreview(sending, ({ done, total }) =>
    view?.update({ stage: 'Sending', done, total: Math.max(1, total) }),
  ).finally(() => view?.stop('Sent'));
  const pages = new Map(live.pages.map((page) => [page.path, page]));
  const changes = changesOf(pages, sending, path);
  const lost = changes.lost.map((address) => address.slice(path.length) || '/');
  const address = sent.preview.url ?? new URL(path, options.to).href;
  if (options.format === 'json') {
    const { preview, bytes: size, blocks } = sent;
    const result = {
      preview,
      changes: { ...changes, lost },
      sent: { bytes: size, blocks },
      address,
    };
    to.out(JSON.stringify(result, null, 2));
    return 0;
  }
  for (const line of changeLines({ ...changes, lost })) to.out(line);
  const until = sent.preview.expiresAt.slice(0, 10);
  to.out(
    `Sent ${bytes(sent.bytes)} in ${time(performance.now() - start)} · preview ${name}, until ${until}`,
  );
  to.out(address);
  return 0;
}
