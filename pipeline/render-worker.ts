import { parentPort, workerData } from 'node:worker_threads';
import type { Site } from '../schema/site.ts';
import { createRenderer, type RenderSetting } from './render.ts';
import type { RenderJob, RenderResult } from './render-pool.ts';
import { renderJob } from './render-pool.ts';

/** What a thread is started with: the whole site once, so that jobs are only paths. */
export interface WorkerStart {
  readonly site: Site;
  readonly setting: RenderSetting;
}

const { site, setting } = workerData as WorkerStart;
const renderer = createRenderer(site, setting);

parentPort?.on('message', async (jobs: readonly RenderJob[]) => {
  const results: RenderResult[] = [];
  try {
    for (const job of jobs) results.push(await renderJob(renderer, site, job));
    parentPort?.postMessage(results);
  } catch (error) {
    // A rejection here would be lost; thrown outside of the promise, it ends the thread.
    setImmediate(() => {
      throw error;
    });
  }
});
