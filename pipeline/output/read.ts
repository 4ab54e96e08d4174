import { createReadStream, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Deployment, Manifest, ManifestFile, PageRecord } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { deploymentId, deploymentLayout, layoutOf } from './layout.ts';

/** Which bytes of a file: its compressed variant, or a part of the plain one (`end` included). */
export interface Portion {
  readonly encoding?: 'br' | 'gzip';
  readonly start?: number;
  readonly end?: number;
}

/** One deployment open for reading; it never changes. */
export interface SiteReader {
  readonly deployment: Deployment;
  readonly config: Config;
  readonly manifest: Manifest;
  /** Bytes of a file of the manifest. */
  content(file: ManifestFile, portion?: Portion): Promise<Uint8Array | ReadableStream>;
}

/** Id of the live deployment; undefined before the first one, or when the file makes no sense. */
export function readCurrent(out: string): string | undefined {
  try {
    const id = readFileSync(layoutOf(out).current, 'utf8').trim();
    return deploymentId.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a deployment; throws an `Error` of one sentence when it is missing or unreadable. Its manifest and
 * configuration are read when they are asked for: a server of many sites holds those that it needs.
 */
export function openDeployment(out: string, id: string): SiteReader {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  const deployment = readDeploymentFile<Deployment>(out, id, 'deployment');
  const part = <T>(name: 'config' | 'manifest'): T => {
    const found = deployment && recentJson<T>(folder[name]);
    if (found) return found;
    throw new Error(`The deployment ${id} in ${out} can't be read. Run "docent build" again.`);
  };
  part('config');
  part('manifest');
  return {
    deployment: deployment as Deployment,
    get config() {
      return part<Config>('config');
    },
    get manifest() {
      return part<Manifest>('manifest');
    },
    content: async (file, portion = {}) => {
      const path =
        join(file.protected ? folder.protected : folder.site, file.path) +
        (portion.encoding === 'br' ? '.br' : portion.encoding === 'gzip' ? '.gz' : '');
      const { start = 0, end = file.bytes - 1 } = portion;
      // A page is read at once; a film is not held in memory.
      if (file.bytes > 1_000_000 && portion.encoding === undefined) {
        return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream;
      }
      const bytes = await readFile(path);
      return portion.encoding === undefined ? bytes.subarray(start, end + 1) : bytes;
    },
  };
}

/** Values of the files that were asked last; they never change. */
const recent = new Map<string, { readonly value: unknown; readonly size: number }>();
let recentSize = 0;
/** Characters of the files whose values are kept; as values they take two or three bytes each. */
const mostRecent = 20_000_000;

function recentJson<T>(file: string): T | undefined {
  let known = recent.get(file);
  if (known) recent.delete(file);
  else {
    try {
      const text = readFileSync(file, 'utf8');
      known = { value: JSON.parse(text), size: text.length };
      recentSize += known.size;
    } catch {
      return undefined;
    }
  }
  // The last one asked is the last to go.
  recent.set(file, known);
  for (const [other, { size }] of recent) {
    if (recentSize <= mostRecent || other === file) break;
    recent.delete(other);
    recentSize -= size;
  }
  return known.value as T;
}

/** One of a deployment's JSON files; undefined when it is missing or damaged. */
export function readDeploymentFile<T>(
  out: string,
  id: string,
  name: 'deployment' | 'config' | 'manifest',
): T | undefined {
  try {
    const folder = deploymentLayout(join(layoutOf(out).deployments, id));
    return JSON.parse(readFileSync(folder[name], 'utf8'));
  } catch {
    return undefined;
  }
}

/** Reads files of a deployment's source by their path in the site; undefined for what is not there. */
export function sourceReader(out: string, id: string): (path: string) => Uint8Array | undefined {
  const folder = sourceFolder(out, id);
  return (path) => {
    try {
      const root = realpathSync(folder);
      const file = realpathSync(join(root, path));
      return file.startsWith(root + sep) ? readFileSync(file) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** A text of a deployment's site, or of what needs a session; undefined when it is not there. */
export async function readSiteFile(
  out: string,
  id: string,
  file: { readonly path: string; readonly isPrivate: boolean },
): Promise<string | undefined> {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  try {
    return await readFile(join(file.isPrivate ? folder.protected : folder.site, file.path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Ids of the deployments, oldest first; failed ones have events and nothing else. */
export function listDeployments(
  out: string,
): readonly { readonly id: string; readonly failed: boolean }[] {
  const { deployments } = layoutOf(out);
  if (!existsSync(deployments)) return [];
  return readdirSync(deployments)
    .filter((name) => deploymentId.test(name))
    .sort()
    .map((id) => ({
      id,
      failed: !existsSync(deploymentLayout(join(deployments, id)).deployment),
    }));
}

/** Page records of a deployment, in path order. */
export function readPageRecords(out: string, id: string): PageRecord[] {
  return readLines<PageRecord>(deploymentLayout(join(layoutOf(out).deployments, id)).pages);
}

/** What a build has reported; empty while it has not become live. */
export function readEvents(out: string, id: string): SiteEvent[] {
  const { events, pendingEvents } = deploymentLayout(join(layoutOf(out).deployments, id));
  if (!existsSync(events) && readCurrent(out) === id) {
    // It is live, but its build was killed before it said so, or is just about to.
    const pending = readLines<SiteEvent>(pendingEvents);
    if (pending.length > 0) return pending;
  }
  return readLines<SiteEvent>(events);
}

/** Folder of the source tree as built. */
export function sourceFolder(out: string, id: string): string {
  return deploymentLayout(join(layoutOf(out).deployments, id)).source;
}

function readLines<T>(file: string): T[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
