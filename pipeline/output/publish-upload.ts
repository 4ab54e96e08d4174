import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Deployment, Manifest, ManifestFile } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import { completedEvents } from './deployment-events.ts';
import { goLive, markLive, prune, recover } from './deployments.ts';
import { encode, withSmaller } from './encode.ts';
import { folderWriter, writeDurably, writeLines } from './files.ts';
import { json, writeIdentity } from './identity.ts';
import { deploymentLayout, endings, halfPrefix, layoutOf } from './layout.ts';
import { linesNow } from './lines.ts';
import { lock } from './lock.ts';
import { startOutline } from './outline.ts';
import { placeOf, unpackManifest } from './packed-manifest.ts';
import { openPrevious, readText } from './previous.ts';
import { listDeployments, readCurrent } from './read.ts';
import { checkedRecords, readShape } from './upload-shapes.ts';
import {
  type Base,
  type BlockPlace,
  baseBlocks,
  blockFile,
  blocksOfFile,
  missingBlocks,
  openBase,
  saveUpload,
  type Upload,
  UploadError,
  wholeList,
} from './uploads.ts';

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
    const { deployment: known } = upload;
    if (known && listDeployments(to).some(({ id }) => id === known)) return known;
    // Its folder was removed since: an old request must not bring it back.
    if (known && known <= (readCurrent(to) ?? '')) {
      throw new UploadError('base', `The deployment ${known} of this upload was removed.`);
    }
    const base = await openBase([to, out], upload.base);
    const missing = await missingBlocks(out, base, upload.files);
    if (missing.length > 0) {
      const sentence = `${missing.length} blocks have not been sent yet`;
      throw new UploadError('missing', sentence);
    }
    const startedAt = new Date(options.now()).toISOString();
    const id = options.newId('dpl');
    const half = deploymentLayout(join(layout.deployments, halfPrefix + id));
    try {
      const files = wholeList(base, upload);
      await placeFiles(out, { half: half.folder, base, files, upload });
      const manifest = await checkedManifest(half, base, files);
      await writeTables(half, base, files);
      const deployment = identityOf(half, { id, startedAt });
      checkBasePath(deployment, options.basePath);
      const events = completedEvents(
        deployment,
        {
          before: openPrevious(layout),
          now: { manifest, sourceOf: (file) => readText(join(half.source, file)) },
        },
        {
          ...{ project: options.project, deployment: id, newId: options.newId, startedAt },
          timestamp: new Date(options.now()).toISOString(),
        },
      );
      writeIdentity(half, { manifest, events, deployment });
      // A repetition of the request gets the result of the first one.
      saveUpload(out, { ...upload, deployment: id });
      goLive(layout, { half: half.folder, id });
      // The list can be large, and is not needed any more.
      saveUpload(out, { ...upload, files: [], removed: [], deployment: id });
    } catch (error) {
      rmSync(half.folder, { recursive: true, force: true });
      throw error;
    }
    for (const sha256 of upload.files.flatMap(blocksOfFile)) {
      rmSync(blockFile(out, sha256), { force: true });
    }
    prune(layout, options.keep ?? 5);
    await options.whenLive?.(id);
    return id;
  } finally {
    giveBack();
  }
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

/** Links, or puts together and verifies, every file of an upload. */
async function placeFiles(
  out: string,
  {
    half,
    base,
    files,
    upload,
  }: {
    readonly half: string;
    readonly base: Base;
    readonly files: ReadonlyMap<string, UploadFile>;
    readonly upload: Upload;
  },
): Promise<void> {
  const writer = folderWriter();
  mkdirSync(half, { recursive: true });
  const inBase = await baseBlocks(base, upload.files);
  const link = (from: string, to: string) => {
    if (!writer.link(from, to)) throw new UploadError('missing', `${from} is gone`);
  };
  /** Sites have pages whose names differ only in case; file systems that do not are no place for them. */
  const apart = (path: string, error: unknown): unknown =>
    (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new UploadError(
          'content',
          `The disk of the server can't keep ${path} apart from another file`,
        )
      : error;
  let linked = 0;
  for (const file of files.values()) {
    const to = join(half, file.path);
    const old = base.paths.get(file.sha256);
    // Requests are answered in between.
    if (++linked % 200 === 0) await setImmediate();
    try {
      if (old !== undefined) link(base.fileOf(old), to);
      else if (file.size > 0 && file.blocks === undefined) {
        const from = blockFile(out, file.sha256);
        await verifySize(from, file);
        link(from, to);
      } else {
        mkdirSync(dirname(to), { recursive: true });
        await putTogether(to, file, (sha256) => inBase.get(sha256) ?? blockFile(out, sha256));
      }
    } catch (error) {
      throw apart(file.path, error);
    }
  }
}

/** Its hash was verified when it arrived. */
async function verifySize(from: string, { path, size }: UploadFile): Promise<void> {
  const handle = await open(from);
  try {
    const found = (await handle.stat()).size;
    if (found !== size) {
      throw new UploadError('content', `${path} has ${found} bytes, expected ${size}`);
    }
  } finally {
    await handle.close();
  }
}

async function putTogether(
  to: string,
  file: UploadFile,
  placeOfBlock: (sha256: string) => BlockPlace | string,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(to, 'wx');
  try {
    for (const sha256 of file.size === 0 ? [] : blocksOfFile(file)) {
      const bytes = await bytesAt(placeOfBlock(sha256));
      hash.update(bytes);
      size += bytes.length;
      if (size > file.size) break;
      await handle.writeFile(bytes);
    }
  } finally {
    await handle.close();
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) {
    const sentence = `${file.path} is not the file with the sha-256 ${file.sha256} and ${file.size} bytes`;
    throw new UploadError('content', sentence);
  }
}

async function bytesAt(place: BlockPlace | string): Promise<Uint8Array> {
  if (typeof place === 'string') return readFile(place);
  const parts: Uint8Array[] = [];
  const { file, start, size } = place;
  for await (const part of createReadStream(file, { start, end: start + size - 1 })) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}

type Folder = ReturnType<typeof deploymentLayout>;

/** The manifest of an upload, once it says the same as its files; compressed forms are made here. */
async function checkedManifest(
  half: Folder,
  base: Base,
  files: ReadonlyMap<string, UploadFile>,
): Promise<Manifest> {
  const packed = readShape('manifest.json', contentOf(half.folder, files, 'manifest.json'));
  const { basePath } = readShape(
    'deployment.json',
    contentOf(half.folder, files, 'deployment.json'),
  );
  const { manifest, missing } = unpackManifest(packed, files, basePath);
  const [first] = missing;
  if (first !== undefined) {
    throw new UploadError('content', `manifest.json lists ${first}, which is not in the upload`);
  }
  const before = base.files.has('manifest.json')
    ? (JSON.parse(readFileSync(join(base.folder, 'manifest.json'), 'utf8')) as Manifest)
    : undefined;
  const served = new Set<string>();
  const entries: [string, ManifestFile][] = [];
  for (const [address, entry] of Object.entries(manifest.files)) {
    served.add(placeOf(entry));
    const old = before?.files[address];
    const isSame = old?.hash === entry.hash && placeOf(old) === placeOf(entry);
    const same = isSame ? { base, old } : undefined;
    entries.push([address, await compressed({ folder: half.folder, entry, files, same })]);
  }
  for (const path of files.keys()) {
    if (/^(site|protected)\//.test(path) && !served.has(path)) {
      throw new UploadError('content', `manifest.json does not list ${path}`);
    }
  }
  return { ...manifest, files: Object.fromEntries(entries) };
}

/**
 * Adds the compressed forms of a file: those of the base, or new ones. A form whose place another file of the upload has is
 * left out: that file may be a link to one of the live deployment, which writing would change.
 */
async function compressed({
  folder,
  entry,
  files,
  same,
}: {
  readonly folder: string;
  readonly entry: ManifestFile;
  readonly files: ReadonlyMap<string, UploadFile>;
  readonly same: { readonly base: Base; readonly old: ManifestFile } | undefined;
}): Promise<ManifestFile> {
  const free = (['br', 'gzip'] as const).filter((one) => !files.has(placeOf(entry) + endings[one]));
  if (entry.encodings.length === 0 || free.length === 0) return { ...entry, encodings: [] };
  const file = join(folder, placeOf(entry));
  const writer = folderWriter();
  if (same) {
    const { base, old } = same;
    const linked = free.filter(
      (one) =>
        old.encodings.includes(one) &&
        writer.link(join(base.folder, placeOf(old)) + endings[one], file + endings[one]),
    );
    return { ...entry, encodings: linked };
  }
  const made = await withSmaller(entry.path, encode(entry.path, await readFile(file)));
  const encodings: ('br' | 'gzip')[] = [];
  for (const encoding of free) {
    const bytes = made[encoding];
    if (!bytes) continue;
    await writer.write(file + endings[encoding], bytes);
    encodings.push(encoding);
  }
  return { ...entry, encodings };
}

/** Checks the other files that the server reads, and writes the tables for looking up in them. */
async function writeTables(
  half: Folder,
  base: Base,
  files: ReadonlyMap<string, UploadFile>,
): Promise<void> {
  for (const name of ['config.json', 'proxy.json', 'former.json', 'problems.json'] as const) {
    if (name !== 'config.json' && !files.has(name)) continue;
    readShape(name, contentOf(half.folder, files, name));
  }
  const pages = files.get('pages.jsonl');
  if (!pages) throw new UploadError('content', 'The upload has no pages.jsonl');
  const oldOutline = join(base.folder, 'outline.jsonl');
  const isSame = base.files.get('pages.jsonl')?.sha256 === pages.sha256;
  if (!isSame || !folderWriter().link(oldOutline, half.outline)) {
    const { noted, lines } = startOutline();
    let count = 0;
    for (const _ of noted(checkedRecords(linesNow(half.pages)))) {
      if (++count % 200 === 0) await setImmediate();
    }
    writeLines(half.outline, lines());
  }
  const sources = [...files.values()].flatMap(({ path, sha256 }) =>
    path.startsWith('source/') ? [[path.slice('source/'.length), sha256] as const] : [],
  );
  writeDurably(
    half.sourceHashes,
    json(Object.fromEntries(sources.sort(([a], [b]) => (a < b ? -1 : 1)))),
  );
}

/** Pages of another base path would lead out of the preview. */
function checkBasePath({ basePath }: Deployment, expected: string | undefined): void {
  if (expected === undefined || basePath === expected) return;
  throw new UploadError(
    'content',
    `The site has the base path "${basePath}", expected "${expected}"`,
  );
}

/** The identity of a deployment here: where it is from stays, its id and time are those of this server. */
function identityOf(
  half: Folder,
  { id, startedAt }: { readonly id: string; readonly startedAt: string },
): Deployment {
  const given = readShape('deployment.json', readFileSync(half.deployment, 'utf8'));
  const { branch, commitSha, duration, docent, pagesBuilt, sourceLanguage, basePath } = given;
  const { origin, repository, translations, languages } = given;
  return {
    ...{ id, status: 'completed', createdAt: startedAt, duration, branch, commitSha, pagesBuilt },
    ...{ docent, sourceLanguage, basePath },
    ...(origin === undefined ? {} : { origin }),
    ...(repository === undefined ? {} : { repository }),
    ...(translations === undefined ? {} : { translations }),
    ...(languages === undefined ? {} : { languages }),
  };
}

function contentOf(folder: string, files: ReadonlyMap<string, UploadFile>, name: string): string {
  if (!files.has(name)) throw new UploadError('content', `The upload has no ${name}`);
  return readFileSync(join(folder, name), 'utf8');
}
