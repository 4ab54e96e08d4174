import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Deployment,
  DeploymentProblems,
  FormerAddress,
  Manifest,
  ManifestFile,
} from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { ProxyRules } from '../../schema/proxy.ts';
import { createClaims, isSafe } from './claims.ts';
import { completedEvents, failedEvents } from './deployment-events.ts';
import { goLive, recover } from './deployments.ts';
import type { EventFrame } from './diff.ts';
import { type EncodedFile, encode, withSmaller } from './encode.ts';
import { folderWriter, writeDurably, writeLines } from './files.ts';
import { json, jsonLines, writeIdentity } from './identity.ts';
import { isParts, wholeIfSmall, writeLarge } from './large-file.ts';
import {
  type DeploymentFolder,
  deploymentLayout,
  endings,
  halfPrefix,
  type Layout,
} from './layout.ts';
import { startOutline } from './outline.ts';
import type { FileParts, OutputFile } from './output-file.ts';
import { linkFile, openPrevious, type Previous, readText, unchangedFile } from './previous.ts';
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
  readonly manifest: Pick<Manifest, 'pages' | 'redirects' | 'home' | 'homes' | 'labels'>;
  readonly proxyRules?: ProxyRules | undefined;
  /** Addresses of deployments before it that it has no page for. */
  readonly former?: readonly FormerAddress[];
  readonly problems?: DeploymentProblems | undefined;
}

/** Lines of `pages.jsonl`: page records as JSON, in path order. */
export interface PageRecords {
  /** Changes when any of them does. */
  readonly key: string;
  /** Called only if the previous ones can't be used. */
  readonly lines: () => Iterable<string>;
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
  private readonly writer = folderWriter();
  private readonly files = new Map<string, ManifestFile>();
  private readonly immutable = new Map<string, Promise<ManifestFile | undefined>>();
  private readonly claims = createClaims();
  private readonly sources = new Map<string, string>();
  private recordsKey = '';

  constructor(layout: Layout, id: string) {
    this.layout = layout;
    this.id = id;
    recover(layout);
    this.half = deploymentLayout(join(layout.deployments, halfPrefix + id));
    mkdirSync(this.half.site, { recursive: true });
    this.previous = openPrevious(layout);
  }

  /** Files that were refused. */
  get problems(): readonly Problem[] {
    return this.claims.problems;
  }

  /** Links files of known hashes that the live deployment has: all of them, or none. */
  link(files: readonly OutputFile[]): boolean {
    const linked: (readonly [OutputFile, ManifestFile])[] = [];
    for (const file of files) {
      const old = unchangedFile(this.previous, file, file.hash);
      if (old && !this.claims.claim(file)) continue;
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
    if (!this.claims.claim(file)) return undefined;
    const to = this.target(file);
    const linked = (hash: string | undefined): ManifestFile | undefined => {
      const old = unchangedFile(this.previous, file, hash);
      return old && this.linkOld(old, to)
        ? this.note(file.address, readBy(old, file.groups), true)
        : undefined;
    };
    const known = linked(file.hash);
    if (known) return known;
    const given = await file.content();
    const content = isParts(given) ? wholeIfSmall(given) : given;
    if (isParts(content)) return this.addLarge(file, content);
    const isEncoded = typeof content !== 'string' && !(content instanceof Uint8Array);
    const plain = isEncoded ? content : encode(file.path, content);
    if (isParts(given)) given.onHash?.(plain.hash);
    const same = linked(plain.hash);
    if (same) return same;

    const encoded = isEncoded ? plain : await withSmaller(file.path, plain);
    const encodings: ('br' | 'gzip')[] = [];
    const writing = [this.writer.write(to, encoded.bytes)];
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = encoded[encoding];
      if (!bytes) continue;
      writing.push(this.writer.write(to + endings[encoding], bytes));
      encodings.push(encoding);
    }
    await Promise.all(writing);
    const { hash, scripts } = encoded;
    return this.noteNew(file, { hash, bytes: encoded.bytes.length, encodings, scripts });
  }

  /** Writes a content that is never in memory as a whole. */
  private async addLarge(file: OutputFile, { parts, onHash }: FileParts): Promise<ManifestFile> {
    const to = this.target(file);
    const written = await this.writer.run(to, () => writeLarge(to, parts));
    onHash?.(written.hash);
    return this.noteNew(file, { ...written, scripts: [] });
  }

  private noteNew(
    file: OutputFile,
    made: Pick<ManifestFile, 'hash' | 'bytes' | 'encodings'> & Pick<EncodedFile, 'scripts'>,
  ): ManifestFile {
    const { hash, bytes, encodings, scripts } = made;
    const entry: ManifestFile = {
      path: file.path,
      hash,
      bytes,
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
    this.sources.set(file.path, file.hash);
    const { previous } = this;
    if (previous?.sources.get(file.path) === file.hash) {
      if (this.writer.link(join(previous.layout.source, file.path), to)) return;
    }
    await this.writer.copy(file.from, to);
  }

  /** Writes the records of all pages, or links the live deployment's; answers the file they are in. */
  addRecords(records: PageRecords): string {
    const before = this.previous?.manifest.records === records.key && this.previous.layout;
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
      ...(facts.manifest.homes === undefined ? {} : { homes: facts.manifest.homes }),
    };
    const { deployment } = facts;
    const now = { manifest, sourceOf: (file: string) => readText(join(this.half.source, file)) };
    const events = completedEvents(deployment, { before: this.previous, now }, frame);
    writeFileSync(this.half.config, json(facts.config));
    if (facts.proxyRules) writeFileSync(this.half.proxy, json(facts.proxyRules));
    if (facts.former?.length) writeFileSync(this.half.former, json(facts.former));
    if (facts.problems) writeFileSync(this.half.problems, json(facts.problems));
    writeFileSync(this.half.sourceHashes, json(sorted(this.sources)));
    writeIdentity(this.half, { manifest, events, deployment });
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

  private linkOld(entry: ManifestFile, to: string): boolean {
    return this.previous !== undefined && linkFile(this.previous, this.writer, { entry, to });
  }

  private release(file: OutputFile): void {
    this.claims.release(file);
    for (const ending of ['', ...Object.values(endings)]) {
      rmSync(this.target(file) + ending, { force: true });
    }
  }
}

/** An entry kept from the deployment before, for the readers of this one. */
function readBy(old: ManifestFile, groups: readonly string[] = []): ManifestFile {
  const { groups: _before, ...rest } = old;
  return groups.length > 0 ? { ...rest, groups } : rest;
}

function sorted<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
