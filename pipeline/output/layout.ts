import { join } from 'node:path';

/** The layout of `<out>`; no other folder of the pipeline knows these names. */
export interface Layout {
  readonly out: string;
  readonly deployments: string;
  /** The id of the live deployment, in a file of one line. */
  readonly current: string;
  readonly cache: string;
  /** Who builds right now. */
  readonly lock: string;
}

/** The places below one `<out>`. */
export function layoutOf(out: string): Layout {
  return {
    out,
    deployments: join(out, 'deployments'),
    current: join(out, 'current'),
    cache: join(out, 'cache'),
    lock: join(out, 'lock'),
  };
}

/** The places below one deployment's folder. */
export function deploymentLayout(folder: string) {
  return {
    folder,
    /** Packs with the contents of all files: of the site, and of its sources. */
    contents: join(folder, 'contents'),
    /** The files of the source tree as it was built. */
    sources: join(folder, 'sources.json'),
    deployment: join(folder, 'deployment.json'),
    config: join(folder, 'config.json'),
    manifest: join(folder, 'manifest.json'),
    /** The files of the site by address, for the server, which requests single files and never all of them. */
    files: join(folder, 'files.jsonl'),
    routes: join(folder, 'routes.json'),
    /** What the playground may call through the server; absent if that is nothing. */
    proxy: join(folder, 'proxy.json'),
    /** What is asked of many pages, without their texts, and which contents their records are. */
    outline: join(folder, 'outline.jsonl'),
    /** Addresses that were live before and that no page has any more; absent if there are none. */
    former: join(folder, 'former.json'),
    /** What the build found wrong; absent if that is nothing. */
    problems: join(folder, 'problems.json'),
    events: join(folder, 'events.jsonl'),
    /** The same until the deployment is live: they have not happened before. */
    pendingEvents: join(folder, '.events.jsonl'),
  } as const;
}

/** The places below one deployment's folder. */
export type DeploymentFolder = ReturnType<typeof deploymentLayout>;

/**
 * Folders in `deployments/` with this prefix are incomplete: they are never read, and the next
 * build removes them.
 */
export const halfPrefix = '.half-';

/** Folders in `<out>` with this prefix hold the sources of a deployment while it is built again. */
export const sourcesPrefix = '.sources-';

/** `dpl_` and a ULID: also keeps a hand-edited `current` inside its folder. */
export const deploymentId = /^dpl_[0-9A-Z]{26}$/;
