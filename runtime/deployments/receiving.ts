import { addRun, changeRun, endRun, receiveInRun } from '../store/deployment-runs.ts';
import type { Store } from '../store/open.ts';

interface Tools {
  readonly store: Store;
  readonly now: () => number;
}

/** An upload that was announced. */
interface Announced {
  readonly projectId: string;
  readonly id: string;
  readonly files: number;
  /** Blocks that are still to come. */
  readonly blocks: number;
}

/** The run has the id of its upload, so that each server that receives blocks of it finds it. */
const runOf = (uploadId: string) => uploadId.replace(/^upl_/, 'run_');

/** A note that fails harms no upload. */
const silent = () => {};

/** Says in the list of runs that an upload is being received, unless all of it is here. */
export async function beginReceiving(
  { store, now }: Tools,
  { projectId, id, files, blocks }: Announced,
): Promise<void> {
  if (blocks === 0) return;
  const at = now();
  const text = `Announced: ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;
  await addRun(store.db, {
    ...{ id: runOf(id), project_id: projectId, cause: 'upload', state: 'running', error: null },
    ...{ stage: 'Receiving blocks', done: 0, total: blocks, started_at: at, updated_at: at },
    messages: JSON.stringify([{ at, text }]),
  }).catch(silent);
}

/** Says that blocks are arriving: a request with some may take a while. */
export async function noteReceiving({ store, now }: Tools, id: string): Promise<void> {
  await changeRun(store.db, runOf(id), { updated_at: now() }).catch(silent);
}

/** Counts blocks that have arrived. */
export async function noteReceived(
  { store, now }: Tools,
  id: string,
  blocks: number,
): Promise<void> {
  await receiveInRun(store.db, runOf(id), { blocks, now: now() }).catch(silent);
}

/** An upload is published from here on, or was cancelled. */
export async function endReceiving({ store }: Tools, id: string): Promise<void> {
  await endRun(store.db, runOf(id)).catch(silent);
}
