import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Deployment,
  DeploymentProblems,
  FilePart,
  FormerAddress,
  Manifest,
  ManifestFile,
  SourceEntry,
} from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { given } from '../../schema/given.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import { createClaims, isSafe } from './claims.ts';
import { type Content, findContent, readContentNow } from './contents.ts';
import { completedEvents, failedEvents } from './deployment-events.ts';
import { goLive, recover } from './deployments.ts';
import type { EventFrame } from './diff.ts';
import { type EncodedFile, encode } from './encode.ts';
import { type MadeOf, madeOf, partsOf } from './file-parts.ts';
import { mostInMemory, piecesOf } from './file-pieces.ts';
import { writeDurably, writeLines } from './files.ts';
import { fileLines, json, jsonLines, writeIdentity } from './identity.ts';
import { type DeploymentFolder, deploymentLayout, halfPrefix, type Layout } from './layout.ts';
import { outlineLine } from './outline.ts';
import type { ContentPart, OutputFile } from './output-file.ts';
import { PackWriter } from './pack-writer.ts';
import { openPrevious, type Previous, unchangedFile } from './previous.ts';
import { typeOf } from './types.ts';

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
  readonly manifest: Pick<
    Manifest,
    'pages' | 'redirects' | 'home' | 'folders' | 'homes' | 'labels'
  >;
  readonly proxyRules?: ProxyRules | undefined;
  /** Addresses of deployments before it that it has no page for. */
  readonly former?: readonly FormerAddress[];
  readonly problems?: DeploymentProblems | undefined;
}

/** The records of the pages of a deployment that is being written. */
export interface RecordList {
  /** Path and hash of each, in path order. */
  readonly pages: readonly (readonly [path: string, hash: string])[];
  /** Those that are new, by hash. */
  readonly added: ReadonlyMap<string, Content>;
  /** The folder of contents that has the others. */
  readonly before?: string;
}

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
  readonly previous: Previous | undefined;
  private readonly layout: Layout;
  private readonly id: string;
  private readonly half: DeploymentFolder;
  private readonly contents: PackWriter;
  private readonly files = new Map<string, ManifestFile>();
  private readonly immutable = new Map<string, Promise<ManifestFile | undefined>>();
  private readonly claims = createClaims();
  /** Lists of inline scripts by what is in them: most pages have the same ones. */
  private readonly scripts = new Map<string, readonly string[]>();
  private readonly sources = new Map<string, SourceEntry>();
  private readonly records = new Map<string, { readonly hash: string; readonly line: string }>();
  private closed = false;

  constructor(layout: Layout, id: string) {
    this.layout = layout;
    this.id = id;
    recover(layout);
    this.half = deploymentLayout(join(layout.deployments, halfPrefix + id));
    mkdirSync(this.half.folder, { recursive: true });
    this.contents = new PackWriter(this.half.contents, id);
    this.previous = openPrevious(layout);
  }

  /** Files that were refused. */
  get problems(): readonly Problem[] {
    return this.claims.problems;
  }

  /** Keeps files of known hashes that the live deployment has: all of them, or none. */
  keep(files: readonly OutputFile[]): boolean {
    const kept = files.map((file) => unchangedFile(this.previous, file, file.hash));
    if (kept.includes(undefined)) return false;
    for (const [index, file] of files.entries()) {
      const old = kept[index];
      if (old && this.claims.claim(file)) this.note(file.address, readBy(old, file.groups), true);
    }
    return true;
  }

  /** Writes a file, or keeps the live deployment's if it is the same; resolves to its entry. */
  add(file: OutputFile): Promise<ManifestFile | undefined> {
    if (!file.immutable) return this.addOnce(file);
    // A file named by its content may be asked for by several: it is the same one.
    const name = `${file.address}\0${file.path}`;
    const added = this.immutable.get(name) ?? this.addOnce(file);
    this.immutable.set(name, added);
    return added;
  }

  private async addOnce(file: OutputFile): Promise<ManifestFile | undefined> {
    if (!this.claims.claim(file)) return undefined;
    const old = unchangedFile(this.previous, file, file.hash);
    if (old) return this.note(file.address, readBy(old, file.groups), true);
    const content = await file.content();
    if (this.closed) throw new Error(`${file.path} is written after the end`);
    const isBytes = typeof content === 'string' || content instanceof Uint8Array;
    if (!isBytes && 'parts' in content) {
      const parts = content.parts.map((part) => this.addPart(file.path, part));
      const entry = this.noteNew(file, { ...madeOf(parts), scripts: [] }, false);
      content.onHash?.(entry.hash);
      return entry;
    }
    const { hash, bytes, scripts } = isBytes ? encode(file.path, content) : content;
    const isKnown = this.isKnown(hash);
    if (!isKnown) this.contents.add(hash, file.path, bytes);
    return this.noteNew(file, { hash, bytes: bytes.length, scripts }, isKnown);
  }

  private addPart(path: string, { known, make }: ContentPart): FilePart {
    if (known && this.isKnown(known.hash)) return known;
    const { hash, bytes } = make();
    if (!this.isKnown(hash)) this.contents.add(hash, path, bytes);
    return { hash, bytes: bytes.length };
  }

  private isKnown(hash: string): boolean {
    return this.previous?.has(hash) ?? false;
  }

  private noteNew(
    file: OutputFile,
    { hash, bytes, parts, scripts }: MadeOf & Pick<EncodedFile, 'scripts'>,
    isKnown: boolean,
  ): ManifestFile {
    const entry: ManifestFile = {
      path: file.path,
      hash,
      bytes,
      ...given({ parts }),
      type: typeOf(file.path),
      immutable: file.immutable ?? false,
      ...(file.protected ? { protected: true } : {}),
      ...(file.groups?.length ? { groups: file.groups } : {}),
      ...(scripts.length > 0 ? { scripts: this.shared(scripts) } : {}),
    };
    return this.note(file.address, entry, isKnown);
  }

  private shared(scripts: readonly string[]): readonly string[] {
    const key = scripts.join(' ');
    const same = this.scripts.get(key) ?? scripts;
    this.scripts.set(key, same);
    return same;
  }

  /** Keeps a file of the source tree. */
  addSource({ path, hash, from }: SourceCopy): void {
    if (!isSafe(path)) return;
    if (this.isKnown(hash) || this.contents.has(hash)) {
      const known = this.previous?.sources[path];
      const bytes = known?.hash === hash ? known.bytes : statSync(from).size;
      this.sources.set(path, { hash, bytes });
      return;
    }
    // It may have changed since it was listed: what is noted is what was kept.
    if (statSync(from).size > mostInMemory) {
      this.sources.set(path, this.contents.addPieces(path, piecesOf(from)));
      return;
    }
    const { hash: read, bytes } = encode(path, readFileSync(from));
    this.contents.add(read, path, bytes);
    this.sources.set(path, { hash: read, bytes: bytes.length });
  }

  /** Whether the live deployment has the record of a page with this hash. */
  hasRecord(path: string, hash: string): boolean {
    const { previous } = this;
    return previous?.outlineOf(path, hash) !== undefined && previous.has(hash);
  }

  /** Keeps the record of a page that the live deployment has, or adds it. */
  addRecord(path: string, hash: string, record = ''): void {
    const line = this.previous?.outlineOf(path, hash) ?? outlineLine(record, hash);
    this.records.set(path, { hash, line });
    if (!this.isKnown(hash)) this.contents.add(hash, `${path}.json`, Buffer.from(record));
  }

  /** The records of all pages in path order, which can be read while the folder is not complete. */
  recordList(): RecordList {
    const pages = sortedEntries(this.records).map(([path, { hash }]) => [path, hash] as const);
    const added = new Map<string, Content>();
    for (const [, hash] of pages) {
      const content = this.contents.find(hash);
      if (content) added.set(hash, content);
    }
    const before = this.previous?.contents;
    return { pages, added, ...given({ before }) };
  }

  /** Completes the folder, when all that was added is there, and makes it live; returns its events. */
  finish(facts: DeploymentFacts, frame: EventFrame): SiteEvent[] {
    const used = new Set<string>();
    for (const file of this.files.values()) for (const { hash } of partsOf(file)) used.add(hash);
    for (const list of [this.sources, this.records]) {
      for (const { hash } of list.values()) used.add(hash);
    }
    const before = this.previous?.contents;
    const packs = this.contents.finish(before, (hash) => used.has(hash));
    const manifest: Omit<Manifest, 'files'> = {
      pages: sorted(Object.entries(facts.manifest.pages)),
      packs,
      redirects: facts.manifest.redirects,
      ...given({
        labels: facts.manifest.labels,
        home: facts.manifest.home,
        folders: facts.manifest.folders,
        homes: facts.manifest.homes,
      }),
    };
    const { deployment } = facts;
    const now = { manifest, sourceOf: (file: string) => this.sourceText(file) };
    const events = completedEvents(deployment, { before: this.previous, now }, frame);
    this.writeOutline();
    writeFileSync(this.half.config, json(facts.config));
    if (facts.proxyRules) writeFileSync(this.half.proxy, json(facts.proxyRules));
    if (facts.former?.length) writeFileSync(this.half.former, json(facts.former));
    if (facts.problems) writeFileSync(this.half.problems, json(facts.problems));
    writeFileSync(this.half.sources, json(sorted(this.sources)));
    const files = fileLines(sortedEntries(this.files));
    writeIdentity(this.half, { manifest, files, events, deployment });
    goLive(this.layout, { half: this.half.folder, id: this.id });
    return events;
  }

  /** Leaves nothing but the events of a build that failed. */
  fail(
    error: string,
    facts: Pick<Deployment, 'branch' | 'commitSha'>,
    frame: EventFrame,
  ): SiteEvent[] {
    const events = failedEvents(error, facts, frame);
    this.discard();
    mkdirSync(this.half.folder, { recursive: true });
    writeDurably(this.half.events, jsonLines(events));
    renameSync(this.half.folder, join(this.layout.deployments, this.id));
    return events;
  }

  /** Writes nothing more. */
  close(): void {
    this.closed = true;
    this.contents.close();
  }

  /** Removes what was written so far. */
  discard(): void {
    rmSync(this.half.folder, { recursive: true, force: true });
  }

  private writeOutline(): void {
    const lines = sortedEntries(this.records).map(([, { line }]) => line);
    writeLines(this.half.outline, lines);
  }

  private sourceText(path: string): string | undefined {
    const { hash = '' } = this.sources.get(path) ?? {};
    const content = findContent(this.half.contents, hash);
    return content && readContentNow(content).toString('utf8');
  }

  private note(address: string, entry: ManifestFile, linked: boolean): ManifestFile {
    this.files.set(address, entry);
    this.counts.files++;
    this.counts.bytes += entry.bytes;
    if (linked) this.counts.linked++;
    return entry;
  }
}

/** An entry kept from the deployment before, for the readers of this one. */
function readBy(old: ManifestFile, groups: readonly string[] = []): ManifestFile {
  const { groups: _before, ...rest } = old;
  return groups.length > 0 ? { ...rest, groups } : rest;
}

function sorted<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(sortedEntries(entries));
}

function sortedEntries<T>(entries: Iterable<readonly [string, T]>): (readonly [string, T])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
