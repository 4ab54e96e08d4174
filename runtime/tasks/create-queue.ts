import type { Store } from '../store/open.ts';
import { createEmbeddedQueue } from './embedded.ts';
import { createPostgresQueue } from './postgres.ts';
import type { QueueOptions, TaskQueue } from './queue.ts';

/** The queue that belongs to a store. */
export function createQueue(store: Store, options: QueueOptions): TaskQueue {
  return store.kind === 'postgres'
    ? createPostgresQueue(store, options)
    : createEmbeddedQueue(store, options);
}
