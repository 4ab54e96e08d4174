import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type {
  Deployment,
  Manifest,
  ManifestFile,
  PageOutline,
  PageRecord,
} from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import {
  type DeploymentFolder,
  deploymentId,
  deploymentLayout,
  endings,
  layoutOf,
} from './layout.ts';
import { findLine, linesOf } from './lines.ts';
import { type OutlineLine, recordAt } from './outline.ts';

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
  readonly routes: Routes;
  /** What its playground may call through the server; undefined if that is nothing. */
  proxyRules(): ProxyRules | undefined;
  /** The file that answers an address, decoded and with `basePath`. */
  file(address: string): ManifestFile | undefined;
  /** A page of the site; with its texts, or without. */
  page(path: string): PageOutline | undefined;
  record(path: string): PageRecord | undefined;
  /** All pages, by path. */
  pages(): AsyncIterable<PageOutline>;
  /** Bytes of a file of the manifest. */
  content(file: ManifestFile, portion?: Portion): Promise<Uint8Array | ReadableStream>;
}

/** Brings a file of a deployment that is not in its folder, by its path there; answers where it is now. */
export type BringFile = (path: string) => Promise<string | undefined>;

/** Where addresses lead that no file answers. */
export type Routes = Pick<Manifest, 'redirects' | 'home' | 'homes'>;

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
 * Opens a deployment; throws an `Error` of one sentence when it is missing or unreadable. What is asked of it
 * is looked up in its files, and only what was asked last is kept: a server holds many sites, and large ones.
 */
export function openDeployment(out: string, id: string, bring?: BringFile): SiteReader {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  const deployment = readDeploymentFile<Deployment>(out, id, 'deployment');
  const failed = () =>
    new Error(`Can't read the deployment ${id} in ${out}. Run "docent build" again.`);
  const whole = <T>(file: string): T => {
    try {
      if (deployment) return kept<T>(file, () => readFileSync(file, 'utf8')) as T;
    } catch {
      // Missing or damaged.
    }
    throw failed();
  };
  whole(folder.config);
  // One that an older version has built is looked up in memory.
  const isOld = [folder.files, folder.routes, folder.outline].some((file) => !existsSync(file));
  if (isOld) whole(folder.manifest);
  const lookup = isOld ? wholeLookup(folder, whole) : lineLookup(folder);
  return {
    deployment: deployment as Deployment,
    get config() {
      return whole<Config>(folder.config);
    },
    get routes() {
      return whole<Routes>(isOld ? folder.manifest : folder.routes);
    },
    proxyRules: () => kept<ProxyRules>(folder.proxy, () => textOf(folder.proxy)),
    ...lookup,
    content: async (file, portion = {}) => {
      const ending = portion.encoding ? endings[portion.encoding] : '';
      const path = `${file.protected ? 'protected' : 'site'}/${file.path}${ending}`;
      const { start = 0, end = file.bytes - 1 } = portion;
      return brought(folder.folder, { path, bring }, async (place) => {
        // A page is read at once; a film is not held in memory.
        if (file.bytes > 1_000_000 && portion.encoding === undefined) {
          const handle = await open(place);
          return Readable.toWeb(handle.createReadStream({ start, end })) as ReadableStream;
        }
        const bytes = await readFile(place);
        return portion.encoding === undefined ? bytes.subarray(start, end + 1) : bytes;
      });
    },
  };
}

/** Reads a file where it is; one that is not in the folder is brought, twice if it has to make room again. */
async function brought<T>(
  folder: string,
  { path, bring }: { readonly path: string; readonly bring: BringFile | undefined },
  read: (place: string) => Promise<T>,
): Promise<T> {
  let place: string | undefined = join(folder, path);
  for (let left = 2; ; left--) {
    try {
      return await read(place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) throw error;
      place = await bring?.(path);
      if (place === undefined) throw error;
    }
  }
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

type Lookup = Pick<SiteReader, 'file' | 'page' | 'record' | 'pages'>;

/** Looks up single lines. */
function lineLookup(folder: DeploymentFolder): Lookup {
  const lineOf = <T>(file: string, key: string) =>
    kept<T>(`${file} ${key}`, () => findLine(file, key));
  const page = (path: string) => lineOf<OutlineLine>(folder.outline, path);
  return {
    file: (address) => lineOf(folder.files, address),
    page,
    record: (path) => {
      const found = page(path);
      return found && kept(`${folder.pages} ${path}`, () => recordAt(folder.pages, found));
    },
    pages: () => valuesOf(folder.outline),
  };
}

/** The same with all of a deployment in memory. */
function wholeLookup(folder: DeploymentFolder, whole: <T>(file: string) => T): Lookup {
  let records: ReadonlyMap<string, PageRecord> | undefined;
  const record = (path: string) => {
    records ??= new Map(readLines<PageRecord>(folder.pages).map((page) => [page.path, page]));
    return records.get(path);
  };
  return {
    file: (address) => {
      const { files } = whole<Manifest>(folder.manifest);
      return Object.hasOwn(files, address) ? files[address] : undefined;
    },
    page: record,
    record,
    pages: () => valuesOf(folder.pages),
  };
}

async function* valuesOf<T>(file: string): AsyncGenerator<T> {
  for await (const line of linesOf(file)) yield JSON.parse(line);
}

/** What was asked last of all deployments; their files never change. */
const recent = new Map<string, { readonly value: unknown; readonly size: number }>();
let recentSize = 0;
/** Characters that are kept; as values they take two or three bytes each. */
const mostRecent = 12_000_000;

/** A value of a deployment, read as JSON when it is not kept from before. */
function kept<T>(name: string, read: () => string | undefined): T | undefined {
  let known = recent.get(name);
  if (known) recent.delete(name);
  else {
    const text = read();
    if (text === undefined) return undefined;
    known = { value: JSON.parse(text), size: name.length + text.length };
    recentSize += known.size;
  }
  // The last one asked is the last to go.
  recent.set(name, known);
  for (const [other, { size }] of recent) {
    if (recentSize <= mostRecent || other === name) break;
    recent.delete(other);
    recentSize -= size;
  }
  return known.value as T;
}

/** One of a deployment's JSON files; undefined when it is missing or damaged. */
export function readDeploymentFile<T>(
  out: string,
  id: string,
  name: 'deployment' | 'config' | 'manifest' | 'problems',
): T | undefined {
  try {
    const folder = deploymentLayout(join(layoutOf(out).deployments, id));
    return JSON.parse(readFileSync(folder[name], 'utf8'));
  } catch {
    return undefined;
  }
}

/** Reads files of a deployment's source by their path in the site; undefined for missing ones. */
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

/** Reads texts of a deployment's site, or of its protected files; undefined for missing ones. */
export function siteFileReader(
  out: string,
  id: string,
  bring?: BringFile,
): (path: string, isPrivate: boolean) => Promise<string | undefined> {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  return async (path, isPrivate) => {
    try {
      const inFolder = `${isPrivate ? 'protected' : 'site'}/${path}`;
      return await brought(folder.folder, { path: inFolder, bring }, (place) =>
        readFile(place, 'utf8'),
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
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

/** The pages of a deployment without their texts, by path; never all of them in memory. */
export async function* readOutline(out: string, id: string): AsyncGenerator<PageOutline> {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  yield* valuesOf<PageOutline>(existsSync(folder.outline) ? folder.outline : folder.pages);
}

/** The same with their texts. */
export async function* readPages(out: string, id: string): AsyncGenerator<PageRecord> {
  yield* valuesOf<PageRecord>(deploymentLayout(join(layoutOf(out).deployments, id)).pages);
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
