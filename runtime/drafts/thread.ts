import { parentPort, workerData } from 'node:worker_threads';
import { type Draft, type DraftSite, openStoredDraftSite } from '../../pipeline/draft.ts';
import type { DraftAnswer, DraftThreadData } from './apart.ts';

const { folder, id, dir, translations } = workerData as DraftThreadData;
let opened: Promise<DraftSite | undefined> | undefined;

parentPort?.on('message', async (draft: Draft) => {
  opened ??= openStoredDraftSite({ out: folder, id, dir, translations });
  const site = await opened;
  const answer: DraftAnswer = site ? await site.show(draft) : { type: 'no-sources' };
  parentPort?.postMessage(answer);
});
