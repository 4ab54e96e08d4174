import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddingModel } from '../../pipeline/model.ts';
import {
  readDeploymentFile,
  readPageRecords,
  type SiteReader,
  sourceFolder,
} from '../../pipeline/output/read.ts';
import { openSearch, type SearchIndex } from '../../pipeline/search/query.ts';
import type { Deployment } from '../../schema/build.ts';

export interface LiveSearchOptions {
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly embeddings?: EmbeddingModel;
}

/** The index of a site's live deployment: opened beside the old one, and put in its place. */
export class LiveSearch {
  private readonly options: LiveSearchOptions;
  private index: SearchIndex | undefined;
  private last: Promise<void> = Promise.resolve();
  private wanted = '';
  private closed = false;

  constructor(options: LiveSearchOptions) {
    this.options = options;
  }

  /** Undefined while there is none yet: a first one is opened, or made anew. */
  current(): SearchIndex | undefined {
    return this.index;
  }

  /** Opens the index of a deployment; until it is there the one before it answers. */
  swap(id: string): Promise<void> {
    this.wanted = id;
    this.last = this.last.then(() => this.open(id));
    return this.last;
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
