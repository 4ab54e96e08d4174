import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Page, Site } from '../../../schema/site.ts';
import { collect, useSmallBlocks } from '../engine.ts';
import type { Renderer } from '../render.ts';
import type { RenderResult } from '../render-job.ts';
import type { Shelf } from '../search-pieces.ts';
import { memo, sharedTools } from '../shared-tools.ts';
import { oneByOne } from './one-by-one.ts';
import type { BatchResult, Fence, TextedJob, ThreadTask } from './thread-task.ts';

// What a thread of a build does: one task after the other. Modules are loaded by the first task that
// needs them, for the first ones come while the site is still read.

// The same settings as in the thread that started it.
enableCompileCache();
process.setSourceMapsEnabled(true);
useSmallBlocks();
const known = memo();
let coloured: [string, string][] = [];
const tools = sharedTools({
  get: known.get,
  set: (key, value) => {
    known.set(key, value);
    coloured.push([key, value]);
  },
});
let shelf: Shelf | undefined;
let current: { readonly site: Site; readonly renderer: Renderer } | undefined;

async function answer(task: ThreadTask): Promise<unknown> {
  switch (task.type) {
    case 'colour':
      return colour(task.styling, task.fences);
    case 'site': {
      const { createRenderer } = await import('../render.ts');
      // Before its first look at everything, V8 may let garbage grow to 100 MB.
      collect();
      current = { site: task.site, renderer: createRenderer(task.site, task.setting, tools) };
      return null;
    }
    case 'render':
      return render(task.jobs);
    case 'search': {
      // Nothing is rendered any more.
      current = undefined;
      known.clear();
      collect();
      const { cutPieces } = await import('../search-pieces.ts');
      shelf = await cutPieces(task.records, task.options, task.kept);
      return shelf.names;
    }
    case 'piece': {
      if (!shelf) throw new Error('Asked for a piece before any was cut');
      return shelf.contentOf(task.piece);
    }
  }
}

async function colour(
  styling: Site['config']['styling'],
  fences: readonly Fence[],
): Promise<BatchResult> {
  const { highlighterOf } = await import('../../site/code/of-site.ts');
  const highlighter = await highlighterOf({ config: { styling }, snippets: new Map() }, tools);
  const missing = new Set<string>();
  for (const { code, language } of fences) {
    highlighter.highlight(code, language, missing);
    if (missing.size === 0) continue;
    // Coloured when its page is rendered, with whatever else turns out to be missing.
    await highlighter.load(missing);
    missing.clear();
    highlighter.highlight(code, language, missing);
    missing.clear();
  }
  return batchOf([]);
}

async function render(jobs: readonly TextedJob[]): Promise<BatchResult> {
  if (!current) throw new Error('Received pages before their site');
  const { renderJob } = await import('../render-job.ts');
  const { site, renderer } = current;
  const results: RenderResult[] = [];
  for (const job of jobs) {
    const page = site.pages.get(job.path);
    const source =
      page?.translationOf === undefined ? undefined : site.pages.get(page.translationOf);
    // The site is this thread's own copy; it holds the texts of one page at a time.
    hold(source, job.sourceText);
    hold(page, job.text);
    results.push(await renderJob(renderer, site, job));
    hold(source, '');
    hold(page, '');
  }
  return batchOf(results);
}

function hold(page: Page | undefined, text = ''): void {
  if (page) Object.assign(page.file, { text });
}

function batchOf(results: readonly RenderResult[]): BatchResult {
  const batch: BatchResult = { results, coloured };
  coloured = [];
  return batch;
}

parentPort?.on(
  'message',
  oneByOne(async (task: ThreadTask) => parentPort?.postMessage(await answer(task))),
);
