import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../../schema/build.ts';
import { completedEvents } from './deployment-events.ts';
import { deploymentFolder, keepPacked } from './deployment-files.ts';
import { goLive, markLive, prune, recover } from './deployments.ts';
import { type FileList, wholeList } from './file-list.ts';
import { writeDurably } from './files.ts';
import { hashOfLists, writeIdentity } from './identity.ts';
import { type DeploymentFolder, deploymentLayout, halfPrefix, layoutOf } from './layout.ts';
import { lock } from './lock.ts';
import { PackWriter } from './pack-writer.ts';
import { pagesIn, sourcesIn } from './pages-in.ts';
import { listDeployments, otherFormat, readCurrent, readSources } from './read.ts';
import { missingBlocks, openBase } from './upload-base.ts';
import { checkedManifest } from './upload-manifest.ts';
import { placeFiles } from './upload-placing.ts';
import { readShape } from './upload-shapes.ts';
import { changedSources, contentOf, writeTables } from './upload-tables.ts';
import { removeBlocks, saveUpload, type Upload, UploadError } from './uploads.ts';

export interface PublishOptions {
  readonly project: string;
  readonly now: () => number;
  /** A fresh id with the prefix. */
  readonly newId: (prefix: string) => string;
  /** Milliseconds to wait for another build or upload to end. */
  readonly wait?: number;
  /** How many deployments are kept. */
  readonly keep?: number;
  /** The output folder that gets it, where that is not the one that received the blocks: a preview's. */
  readonly to?: string;
  /** The base path that it must have; any when it is left out. */
  readonly basePath?: string;
  /** Called when it is live; the next one waits until this is done. */
  readonly whenLive?: (id: string) => Promise<void>;
}

/**
 * Makes an upload the live deployment, as a build would: next to the others first, and `current` last. It gets its id here, so
 * that deployments are in the order in which they went live, and its events say what changes for the
 * readers of this server. Publishing it again answers the same deployment.
 * @throws UploadError when something of it is missing, or is not what it should be
 * @throws OutputError with the code `LOCKED` when another build does not end in time
 */
export async function publishUpload(
  out: string,
  upload: Upload,
  options: PublishOptions,
): Promise<string> {
  const { to = out } = options;
  const layout = layoutOf(to);
  const giveBack = await lock(layout.lock, options);
  try {
    recover(layout);
    const known = publishedBefore(to, upload);
    if (known !== undefined) return known;
    const base = await openBase([to, out], upload.base);
    await assertComplete(out, base, upload);
    const id = options.newId('dpl');
    const half = deploymentLayout(join(layout.deployments, halfPrefix + id));
    const contents = new PackWriter(half.contents, id);
    try {
      const packed = await writeHalf({ out, id, half, contents, base, upload }, options);
      // A repetition of the request gets the result of the first one.
      saveUpload(out, { ...upload, deployment: id });
      goLive(layout, { half: half.folder, id });
      if (packed !== undefined) keepPacked(to, id, packed);
      // The list can be large, and is not needed any more.
      saveUpload(out, { ...upload, files: [], removed: [], deployment: id });
    } catch (error) {
      contents.close();
      rmSync(half.folder, { recursive: true, force: true });
      throw error;
    }
    prune(layout, options.keep ?? 5);
    try {
      await options.whenLive?.(id);
    } finally {
      // Readers don't wait for it: the first deployment of a large site has a hundred thousand blocks.
      await removeBlocks(out, upload.files);
    }
    return id;
  } finally {
    giveBack();
  }
}

/** The deployment that an upload became, where it was published before. */
function publishedBefore(to: string, { deployment: known }: Upload): string | undefined {
  if (known && listDeployments(to).some(({ id }) => id === known)) return known;
  // Its folder was removed since: an old request must not bring it back.
  if (known && known <= (readCurrent(to) ?? '')) {
    throw new UploadError('base', `The deployment ${known} of this upload was removed.`);
  }
  return undefined;
}

async function assertComplete(out: string, base: Base, upload: Upload): Promise<void> {
  const missing = await missingBlocks(out, base, upload.files);
  if (missing.length === 0) return;
  throw new UploadError('missing', `${missing.length} blocks have not been sent yet`);
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** A deployment that is being written next to the others. */
interface HalfDeployment {
  /** The output folder that received the blocks. */
  readonly out: string;
  readonly id: string;
  readonly half: DeploymentFolder;
  readonly contents: PackWriter;
  readonly base: Base;
  readonly upload: Upload;
}

/** Writes all files of a deployment, checked. Answers the manifest as it was sent, if that was the whole one. */
async function writeHalf(
  { out, id, half, contents, base, upload }: HalfDeployment,
  options: PublishOptions,
): Promise<string | undefined> {
  const { to = out } = options;
  const startedAt = new Date(options.now()).toISOString();
  const live = readCurrent(to);
  const files = wholeList(base, upload);
  await placeFiles(out, { half, base, files, upload, contents });
  const given = identityIn(half, files);
  const before = base.deployment && folderOf(base.deployment.out, base.deployment.id);
  const known = base.deployment ? readSources(base.deployment.out, base.deployment.id) : {};
  const pages = before && pagesIn(before, known);
  const checked = checkedManifest(
    half,
    before && pages && { manifest: pages.manifest, list: before.files },
    { files, upload },
  );
  const sources = changedSources(known, upload);
  await writeTables(half, base, { files, upload, contents, sources });
  const packs = contents.finish(before?.contents, usedIn(files));
  const manifest = { ...checked.manifest, packs };
  const deployment = identityOf(given, { id, startedAt });
  checkBasePath(deployment, options.basePath);
  const shown = live === base.deployment?.id ? pages : undefined;
  const events = completedEvents(
    deployment,
    {
      before: shown ?? (live === undefined ? undefined : pagesIn(folderOf(to, live))),
      now: { manifest, sourceOf: sourcesIn(half, sources) },
    },
    {
      ...{ project: options.project, deployment: id, newId: options.newId, startedAt },
      timestamp: new Date(options.now()).toISOString(),
    },
  );
  writeIdentity(half, { manifest, files: checked.lines, events, deployment });
  if (checked.lists !== undefined && checked.lists !== hashOfLists(half)) {
    throw new UploadError('content', 'The base is not the one that the upload is a change of');
  }
  return checked.whole;
}

/**
 * Makes a deployment live again that was so before; its files do not change. False if its folder is gone.
 * @throws OutputError with the code `LOCKED` when a build does not end in time
 */
export async function makeCurrent(
  out: string,
  id: string,
  options: Pick<PublishOptions, 'now' | 'wait' | 'whenLive'>,
): Promise<boolean> {
  const layout = layoutOf(out);
  const giveBack = await lock(layout.lock, options);
  try {
    recover(layout);
    if (!listDeployments(out).some((one) => one.id === id && !one.failed)) return false;
    if (readCurrent(out) !== id) {
      markLive(join(layout.deployments, id));
      writeDurably(layout.current, `${id}\n`);
    }
    await options.whenLive?.(id);
    return true;
  } finally {
    giveBack();
  }
}

/** Removes a deployment that is not live; false for one that is. */
export async function removeDeployment(
  out: string,
  id: string,
  options: Pick<PublishOptions, 'now' | 'wait'>,
): Promise<boolean> {
  const layout = layoutOf(out);
  const giveBack = await lock(layout.lock, options);
  try {
    if (readCurrent(out) === id) return false;
    if (listDeployments(out).some((one) => one.id === id)) {
      rmSync(join(layout.deployments, id), { recursive: true, force: true });
    }
    return true;
  } finally {
    giveBack();
  }
}

function folderOf(out: string, id: string): DeploymentFolder {
  return deploymentLayout(deploymentFolder(out, id));
}

/** Says which contents files have. */
function usedIn(files: FileList): (hash: string) => boolean {
  let used: ReadonlySet<string> | undefined;
  return (hash) => {
    used ??= new Set([...files.values()].map(({ sha256 }) => sha256));
    return used.has(hash);
  };
}

/** Pages of another base path would lead out of the preview. */
function checkBasePath({ basePath }: Deployment, expected: string | undefined): void {
  if (expected === undefined || basePath === expected) return;
  throw new UploadError(
    'content',
    `The site has the base path "${basePath}", expected "${expected}"`,
  );
}

/** The identity that an upload has; one that another version of Docent has built is refused. */
function identityIn({ folder }: DeploymentFolder, files: FileList): Deployment {
  const name = 'deployment.json';
  const given = readShape(name, contentOf(folder, files, name));
  const other = otherFormat(given);
  if (other) {
    throw new UploadError(
      'content',
      `The deployment ${other}. Install the version that the server has, and deploy again.`,
    );
  }
  return given;
}

/** The identity of a deployment here: where it is from stays, its id and time are those of this server. */
function identityOf(
  given: Deployment,
  { id, startedAt }: { readonly id: string; readonly startedAt: string },
): Deployment {
  const { format, branch, commitSha, duration, docent } = given;
  const { pagesBuilt, sourceLanguage, basePath } = given;
  const { origin, repository, translations, languages } = given;
  return {
    ...{ id, format, status: 'completed', createdAt: startedAt, duration, branch, commitSha },
    ...{ pagesBuilt, docent, sourceLanguage, basePath, cause: 'upload' },
    ...(origin === undefined ? {} : { origin }),
    ...(repository === undefined ? {} : { repository }),
    ...(translations === undefined ? {} : { translations }),
    ...(languages === undefined ? {} : { languages }),
  };
}
