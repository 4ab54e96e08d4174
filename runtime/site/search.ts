import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddingModel } from '../../pipeline/net/model.ts';
import type { BringContent } from '../../pipeline/output/bring.ts';
import {
  readPages,
  recordReader,
  type SiteReader,
  siteFileReader,
} from '../../pipeline/output/read.ts';
import {
  openSearch,
  type PieceCache,
  type SearchIndex,
  storeOf,
} from '../../pipeline/search/query.ts';
import { messageOf } from '../../schema/errors.ts';
import { rewriteApart } from './rewrite-apart.ts';

/** Milliseconds a question waits for an index that is being made again. */
const patience = 3000;

export interface LiveSearchOptions {
  readonly folder: string;
  readonly log: (line: string) => void;
  /** The memory of all searches. */
  readonly cache: PieceCache;
  readonly embeddings?: EmbeddingModel;
  /** Brings files of a deployment that are not on this disk. */
  readonly bring?: (id: string) => BringContent;
}

/** The index of a site's live deployment: opened at the first question, and swapped when another one is live. */
export class LiveSearch {
  private readonly options: LiveSearchOptions;
  private index: SearchIndex | undefined;
  private opening: Promise<void> | undefined;
  private wanted = '';

  constructor(options: LiveSearchOptions) {
    this.options = options;
  }

  /**
   * Undefined if it is not available within a moment: a damaged one is rebuilt, which takes a
   * while.
   */
  async current(): Promise<SearchIndex | undefined> {
    if (this.index?.deployment !== this.wanted && this.wanted !== '') {
      this.opening ??= this.open(this.wanted).finally(() => {
        this.opening = undefined;
      });
      // The one before it answers only where this takes long.
      await Promise.race([this.opening, sleep(patience, undefined, { ref: false })]);
    }
    return this.index;
  }

  /** Names the live deployment. */
  swap(id: string): void {
    this.wanted = id;
  }

  private async open(id: string): Promise<void> {
    const { folder, log, cache, embeddings } = this.options;
    try {
      this.index = await openSearch({
        deployment: id,
        read: siteFileReader(folder, id, this.options.bring?.(id)),
        store: storeOf(folder),
        cache,
        rewrite: (to) => rewriteApart({ out: folder, deployment: id, to }),
        records: () => readPages(folder, id),
        record: recordReader(folder, id),
        log,
        ...(embeddings ? { embeddings } : {}),
      });
    } catch (error) {
      log(`Can't open the search index of ${id}: ${messageOf(error)}`);
    }
  }
}

/** Whether a request asks where the search of a site is. */
export function asksForSearch(request: Request, site: SiteReader): boolean {
  const { pathname } = new URL(request.url);
  return pathname === `${site.deployment.basePath}/_docent/search/index.json`;
}

/** Where a server answers searches, and where it counts them. */
export interface SearchAddress {
  readonly api: string;
  readonly outcomes?: string;
}

/** The note that readers' dialogs begin with: a server adds the addresses of its own search. */
export async function searchNote(site: SiteReader, address: SearchAddress): Promise<Response> {
  const file = site.file(`${site.deployment.basePath}/_docent/search/index.json`);
  const content = file && (await site.content(file));
  let note: object = {};
  if (content instanceof Uint8Array) {
    try {
      note = JSON.parse(new TextDecoder().decode(content));
    } catch {
      // A site without a static index can still be searched here.
    }
  }
  return Response.json(
    { ...note, ...address },
    { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } },
  );
}
