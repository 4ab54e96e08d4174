import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageRecord, SearchRow } from '../../schema/build.ts';
import { messageOf, type Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import type { EmbeddingModel } from '../net/model.ts';
import { keptDeployments } from '../output/deployments.ts';
import { layoutOf } from '../output/layout.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { RecordList } from '../output/write.ts';
import { piecesFolder } from '../search/format.ts';
import { type Piece, piecesOf, wholePaths } from '../search/pieces.ts';
import { rowsOf } from '../search/rows.ts';
import { ownSynonyms, synonymsFile } from '../search/synonyms.ts';
import type { SectionStore } from '../search/versions.ts';
import { writeSections } from '../search/write.ts';
import { emptyBody } from '../site/empty-body.ts';
import { pageLanguages } from '../site/page-languages.ts';
import { recordOf } from './records.ts';
import type { RenderedSite } from './render-site.ts';
import {
  cutPieces,
  type KeptBatches,
  type PieceName,
  recordsIn,
  type Shelf,
} from './search-pieces.ts';
import type { ThreadTask } from './threads/thread-task.ts';
import type { Thread } from './threads/threads.ts';

/** What pieces and sections are made of. */
export interface IndexSource {
  readonly site: Site;
  readonly dir: string;
  readonly cache: Cache;
  readonly codeVersion: string;
  readonly records: RecordList & { readonly key: string };
}

/** The pieces of an index. */
export interface SearchFiles {
  readonly files: readonly OutputFile[];
  /** Called when all are written. */
  readonly close: () => Promise<void>;
}

/** The pieces of the index, made only when a page's record has changed. */
export async function searchFiles(
  source: IndexSource,
  tools: {
    /** Does the work in parallel, if a thread is running. */
    readonly thread: Thread | undefined;
    readonly kept?: KeptBatches;
  },
): Promise<SearchFiles> {
  const { thread, kept } = tools;
  const { site, dir, cache, codeVersion, records } = source;
  const { basePath } = site.config.hosting;
  const bundle = await readerOf(site, cache, codeVersion);
  const synonyms = synonymsOf(site, dir);
  const key = keyOf(codeVersion, basePath, site.language, synonyms, records.key);
  const look = { basePath, sourceLanguage: site.language, reader: nameOf(bundle.path), synonyms };
  const { key: _, ...list } = records;
  const { names, contentOf, close } = cutIn(thread, { records: list, options: look, kept });
  let known = cache.get<readonly PieceName[]>('search', key);
  if (!known) {
    known = await names();
    cache.set('search', key, known);
  }
  const files = known.map((piece): OutputFile => {
    const { path, hash, immutable, isPrivate } = piece;
    return {
      path,
      // Private ones have no address that a request could have: the server itself reads them.
      address: isPrivate ? `docent:${path}` : `${basePath}/${path}`,
      hash,
      immutable,
      ...(isPrivate ? { protected: true } : {}),
      content: () => contentOf(piece),
    };
  });
  const reader: OutputFile = {
    path: bundle.path,
    address: `${basePath}/${bundle.path}`,
    immutable: true,
    content: () => bundle.content,
  };
  return { files: [...files, reader], close };
}

/** Cuts the pieces once they are asked for: in a thread, if one is running. */
function cutIn(
  thread: Thread | undefined,
  task: Omit<Extract<ThreadTask, { type: 'search' }>, 'type'>,
): {
  readonly names: () => Promise<readonly PieceName[]>;
  readonly contentOf: (piece: PieceName) => Promise<string>;
  readonly close: () => Promise<void>;
} {
  if (thread) {
    let made: Promise<readonly PieceName[]> | undefined;
    const names = () => {
      made ??= thread.ask({ type: 'search', ...task });
      return made;
    };
    const contentOf = (piece: PieceName) =>
      names().then(() => thread.ask({ type: 'piece', piece }));
    // What it has open is closed when it ends.
    return { names, contentOf, close: async () => {} };
  }
  let shelf: Promise<Shelf> | undefined;
  const make = () => {
    shelf ??= cutPieces(task.records, task.options, task.kept);
    return shelf;
  };
  return {
    names: async () => (await make()).names,
    contentOf: async (piece) => (await make()).contentOf(piece),
    close: async () => (await shelf)?.close(),
  };
}

/** The same for a site in memory: with fixed names, built on the first search. */
export function lazySearchFiles(input: {
  readonly site: Site;
  readonly dir: string;
  readonly cache: Cache;
  readonly codeVersion: string;
  readonly rendered: RenderedSite;
}): OutputFile[] {
  const { site, dir, rendered, cache, codeVersion } = input;
  const { basePath } = site.config.hosting;
  const reader = `${piecesFolder}/reader.js`;
  let made: readonly Piece[] | undefined;
  const make = () => {
    made ??= piecesOf(rowsInMemory(site, rendered), {
      basePath,
      sourceLanguage: site.language,
      reader: nameOf(reader),
      synonyms: synonymsOf(site, dir),
      whole: true,
    });
    return made;
  };
  return [
    ...wholePaths(pageLanguages(site)).map(
      (path): OutputFile => ({
        path,
        address: `${basePath}/${path}`,
        content: () =>
          make()
            .find((file) => file.path === path)
            ?.content() ?? '{}',
      }),
    ),
    {
      path: reader,
      address: `${basePath}/${reader}`,
      content: async () => (await readerOf(site, cache, codeVersion)).content,
    },
  ];
}

function readerOf(site: Site, cache: Cache, codeVersion: string) {
  const languages = pageLanguages(site);
  return cache.through('search-reader', keyOf(codeVersion, ...languages), async () => {
    const { bundleReader } = await import('../search/bundle.ts');
    return bundleReader(languages);
  });
}

/**
 * Writes the vectors of a deployment's sections, if a model makes some; nothing else is asked of the store. They are
 * derived data: when they can't be written the site is none the worse, and whoever needs them writes them again.
 */
export async function indexDeployment(
  source: { readonly records: IndexSource['records'] },
  target: {
    readonly out: string;
    readonly store: SectionStore;
    readonly deployment: string;
    /** How many deployments are kept. */
    readonly keep: number;
    readonly embeddings?: EmbeddingModel;
  },
): Promise<readonly Problem[]> {
  const { out, store, deployment, embeddings } = target;
  if (!embeddings) return [];
  const kept = keptDeployments(layoutOf(out), target.keep);
  try {
    const { withoutVectors } = await writeSections({
      store,
      deployment,
      keep: [...kept, deployment],
      key: source.records.key,
      records: () => recordsIn(source.records),
      embeddings,
    });
    if (withoutVectors === undefined) return [];
    return [
      {
        severity: 'warning',
        source: 'search',
        ruleId: 'no-vectors',
        file: '',
        reason: `The embedding model returned no vectors: ${withoutVectors}`,
        note: 'Sections without vectors are only found by keywords, until the next build that reaches the model.',
      },
    ];
  } catch (error) {
    return [
      {
        severity: 'warning',
        source: 'search',
        ruleId: 'index-not-written',
        file: '',
        reason: `Can't write the sections for search: ${messageOf(error).split('\n')[0]}`,
        note: 'The server writes them when it needs them. If this persists, check the folder "search" in the output folder.',
      },
    ];
  }
}

function rowsInMemory(site: Site, rendered: RenderedSite): Iterable<SearchRow> {
  const records: PageRecord[] = [];
  for (const page of site.pages.values()) {
    records.push(recordOf(page, rendered.bodyOf(page.path) ?? emptyBody, site));
  }
  return rowsOf(records);
}

function synonymsOf({ config }: Site, dir: string): string {
  const file = join(dir, synonymsFile);
  const text = existsSync(file) ? readFileSync(file, 'utf8').slice(0, 200_000) : '';
  return ownSynonyms(text, config.search.synonyms);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
