import { parentPort, workerData } from 'node:worker_threads';
import type { Site } from '../schema/site.ts';
import { createRenderer, memo, type RenderSetting, sharedTools } from './render.ts';
import { type BatchResult, type RenderJob, type RenderResult, renderJob } from './render-pool.ts';

/** What a thread is started with: the whole site once, so that jobs are only paths. */
export interface WorkerStart {
  readonly site: Site;
  readonly setting: RenderSetting;
}

const { site, setting } = workerData as WorkerStart;
const known = memo();
let coloured: [string, string][] = [];
const tools = sharedTools({
  get: known.get,
  set: (key, value) => {
    known.set(key, value);
    coloured.push([key, value]);
  },
});
const renderer = createRenderer(site, setting, tools);

parentPort?.on('message', async (jobs: readonly RenderJob[]) => {
  const results: RenderResult[] = [];
  try {
    for (const job of jobs) results.push(await renderJob(renderer, site, job));
    const batch: BatchResult = { results, coloured };
    coloured = [];
    parentPort?.postMessage(batch);
  } catch (error) {
    // A rejection here would be lost; thrown outside of the promise, it ends the thread.
    setImmediate(() => {
      throw error;
    });
  }
});
