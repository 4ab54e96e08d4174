import { setTimeout } from 'node:timers/promises';
import { openModel } from '../../../../pipeline/net/open-model.ts';
import { createIds } from '../../../../runtime/store/ids.ts';
import { openStore } from '../../../../runtime/store/open.ts';
import { createQueue } from '../../../../runtime/tasks/create-queue.ts';
import { createTranslate } from '../../../../runtime/tasks/translate.ts';

// Started as a process by the crash test: does translation jobs until it is killed.
const [address = '', out = '', baseUrl = ''] = process.argv.slice(2);
const store = openStore(address);
const newId = createIds();
const log = () => {};
const queue = createQueue(store, { now: Date.now, newId, log, interval: 1000, lease: 1500 });
await queue.work(
  'translate',
  createTranslate({
    store,
    queue,
    model: openModel({ baseUrl, apiKey: 'k', model: 'm' }),
    folderOf: () => out,
    now: Date.now,
    newId,
    log,
    sleep: (milliseconds) => setTimeout(milliseconds),
    modelPatience: Number.POSITIVE_INFINITY,
    parallel: 3,
  }),
);
await queue.start();
process.send?.('ready');
