import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Deployment, Manifest, ManifestFile } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import { type DiffSide, type EventFrame, pageEvents, siteEvent } from './diff.ts';
import { type EncodedFile, encodeSmaller } from './encode.ts';
import { folderWriter, syncFolder, writeDurably } from './files.ts';
import { deploymentLayout, halfPrefix, type Layout } from './layout.ts';
import { startOutline } from './outline.ts';
import { readCurrent, readDeploymentFile } from './read.ts';
import { typeOf } from './types.ts';

/** A content, or one that a thread has hashed and compressed already. */
export type Content = string | Uint8Array | EncodedFile;

/** A file on its way into a deployment. */
export interface OutputFile {
  /** Below the site's folder: `guides/start/index.html`. */
  readonly path: string;
  /** Address that it answers, with `basePath`, without a trailing slash (`/` for the root). */
  readonly address: string;
  /** Asked only when the previous deployment has no file of this path and hash. */
  readonly content: () => Content | Promise<Content>;
  /** sha-256 hex of the content when it is known beforehand. */
  readonly hash?: string;
  readonly protected?: boolean;
  /** Groups of which a reader needs one; only with `protected`. */
  readonly groups?: readonly string[];
  readonly immutable?: boolean;
}

/** A file of the source tree, kept so that the runtime can build again. */
export interface SourceCopy {
  readonly path: string;
  /** sha-256 hex. */
  readonly hash: string;
  /** The file itself. */
  readonly from: string;
}

/** Everything of a deployment that isn't a file of its site. */
export interface DeploymentFacts {
  readonly deployment: Deployment;
  readonly config: Config;
  readonly manifest: Pick<Manifest, 'pages' | 'redirects' | 'home' | 'labels'>;
  readonly proxyRules?: ProxyRules | undefined;
}

/** Lines of `pages.jsonl`: page records as JSON, in path order. */
export interface PageRecords {
  /** Changes when any of them does. */
  readonly key: string;
  /** Called only if the previous ones can't be used. */
  readonly lines: () => Iterable<string>;
}

/** What a compressed form's name ends with. */
const endings = { br: '.br', gzip: '.gz' } as const;

/** What a writer counts. */
export interface WriteCounts {
  files: number;
  bytes: number;
  linked: number;
}

/**
 * Writes one deployment into a folder of its own, which gets its name and becomes live only when it
 * is complete. Open it with the lock of `<out>` held.
 */
export class DeploymentWriter {
  readonly counts: WriteCounts = { files: 0, bytes: 0, linked: 0 };
  readonly problems: Problem[] = [];
  readonly previous: DiffSide | undefined;
  private readonly layout: Layout;
  private readonly id: string;
  private readonly half: ReturnType<typeof deploymentLayout>;
  private readonly previousFolder: ReturnType<typeof deploymentLayout> | undefined;
  private readonly writer = folderWriter();
  private readonly files = new Map<string, ManifestFile>();
  private readonly immutable = new Map<string, Promise<ManifestFile | undefined>>();
  private readonly taken = new Map<string, 'file' | 'folder'>();
  private readonly addresses = new Set<string>();
  private readonly previousSources: ReadonlyMap<string, string>;
  private readonly sources = new Map<string, string>();
  private recordsKey = '';

  constructor(layout: Layout, id: string) {
    this.layout = layout;
    this.id = id;
    recover(layout);
    this.half = deploymentLayout(join(layout.deployments, halfPrefix + id));
    mkdirSync(this.half.site, { recursive: true });
    const current = readCurrent(layout.out);
    const manifest = current && readDeploymentFile<Manifest>(layout.out, current, 'manifest');
    if (current && manifest) {
      const folder = deploymentLayout(join(layout.deployments, current));
      this.previousFolder = folder;
      this.previous = {
        manifest,
        sourceOf: (file) => readText(join(folder.source, file)),
      };
    }
    this.previousSources = readSourceHashes(this.previousFolder?.folder);
  }

  /** Links files of known hashes that the live deployment has: all of them, or none. */
  link(files: readonly OutputFile[]): boolean {
    const linked: (readonly [OutputFile, ManifestFile])[] = [];
    for (const file of files) {
      const old = this.unchanged(file, file.hash);
      if (old && !this.claim(file)) continue;
      if (old && this.linkOld(old, this.target(file))) {
        linked.push([file, old]);
        continue;
      }
      if (old) this.release(file);
      for (const [other] of linked) this.release(other);
      return false;
    }
    for (const [file, old] of linked) this.note(file.address, readBy(old, file.groups), true);
    return true;
  }

  /** Writes a file, or links the live deployment's when it is the same; resolves to its entry. */
  add(file: OutputFile): Promise<ManifestFile | undefined> {
    if (!file.immutable) return this.addOnce(file);
    // A file named by its content may be asked for by several: it is the same one.
    const name = `${file.address}\0${file.path}`;
    const added = this.immutable.get(name) ?? this.addOnce(file);
    this.immutable.set(name, added);
    return added;
  }

  private async addOnce(file: OutputFile): Promise<ManifestFile | undefined> {
    if (!this.claim(file)) return undefined;
    const to = this.target(file);
    const linked = (hash: string | undefined): ManifestFile | undefined => {
      const old = this.unchanged(file, hash);
      return old && this.linkOld(old, to)
        ? this.note(file.address, readBy(old, file.groups), true)
        : undefined;
    };
    const known = linked(file.hash);
    if (known) return known;
    const content = await file.content();
    const encoded =
      typeof content === 'string' || content instanceof Uint8Array
        ? await encodeSmaller(file.path, content)
        : content;
    const { hash, scripts } = encoded;
    const same = linked(hash);
    if (same) return same;

    const encodings: ('br' | 'gzip')[] = [];
    const writing = [this.writer.write(to, encoded.bytes)];
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = encoded[encoding];
      if (!bytes) continue;
      writing.push(this.writer.write(to + endings[encoding], bytes));
      encodings.push(encoding);
    }
    await Promise.all(writing);
    const entry: ManifestFile = {
      path: file.path,
      hash,
      bytes: encoded.bytes.length,
      type: typeOf(file.path),
      immutable: file.immutable ?? false,
      encodings,
      ...(file.protected ? { protected: true } : {}),
      ...(file.groups?.length ? { groups: file.groups } : {}),
      ...(scripts.length > 0 ? { scripts } : {}),
    };
    return this.note(file.address, entry, false);
  }

  /** Keeps a file of the source tree. */
  async addSource(file: SourceCopy): Promise<void> {
    if (!isSafe(file.path)) return;
    const to = join(this.half.source, file.path);
    const old = this.previousFolder?.source;
    this.sources.set(file.path, file.hash);
    if (old && this.previousSources.get(file.path) === file.hash) {
      if (this.writer.link(join(old, file.path), to)) return;
    }
    await this.writer.copy(file.from, to);
  }

  /** Writes the records of all pages, or links the live deployment's; answers the file they are in. */
  addRecords(records: PageRecords): string {
    const before = this.previous?.manifest.records === records.key && this.previousFolder;
    const { pages, outline } = this.half;
    this.recordsKey = records.key;
    const isLinked =
      before && this.writer.link(before.pages, pages) && this.writer.link(before.outline, outline);
    if (!isLinked) {
      // Written through a link, it would change in the deployment before.
      rmSync(pages, { force: true });
      const { noted, lines } = startOutline();
      writeLines(pages, noted(records.lines()));
      writeLines(outline, lines());
    }
    return pages;
  }

  /** Completes the folder, when all that was added is there, and makes it live; returns its events. */
  finish(facts: DeploymentFacts, frame: EventFrame): SiteEvent[] {
    const manifest: Manifest = {
      pages: sorted(Object.entries(facts.manifest.pages)),
      files: sorted(this.files),
      redirects: facts.manifest.redirects,
      records: this.recordsKey,
      ...(facts.manifest.labels === undefined ? {} : { labels: facts.manifest.labels }),
      ...(facts.manifest.home === undefined ? {} : { home: facts.manifest.home }),
    };
    const { deployment } = facts;
    const events = [
      ...started(frame, deployment),
      siteEvent(
        'deployment.completed',
        {
          deploymentId: this.id,
          projectId: frame.project,
          branch: deployment.branch,
          commitSha: deployment.commitSha,
          pagesBuilt: deployment.pagesBuilt,
          duration: deployment.duration,
          status: 'success',
        },
        frame,
      ),
      ...pageEvents(
        this.previous,
        { manifest, sourceOf: (file) => readText(join(this.half.source, file)) },
        frame,
      ),
    ];
    writeLines(this.half.files, fileLines(manifest.files));
    const { redirects, home } = manifest;
    writeFileSync(this.half.routes, json({ redirects, ...(home === undefined ? {} : { home }) }));
    writeFileSync(this.half.config, json(facts.config));
    if (facts.proxyRules) writeFileSync(this.half.proxy, json(facts.proxyRules));
    writeFileSync(sourceHashes(this.half.folder), json(sorted(this.sources)));
    writeDurably(this.half.manifest, json(manifest));
    writeDurably(this.half.pendingEvents, jsonLines(events));
    writeDurably(this.half.deployment, json(deployment));

    const folder = join(this.layout.deployments, this.id);
    renameSync(this.half.folder, folder);
    syncFolder(this.layout.deployments);
    writeDurably(this.layout.current, `${this.id}\n`);
    // Only now has it happened: a build that is killed before this line leaves no event of a
    // deployment that never went live.
    publishEvents(folder);
    return events;
  }

  /** Leaves nothing but the events of a build that failed. */
  fail(
    error: string,
    facts: Pick<Deployment, 'branch' | 'commitSha'>,
    frame: EventFrame,
  ): SiteEvent[] {
    const events = [
      ...started(frame, facts),
      siteEvent(
        'deployment.failed',
        {
          deploymentId: this.id,
          projectId: frame.project,
          branch: facts.branch,
          error: error.slice(0, 2000),
        },
        frame,
      ),
    ];
    this.discard();
    mkdirSync(this.half.folder, { recursive: true });
    writeDurably(this.half.events, jsonLines(events));
    renameSync(this.half.folder, join(this.layout.deployments, this.id));
    return events;
  }

  /** Writes nothing more; resolves when nothing is being written. */
  close(): Promise<void> {
    return this.writer.close();
  }

  /** Removes what was written so far. */
  discard(): void {
    rmSync(this.half.folder, { recursive: true, force: true });
  }

  private note(address: string, entry: ManifestFile, linked: boolean): ManifestFile {
    this.files.set(address, entry);
    this.counts.files++;
    this.counts.bytes += entry.bytes;
    if (linked) this.counts.linked++;
    return entry;
  }

  private target(file: OutputFile): string {
    return join(file.protected ? this.half.protected : this.half.site, file.path);
  }

  /** The live deployment's entry of a file, when its content is this one. */
  private unchanged(file: OutputFile, hash: string | undefined): ManifestFile | undefined {
    const old = this.previous?.manifest.files[file.address];
    if (!old || hash === undefined || old.hash !== hash || old.path !== file.path) return undefined;
    return (old.protected ?? false) === (file.protected ?? false) ? old : undefined;
  }

  private linkOld(old: ManifestFile, to: string): boolean {
    const folder = old.protected ? this.previousFolder?.protected : this.previousFolder?.site;
    if (folder === undefined) return false;
    const from = join(folder, old.path);
    if (!this.writer.link(from, to)) return false;
    for (const encoding of old.encodings) {
      const ending = endings[encoding];
      if (!this.writer.link(from + ending, to + ending)) {
        rmSync(to, { force: true });
        return false;
      }
    }
    return true;
  }

  /** Refuses paths that leave the folder, and two files of one name or address. */
  private claim(file: OutputFile): boolean {
    const refuse = (ruleId: string, reason: string, note: string): false => {
      this.problems.push({ severity: 'error', source: 'output', ruleId, file: '', reason, note });
      return false;
    };
    if (!isSafe(file.path)) {
      return refuse(
        'output-path',
        `Can't write the path "${file.path}": it is outside the site folder, or not a valid file name.`,
        'Choose another path for the page.',
      );
    }
    const scope = file.protected ? 'p/' : 's/';
    const clash =
      this.addresses.has(file.address) ||
      this.taken.has(scope + file.path) ||
      parents(file.path).some((folder) => this.taken.get(scope + folder) === 'file');
    if (clash) {
      return refuse(
        'output-clash',
        `Two files of the site have the same URL ${file.address}.`,
        'Rename one of them, or remove it.',
      );
    }
    this.addresses.add(file.address);
    this.taken.set(scope + file.path, 'file');
    for (const folder of parents(file.path)) this.taken.set(scope + folder, 'folder');
    return true;
  }

  /** Takes back a claimed file, as if it had never been requested. */
  private release(file: OutputFile): void {
    this.addresses.delete(file.address);
    this.taken.delete((file.protected ? 'p/' : 's/') + file.path);
    for (const ending of ['', ...Object.values(endings)]) {
      rmSync(this.target(file) + ending, { force: true });
    }
  }

  /** Removes all but the last `keep` deployments, and the live one. */
  prune(keep: number): void {
    const current = readCurrent(this.layout.out);
    const ids = readdirSync(this.layout.deployments)
      .filter((name) => name.startsWith('dpl_'))
      .sort()
      .reverse();
    // A rollback keeps `current` even when it is old.
    for (const id of ids.slice(Math.max(1, keep))) {
      if (id !== current) {
        rmSync(join(this.layout.deployments, id), { recursive: true, force: true });
      }
    }
  }
}

function started(
  frame: EventFrame,
  facts: Pick<Deployment, 'branch' | 'commitSha'>,
): SiteEvent<'deployment.started'>[] {
  const data = {
    deploymentId: frame.deployment,
    projectId: frame.project,
    branch: facts.branch,
    commitSha: facts.commitSha,
  };
  return [siteEvent('deployment.started', data, { ...frame, timestamp: frame.startedAt })];
}

/** Removes half built folders, and ends what a killed build had almost ended. */
function recover(layout: Layout): void {
  mkdirSync(layout.deployments, { recursive: true });
  const current = readCurrent(layout.out);
  for (const name of readdirSync(layout.deployments)) {
    const folder = join(layout.deployments, name);
    if (name.startsWith(halfPrefix)) rmSync(folder, { recursive: true, force: true });
    else if (existsSync(deploymentLayout(folder).pendingEvents)) {
      if (name === current) publishEvents(folder);
      else rmSync(folder, { recursive: true, force: true });
    }
  }
  for (const name of readdirSync(layout.out)) {
    if (/^current\.\d+\.half$/.test(name)) rmSync(join(layout.out, name), { force: true });
  }
}

function publishEvents(folder: string): void {
  const { events, pendingEvents } = deploymentLayout(folder);
  renameSync(pendingEvents, events);
  syncFolder(folder);
}

function sourceHashes(folder: string): string {
  return join(folder, 'source.json');
}

function readSourceHashes(folder: string | undefined): ReadonlyMap<string, string> {
  const text = folder && readText(sourceHashes(folder));
  return new Map(text ? Object.entries<string>(JSON.parse(text)) : []);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** An entry kept from the deployment before, for the readers of this one. */
function readBy(old: ManifestFile, groups: readonly string[] = []): ManifestFile {
  const { groups: _before, ...rest } = old;
  return groups.length > 0 ? { ...rest, groups } : rest;
}

/** Inside its folder, and with names that every file system takes. */
function isSafe(path: string): boolean {
  return (
    path !== '' &&
    !/[\\\0]/.test(path) &&
    path
      .split('/')
      .every(
        (name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 250,
      )
  );
}

function parents(path: string): string[] {
  const found: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) found.push(folder);
  return found;
}

function sorted<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Each line begins with the address, by which it is looked up. */
function* fileLines(files: Manifest['files']): Iterable<string> {
  for (const [address, file] of Object.entries(files)) yield JSON.stringify({ address, ...file });
}

/** In parts: the records of a large site would otherwise be in memory two more times. */
function writeLines(file: string, lines: Iterable<string>): void {
  const handle = openSync(file, 'w');
  try {
    let part = '';
    for (const line of lines) {
      part += `${line}\n`;
      if (part.length < 1_000_000) continue;
      writeFileSync(handle, part);
      part = '';
    }
    writeFileSync(handle, part);
  } finally {
    closeSync(handle);
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
