import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RenderedBody, Site } from '../schema/site.ts';
import { type EncodedFile, encode } from './output/encode.ts';
import {
  createRenderer,
  type PageFacts,
  type PageTexts,
  type Renderer,
  type RenderSetting,
  type SharedTools,
} from './render.ts';
import type { WorkerStart } from './render-worker.ts';

/** One page to render. */
export interface RenderJob {
  readonly path: string;
  /** The packed body, when it is known and only the document around it is wanted. */
  readonly body?: Uint8Array;
  /** Whether the document is wanted. */
  readonly document: boolean;
}

/** What came of a job; `facts`, `body` and `texts` only when the body was rendered. */
export interface RenderResult {
  readonly path: string;
  readonly rendered?: {
    readonly facts: PageFacts;
    /** See `unpackBody`. */
    readonly body: Uint8Array;
    readonly texts: PageTexts;
  };
  readonly document?: EncodedDocument;
}

/** What a thread sends back for some jobs. */
export interface BatchResult {
  readonly results: readonly RenderResult[];
  readonly coloured: readonly (readonly [string, string])[];
}

/** A page's document ready to be written. */
export interface EncodedDocument {
  readonly html: EncodedFile;
  readonly twin: EncodedFile;
  /** Its line of `pages.jsonl`. */
  readonly record: string;
}

/** Fewer pages than this are rendered before a thread has loaded its modules. */
const worthThreads = 48;
/** Pages that go to a thread at once. */
const batch = 6;

/**
 * Renders pages, in threads when there are many; `onResult` is called for each in any order, and waited
 * for, so that finished pages don't pile up.
 */
export async function renderAll(input: {
  readonly site: Site;
  readonly setting: RenderSetting;
  readonly jobs: readonly RenderJob[];
  readonly threads?: number;
  /** Remembers coloured code: asked in this thread, and given what other threads have coloured. */
  readonly tools: SharedTools;
  readonly onResult: (result: RenderResult) => void | Promise<void>;
}): Promise<void> {
  const { site, setting, jobs, tools, onResult } = input;
  const wanted = Math.min(input.threads ?? availableParallelism(), Math.ceil(jobs.length / batch));
  const worker = new URL('./render-worker.js', import.meta.url);
  // The sources themselves (in tests) have no compiled worker beside them.
  let next = 0;
  const here = async (): Promise<void> => {
    const renderer = createRenderer(site, setting, tools);
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      await onResult(await renderJob(renderer, site, job));
      // Lets results of the other threads in.
      await setImmediate();
    }
  };
  if (jobs.length < worthThreads || wanted < 2 || !existsSync(worker)) {
    await here();
    return;
  }
  const start: WorkerStart = { site, setting };
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(worker, { workerData: start, execArgv: [] });
      let written: Promise<void> = Promise.resolve();
      const give = () => {
        const some = jobs.slice(next, next + batch);
        next += some.length;
        if (some.length > 0) thread.postMessage(some);
        else written.then(() => thread.terminate()).then(() => resolve(), reject);
      };
      const write = async ({ results, coloured }: BatchResult) => {
        for (const [key, value] of coloured) tools.cache.set(key, value);
        for (const result of results) await onResult(result);
      };
      thread.on('message', (results: BatchResult) => {
        const before = written;
        written = before.then(() => write(results));
        // The thread works on the next pages while these are written, but never further ahead.
        before.then(give, reject);
        written.catch((error) => {
          reject(error);
          void thread.terminate();
        });
      });
      thread.on('error', reject);
      give();
    });
  // All are waited for, also after a failure: nobody may write when the build has cleaned up.
  const parts = [here(), ...Array.from({ length: wanted - 1 }, run)].map((part) =>
    part.catch((error: unknown) => {
      next = jobs.length;
      throw error;
    }),
  );
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'rejected') throw part.reason;
  }
}

/** Renders one page. */
export async function renderJob(
  renderer: Renderer,
  site: Site,
  job: RenderJob,
): Promise<RenderResult> {
  const page = site.pages.get(job.path);
  if (page === undefined) throw new Error(`There is no page ${job.path}`);
  let body: RenderedBody;
  let rendered: RenderResult['rendered'];
  if (job.body === undefined) {
    const made = await renderer.body(page);
    body = made.body;
    const texts = { markdown: body.markdown, updates: body.updates };
    rendered = { facts: made.facts, body: packBody(made.json), texts };
  } else body = unpackBody(job.body);
  const result = { path: job.path, ...(rendered ? { rendered } : {}) };
  if (!job.document) return result;
  const { html, twin, record } = renderer.document(page, body);
  const document = { html: encode('index.html', html), twin: encode('index.md', twin), record };
  return { ...result, document };
}

/** A body as it is kept: thousands of them in memory at once, so they are compressed, in no time. */
function packBody(json: string): Uint8Array {
  return zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** A body as it was rendered. */
export function unpackBody(bytes: Uint8Array): RenderedBody {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
}
