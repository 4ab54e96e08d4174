import { expect, test } from 'vitest';
import { renderAll } from '../../../pipeline/build/render-all.ts';
import { sharedTools } from '../../../pipeline/build/shared-tools.ts';
import type { Thread, Threads } from '../../../pipeline/build/threads/threads.ts';
import type { Site } from '../../../schema/site.ts';

// An unhandled promise fails the run: everything requested from the thread counts.
test('a thread that ends early fails the rendering with its own error, and nothing else', async () => {
  const ended: Thread = { ask: () => Promise.reject(new Error('The thread has ended.')) };
  const threads: Threads = { start: () => [ended], running: [ended], close: async () => {} };
  const rendering = renderAll({
    site: { pages: new Map(), config: {} } as unknown as Site,
    setting: {} as never,
    jobs: Array.from({ length: 60 }, (_, index) => ({ path: `page-${index}`, document: false })),
    threads,
    tools: sharedTools(),
    onResult: () => {},
  });
  await expect(rendering).rejects.toThrow('The thread has ended.');
  await new Promise((resolve) => setImmediate(resolve));
});
