import { existsSync } from 'node:fs';
import { type Cache, diskCache, memoryCache } from '../cache/cache.ts';
import type { Layout } from '../output/layout.ts';
import { DeploymentWriter } from '../output/write.ts';
import type { BuildOptions } from './build-options.ts';
import { type Engine, tuneEngine } from './engine.ts';
import { openThreads, type Threads } from './threads/threads.ts';

/** What one build works with, from its first stage to its last. */
export interface BuildTools {
  /** Id of the deployment. */
  readonly id: string;
  readonly layout: Layout;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Nothing is remembered: all pages will be rendered. */
  readonly isCold: boolean;
  readonly writer: DeploymentWriter;
  readonly cache: Cache;
  readonly threads: Threads;
  readonly engine: Engine;
  close(): Promise<void>;
}

/** Opens the tools of a build; the lock of the outputs is held. */
export function openTools(layout: Layout, options: BuildOptions): BuildTools {
  const isCold = options.cache === false || !existsSync(layout.cache);
  const cache = options.cache === false ? memoryCache() : diskCache(layout.cache, { keep: 'code' });
  const id = options.newId('dpl');
  const writer = new DeploymentWriter(layout, id);
  const threads = openThreads(options.threads);
  const engine = tuneEngine(isCold ? 'many' : 'few');
  return {
    ...{ id, layout, isCold, writer, cache, threads, engine },
    startedAt: options.now(),
    close: async () => {
      engine.end();
      await threads.close();
      cache.close();
    },
  };
}
