import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddingModel } from '../../pipeline/model.ts';
import {
  readDeploymentFile,
  readPageRecords,
  type SiteReader,
  sourceFolder,
} from '../../pipeline/output/read.ts';
import { openSearch, type SearchIndex } from '../../pipeline/search/query.ts';
import type { Deployment } from '../../schema/build.ts';

/** Milliseconds a question waits for an index that is being opened. */
const patience = 3000;

export interface LiveSearchOptions {
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly embeddings?: EmbeddingModel;
}

/**
 * The index of a site's live deployment: opened when somebody is about to ask, from then on each new one beside
 * the old, and put in its place. Decision: it is not opened at the start, for the engine alone takes 100 MB,
 * and a server left alone would take 240 MB instead of 140 (`npm run bench -- idle`).
 */
export class LiveSearch {
  private readonly options: LiveSearchOptions;
  private index: SearchIndex | undefined;
  private last: Promise<void> = Promise.resolve();
  private wanted = '';
  private asked = false;
  private closed = false;

  constructor(options: LiveSearchOptions) {
    this.options = options;
  }

  /** Undefined when there is none within a moment: a missing index is made anew, which takes a while. */
  async current(): Promise<SearchIndex | undefined> {
    if (!this.asked && this.wanted !== '') {
      this.asked = true;
      this.follow(this.wanted);
    }
    if (!this.index) await Promise.race([this.last, sleep(patience, undefined, { ref: false })]);
    return this.index;
  }

  /** Names the live deployment; until its index is there the one before it answers. */
  swap(id: string): void {
    this.wanted = id;
    if (this.asked) this.follow(id);
  }

  private follow(id: string): void {
    this.last = this.last.then(() => this.open(id));
  }

  close(): void {
    this.closed = true;
    this.index?.close();
    this.index = undefined;
  }

  private async open(id: string): Promise<void> {
    // Deployments that follow each other quickly: only the last one counts.
    if (this.closed || id !== this.wanted) return;
    const { folder, log, embeddings } = this.options;
    try {
      const deployment = readDeploymentFile<Deployment>(folder, id, 'deployment');
      const next = await openSearch({
        out: folder,
        deployment: id,
        sourceLanguage: deployment?.sourceLanguage ?? 'en',
        records: () => readPageRecords(folder, id),
        synonyms: readSynonyms(folder, id),
        log,
        ...(embeddings ? { embeddings } : {}),
      });
      if (this.closed) return next.close();
      this.index?.close();
      this.index = next;
    } catch (error) {
      log(`The search of ${id} can't be opened: ${(error as Error).message}`);
    }
  }
}

/** The list as it was built, from the source tree that a deployment keeps. */
function readSynonyms(folder: string, id: string): string {
  try {
    return readFileSync(join(sourceFolder(folder, id), 'search-synonyms.txt'), 'utf8');
  } catch {
    return '';
  }
}

/** Whether a request asks where the search of a site is. */
export function asksForSearch(request: Request, site: SiteReader): boolean {
  const { pathname } = new URL(request.url);
  return pathname === `${site.deployment.basePath}/_docent/search/index.json`;
}

/** The note that readers' dialogs begin with: a server adds the address of its own search. */
export async function searchNote(site: SiteReader, api: string): Promise<Response> {
  const file = site.manifest.files[`${site.deployment.basePath}/_docent/search/index.json`];
  const content = file && (await site.content(file));
  let note: object = {};
  if (content instanceof Uint8Array) {
    try {
      note = JSON.parse(new TextDecoder().decode(content));
    } catch {
      // A site without a static index is searched here all the same.
    }
  }
  return Response.json(
    { ...note, api },
    { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } },
  );
}
