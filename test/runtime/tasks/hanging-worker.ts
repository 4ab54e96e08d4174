import { createIds } from '../../../runtime/store/ids.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { createQueue } from '../../../runtime/tasks/create-queue.ts';

// Started as a process by the queue's tests: takes one task, says so, and hangs until it is killed.
const store = openStore(process.argv[2] ?? '');
const queue = createQueue(store, {
  now: Date.now,
  newId: createIds(),
  log: () => {},
  interval: 1000,
  lease: 1500,
});
await queue.work('sweep', async () => {
  process.send?.('taken');
  await new Promise(() => {});
});
await queue.start();
