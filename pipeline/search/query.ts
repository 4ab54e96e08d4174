import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageRecord } from '../../schema/build.ts';
import { messageOf } from '../../schema/errors.ts';
import type { EmbeddingModel } from '../net/model.ts';
import type { FoundAnswer, SearchQuestion } from './answer.ts';
import { type PieceCache, PieceError, type Sized } from './cache.ts';
import { enough } from './find.ts';
import { format, type PiecesNote, piecesFolder } from './format.ts';
import { namesVersion } from './kinds.ts';
import { fused, isWorthAModel, remembering } from './near.ts';
import { nearIds } from './read-sections.ts';
import { type Aids, openPieces } from './reader.ts';
import { recordHash, recordsKey } from './records-key.ts';
import { rewritten } from './rewritten.ts';
import { rowsOf } from './rows.ts';
import type { Keep } from './shelf.ts';
import { type SectionStore, versionOf } from './versions.ts';
import { writeSections } from './write.ts';

export type { FoundAnswer, FoundPage, FoundSection, SearchQuestion } from './answer.ts';
export { PieceCache } from './cache.ts';
export { type AskedWord, coverReader } from './cover.ts';
export { enough as enoughConfidence } from './find.ts';
export { aimOf } from './intent.ts';
export { questionWords } from './question.ts';
export { stemOf } from './stem.ts';
export { storeOf } from './versions.ts';
export { fold } from './words.ts';

/** A deployment's index, open for questions. */
export interface SearchIndex {
  readonly deployment: string;
  search(question: ServerQuestion): Promise<FoundAnswer>;
}

/** A question to a server. */
export interface ServerQuestion extends SearchQuestion {
  /**
   * Version and product of the page that the reader is on; without a version, the one that is shown first. Others are
   * found where the question names another version, or where these hold nothing.
   */
  readonly from?: Pick<SearchQuestion, 'version' | 'product'>;
}

/** Reads a file of a deployment; undefined if it does not exist. */
export type ReadFile = (path: string, isPrivate: boolean) => Promise<string | undefined>;

/** What opening an index needs. */
export interface OpenOptions {
  readonly deployment: string;
  readonly read: ReadFile;
  readonly store: SectionStore;
  /** Holds what is asked often; shared by all sites of a process. */
  readonly cache: PieceCache;
  /** Writes the pieces again to a folder, should they be of no use (`writePieces`). */
  readonly rewrite: (to: string) => Promise<void> | void;
  readonly records: () => Iterable<PageRecord>;
  /** The record of a page. */
  readonly record: (path: string) => PageRecord | undefined;
  readonly embeddings?: EmbeddingModel;
  /** Milliseconds that a question waits for sections (3,000 when it is left out). */
  readonly patience?: number;
  readonly log: (line: string) => void;
}

const patience = 3000;

/**
 * Opens a deployment's index. Pieces that are missing, damaged or of another format are made again from
 * the page records, and so are its sections, with a line in the log; no one waits for these.
 */
export async function openSearch(options: OpenOptions): Promise<SearchIndex> {
  const { deployment, embeddings, log } = options;
  let pieces = await openFiles(options).catch((error) => openAgain(options, error));
  const embed = embeddings && remembering(embeddings);
  const sections = sectionsOf(options);
  if (embeddings && !sections.isUsable()) sections.make('the model has none', { rewrite: false });
  const aidsFor = (question: SearchQuestion): Aids => ({
    ...(embed && sections.isUsable() && isWorthAModel(question)
      ? {
          near: async (shelf) => {
            let vector: readonly number[] = [];
            try {
              vector = await embed(question.query.trim().slice(0, 2000), question.signal);
            } catch (error) {
              const { message } = error as Error;
              if (!question.signal?.aborted) log(`Searching by keywords only: ${message}`);
            }
            if (vector.length === 0) return (found) => found;
            const { language } = shelf;
            const paths = await sections.near({ vector, language, question });
            const pages = await Promise.all(paths.map(shelf.find));
            const near = [...new Set(pages.filter((page) => page !== undefined))];
            return (found) => fused(found, near);
          },
        }
      : {}),
    // A reader sees the beginning of a section; an assistant is to know what it says.
    ...(question.audience === 'assistant' ? { texts: (ids) => textsOf(ids, options.record) } : {}),
  });
  return {
    deployment,
    search: async (question) => {
      try {
        return await askFrom(pieces, question, aidsFor);
      } catch (error) {
        if (!(error instanceof PieceError)) throw error;
        pieces = await openAgain(options, error);
        return askFrom(pieces, question, aidsFor);
      }
    },
  };
}

/** The pieces of a deployment, open for questions. */
interface OpenFiles {
  /** Searches the public pieces, or those for members if a query may find more. */
  readonly ask: (question: SearchQuestion, aids: Aids) => Promise<FoundAnswer>;
  /** Versions that pages have, in any language. */
  readonly versions: ReadonlySet<string>;
}

/** Asks for what is near the reader first, then for everything. */
async function askFrom(
  { ask, versions }: OpenFiles,
  { from, ...question }: ServerQuestion,
  aidsFor: (question: SearchQuestion) => Aids,
): Promise<FoundAnswer> {
  const isNamed = [...versions].some((version) => namesVersion(version, question.query));
  const { version, product } = from ?? {};
  const asksVersion = from !== undefined && versions.size > 0 && !isNamed;
  if (asksVersion || product) {
    const near: SearchQuestion = {
      ...question,
      ...(product ? { product } : {}),
      ...(asksVersion ? (version ? { version } : { firstVersions: true }) : {}),
    };
    const found = await ask(near, aidsFor(near));
    if (found.confidence >= enough) return found;
  }
  return ask(question, aidsFor(question));
}

async function openFiles({ deployment, read, cache, store }: OpenOptions): Promise<OpenFiles> {
  const open = async (isPrivate: boolean) => {
    const nameOf = (name: string) =>
      `${store.folder} ${deployment} ${isPrivate ? 'members' : 'all'} ${name}`;
    const load = <T>(name: string) =>
      cache.get(nameOf(name), () => readPiece<T>(`${piecesFolder}/${name}`, isPrivate, read));
    const keep: Keep = (name, make, sizeOf) =>
      cache.get(nameOf(name), async () => {
        const value = await make();
        return { value, size: sizeOf(value) };
      });
    const note = await load<PiecesNote>('index.json');
    if (note.format !== format) throw new PieceError('its format is different');
    return { note, ...openPieces(note, load, keep) };
  };
  const all = await open(false);
  const hasMembers = (await read(`${piecesFolder}/index.json`, true)) !== undefined;
  const members = hasMembers ? await open(true) : all;
  const versions = new Set(Object.values(all.note.choices).flatMap((choice) => choice.versions));
  const ask: OpenFiles['ask'] = (question, aids) => {
    const { groups, version, audience = 'search' } = question;
    const isHidden = version !== undefined && version !== '' && !versions.has(version);
    const isOpen = audience === 'search' && groups === undefined && !isHidden;
    return (isOpen ? all : members).search(question, aids);
  };
  return { ask, versions };
}

/** Bytes that a character of JSON takes as a value, about. */
const bytesOfCharacter = 3;

async function readPiece<T>(path: string, isPrivate: boolean, read: ReadFile): Promise<Sized<T>> {
  try {
    const text = await read(path, isPrivate);
    if (text === undefined) throw new Error('the file does not exist');
    return { value: JSON.parse(text), size: text.length * bytesOfCharacter };
  } catch (error) {
    throw new PieceError(`can't read ${path}: ${messageOf(error)}`);
  }
}

/** Opens pieces that are written again, if no process has done so before. */
async function openAgain(options: OpenOptions, error: unknown): Promise<OpenFiles> {
  if (!(error instanceof PieceError)) throw error;
  const { deployment, store, log } = options;
  const folder = await rewritten(store.folder, deployment, async (to) => {
    const started = performance.now();
    log(
      `Can't read the search index of ${deployment} (${error.message}): rebuilding it from the page records.`,
    );
    await options.rewrite(to);
    log(`Rebuilt the search index in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  });
  const read: ReadFile = (path, isPrivate) =>
    readText(join(folder, isPrivate ? 'protected' : 'site', path));
  return openFiles({ ...options, deployment: `${deployment} again`, read });
}

/** Texts of sections by their ids, code where they have no prose. */
async function textsOf(
  ids: readonly string[],
  record: OpenOptions['record'],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const wanted = new Set(ids);
  for (const page of new Set(ids.map(pageOf))) {
    const known = record(page);
    for (const { id, text, code } of known ? rowsOf([known]) : []) {
      if (wanted.has(id) && (text || code)) found.set(id, text || code);
    }
  }
  return found;
}

/** The page of a section's id. */
function pageOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

/** The vectors of a deployment's sections, and what makes them when they are missing or damaged. */
function sectionsOf(options: OpenOptions) {
  const { deployment, store, embeddings, log } = options;
  let making = false;
  const make = (why: string, { rewrite } = { rewrite: true }): void => {
    if (making) return;
    making = true;
    log(
      `Can't read the sections of ${deployment} (${why}): writing them again from the page records.`,
    );
    const lines = [...options.records()];
    const key = recordsKey(lines.map((record) => recordHash(JSON.stringify(record))));
    writeSections({
      store,
      deployment,
      key,
      records: () => lines,
      rewrite,
      ...(embeddings ? { embeddings } : {}),
    }).then(
      ({ written, withoutVectors }) => {
        log(`Wrote ${written} sections.`);
        if (withoutVectors)
          log(`They have no vectors and are searched by keywords only: ${withoutVectors}`);
        making = false;
      },
      (error: Error) => log(`Can't write the sections: ${error.message.split('\n')[0]}`),
    );
  };
  /** Object storage that doesn't answer is asked for minutes: a reader has gone by then. */
  const soon = async <T>(reading: Promise<T>, otherwise: T): Promise<T> => {
    const late = Symbol();
    const timer = new AbortController();
    const limit = sleep(options.patience ?? patience, late, { signal: timer.signal, ref: false });
    limit.catch(() => {});
    try {
      const found = await Promise.race([reading, limit]);
      if (found !== late) return found as T;
      log(`The sections of ${deployment} do not answer.`);
    } catch (error) {
      make(messageOf(error));
    } finally {
      timer.abort();
    }
    return otherwise;
  };
  return {
    make,
    isUsable: () => {
      const version = versionOf(store, deployment);
      return version !== undefined && version.model === embeddings?.name;
    },
    near: async (asked: Omit<Parameters<typeof nearIds>[2], 'limit'>): Promise<string[]> => {
      const ids = await soon(nearIds(store, deployment, { ...asked, limit: 100 }), []);
      return [...new Set(ids.map(pageOf))];
    },
  };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
