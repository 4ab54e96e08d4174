import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type Deployment,
  type DeploymentProblems,
  deploymentFormat,
  type Manifest,
  type ManifestFile,
  type PageOutline,
  type PageRecord,
  type SourceFiles,
} from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import { type BringContent, type Portion, piecesOfFile } from './bring.ts';
import { allContents, findContent, readContentNow, wholeOf } from './contents.ts';
import { type DeploymentFolder, deploymentId, deploymentLayout, layoutOf } from './layout.ts';
import { findLine, linesNow, linesOf } from './lines.ts';
import { type OutlineEntry, type OutlineLine, outlineEntries } from './outline.ts';
import { kept } from './recent.ts';

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

/** Where addresses lead that no file answers. */
export type Routes = Pick<Manifest, 'redirects' | 'home' | 'folders' | 'homes'>;

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
export function openDeployment(out: string, id: string, bring?: BringContent): SiteReader {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  const deployment = readDeploymentFile(out, id, 'deployment');
  const other = deployment && otherFormat(deployment);
  if (other) throw new Error(`The deployment ${id} in ${out} ${other}. Run "docent build" again.`);
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
  if (!existsSync(folder.files)) throw failed();
  return {
    deployment: deployment as Deployment,
    get config() {
      return whole<Config>(folder.config);
    },
    get routes() {
      return whole<Routes>(folder.routes);
    },
    proxyRules: () => kept<ProxyRules>(folder.proxy, () => textOf(folder.proxy)),
    ...lookup(folder),
    content: async (file, portion) => {
      // A page is read at once; a film is not held in memory.
      const pieces = piecesOfFile(folder.contents, { file, bring }, portion);
      return file.bytes > mostAtOnce ? streamOf(pieces) : wholeOf(pieces);
    },
  };
}

/** Whether a deployment is complete, and of the format that this version reads. */
export function isReadable(out: string, id: string): boolean {
  const deployment = readDeploymentFile(out, id, 'deployment');
  return deployment !== undefined && otherFormat(deployment) === undefined;
}

/** What is wrong with a deployment of another format; undefined for one of ours. */
export function otherFormat({
  format,
  docent,
}: Pick<Deployment, 'format' | 'docent'>): string | undefined {
  if (format === deploymentFormat) return undefined;
  return `was built by another version of Docent (${docent})`;
}

/** A content as a stream, once its beginning is there: what can't be read must not begin an answer. */
async function streamOf(pieces: AsyncGenerator<Uint8Array>): Promise<ReadableStream> {
  const first = await pieces.next();
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  };
  const stream = Readable.from(all());
  // One that is not read, as for HEAD, closes its file as well.
  stream.once('close', () => void pieces.return(undefined));
  return Readable.toWeb(stream) as ReadableStream;
}

/** Bytes of a content that is read at once. */
const mostAtOnce = 1_000_000;

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Looks up single lines. */
function lookup(folder: DeploymentFolder): Pick<SiteReader, 'file' | 'page' | 'record' | 'pages'> {
  const lineOf = <T>(file: string, key: string) =>
    kept<T>(`${file} ${key}`, () => findLine(file, key));
  const page = (path: string) => lineOf<OutlineLine>(folder.outline, path);
  return {
    file: (address) => lineOf(folder.files, address),
    page,
    record: (path) => {
      const found = page(path);
      return found && kept(`${folder.outline} ${path} record`, () => recordText(folder, found));
    },
    pages: () => valuesOf(folder.outline),
  };
}

function recordText({ contents }: DeploymentFolder, line: OutlineLine): string | undefined {
  const content = findContent(contents, line.record);
  return content && readContentNow(content).toString('utf8');
}

async function* valuesOf<T>(file: string): AsyncGenerator<T> {
  for await (const line of linesOf(file)) yield JSON.parse(line);
}

/** The JSON files of a deployment that are read as a whole. */
interface DeploymentFiles {
  readonly deployment: Deployment;
  readonly config: Config;
  readonly manifest: Omit<Manifest, 'files'>;
  readonly problems: DeploymentProblems;
  readonly sources: SourceFiles;
}

/** One of a deployment's JSON files; undefined when it is missing or damaged. */
export function readDeploymentFile<Name extends keyof DeploymentFiles>(
  out: string,
  id: string,
  name: Name,
): DeploymentFiles[Name] | undefined {
  try {
    const folder = deploymentLayout(join(layoutOf(out).deployments, id));
    return JSON.parse(readFileSync(folder[name], 'utf8'));
  } catch {
    return undefined;
  }
}

/** The pages and the files of a deployment; undefined if they can't be read. */
export function readManifest(out: string, id: string): Manifest | undefined {
  const pages = readDeploymentFile(out, id, 'manifest');
  const { files } = deploymentLayout(join(layoutOf(out).deployments, id));
  if (!pages || !existsSync(files)) return undefined;
  return { ...pages, files: Object.fromEntries(fileEntries(files)) };
}

function* fileEntries(file: string): Iterable<readonly [string, ManifestFile]> {
  for (const line of linesNow(file)) yield fileEntry(line);
}

/** What a line of the list of files says. */
export function fileEntry(line: string): readonly [address: string, file: ManifestFile] {
  const { address, ...file } = JSON.parse(line) as ManifestFile & { readonly address: string };
  return [address, file];
}

/** The files of a deployment's source; none if they can't be read. */
export function readSources(out: string, id: string): SourceFiles {
  return readDeploymentFile(out, id, 'sources') ?? {};
}

/** Reads files of a deployment's source by their path in the site; undefined for missing ones. */
export function sourceReader(out: string, id: string): (path: string) => Uint8Array | undefined {
  const { contents } = deploymentLayout(join(layoutOf(out).deployments, id));
  let sources: SourceFiles | undefined;
  return (path) => {
    sources ??= readSources(out, id);
    const entry = Object.hasOwn(sources, path) ? sources[path] : undefined;
    const content = entry && findContent(contents, entry.hash);
    return content && readContentNow(content);
  };
}

/** Writes the source tree of a deployment to an empty folder. */
export function writeSources(out: string, id: string, to: string): void {
  const contents = allContents(deploymentLayout(join(layoutOf(out).deployments, id)).contents);
  for (const [path, { hash }] of Object.entries(readSources(out, id))) {
    const content = contents.get(hash);
    if (!content) throw new Error(`The source ${path} of ${id} is missing in ${out}.`);
    const file = join(to, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readContentNow(content));
  }
}

/** Reads texts of a deployment's site, or of its protected files; undefined for missing ones. */
export function siteFileReader(
  out: string,
  id: string,
  bring?: BringContent,
): (path: string, isPrivate: boolean) => Promise<string | undefined> {
  const folder = deploymentLayout(join(layoutOf(out).deployments, id));
  const { file } = lookup(folder);
  const { basePath = '' } = readDeploymentFile(out, id, 'deployment') ?? {};
  return async (path, isPrivate) => {
    // Private ones have no address that a request could have.
    const entry = file(isPrivate ? `docent:${path}` : `${basePath}/${path}`);
    if (!entry || (entry.protected ?? false) !== isPrivate) return undefined;
    return (await wholeOf(piecesOfFile(folder.contents, { file: entry, bring }))).toString('utf8');
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
export function readOutline(out: string, id: string): AsyncIterable<PageOutline> {
  return valuesOf<PageOutline>(deploymentLayout(join(layoutOf(out).deployments, id)).outline);
}

/** Page records of a deployment, in path order; never all of them in memory. */
export function* readPages(out: string, id: string): Iterable<PageRecord> {
  const { outline, contents } = deploymentLayout(join(layoutOf(out).deployments, id));
  if (!existsSync(outline)) return;
  const all = allContents(contents);
  for (const line of linesNow(outline)) {
    const { path, record } = JSON.parse(line) as OutlineLine;
    const content = all.get(record);
    if (!content) throw new Error(`The record of ${path} in ${id} is missing in ${out}.`);
    yield JSON.parse(readContentNow(content).toString('utf8'));
  }
}

/** Reads single page records of a deployment; undefined for pages that it does not have. */
export function recordReader(out: string, id: string): SiteReader['record'] {
  return lookup(deploymentLayout(join(layoutOf(out).deployments, id))).record;
}

/** All of them. */
export function readPageRecords(out: string, id: string): PageRecord[] {
  return [...readPages(out, id)];
}

/** The lines of the outline of a deployment, as they are. */
export function outlineLines(out: string, id: string): Iterable<string> {
  const { outline } = deploymentLayout(join(layoutOf(out).deployments, id));
  return existsSync(outline) ? linesNow(outline) : [];
}

/** The lines of the outline of a deployment, none of them read as a whole. */
export function readOutlineEntries(out: string, id: string): Iterable<OutlineEntry> {
  return outlineEntries(deploymentLayout(join(layoutOf(out).deployments, id)).outline);
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
