import { messageOf } from '../../schema/errors.ts';
import { addRun, changeRun, endRun } from '../store/deployment-runs.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import type { DeploymentRunRow } from '../store/tables.ts';

/** The progress of a deployment that is being made. */
export interface RunProgress {
  readonly stage: string;
  readonly done?: number;
  readonly total?: number;
}

interface RunTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
}

/** Milliseconds between two notes in the database: dashboards ask every second. */
const pause = 1000;

/** Milliseconds between two heartbeats while nothing else happens. */
const beat = 10_000;

/** Stages of one run that are kept. */
const mostMessages = 50;

/**
 * Makes a deployment and records its progress in the database, for the dashboards of all servers. It is deleted once
 * it has succeeded; one that failed is kept with its error until another one is imported.
 */
export async function asRun<T>(
  { store, now, newId }: RunTools,
  of: Pick<DeploymentRunRow, 'project_id' | 'cause'>,
  {
    work,
    failureOf = () => undefined,
  }: {
    readonly work: (report: (progress: RunProgress) => void) => Promise<T>;
    /** Why a result is not live. */
    readonly failureOf?: (result: T) => string | undefined;
  },
): Promise<T> {
  const { db } = store;
  const id = newId('run');
  const messages: { at: number; text: string }[] = [];
  let shown = { stage: 'Starting', done: 0, total: null as number | null };
  // One after the other, so that an older state never replaces a newer one; a note that fails harms no deployment.
  let last: Promise<unknown> = addRun(db, {
    ...{ ...of, id, ...shown, state: 'running', messages: '[]', error: null },
    ...{ started_at: now(), updated_at: now() },
  }).catch(() => {});
  const note = (change: Parameters<typeof changeRun>[2]) => {
    last = last.then(() => changeRun(db, id, { updated_at: now(), ...change })).catch(() => {});
  };
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    note({ ...shown, messages: JSON.stringify(messages) });
  };
  const beating = setInterval(flush, beat).unref();
  const report = ({ stage, done = 0, total }: RunProgress) => {
    if (stage !== shown.stage) {
      messages.push({ at: now(), text: stage });
      if (messages.length > mostMessages) messages.shift();
    }
    shown = { stage, done, total: total ?? null };
    timer ??= setTimeout(flush, pause).unref();
  };
  const end = async (failure: string | undefined) => {
    clearTimeout(timer);
    clearInterval(beating);
    await last;
    if (failure === undefined) {
      await endRun(db, id).catch(() => {});
      return;
    }
    note({ ...shown, messages: JSON.stringify(messages), state: 'failed', error: failure });
    await last;
  };
  try {
    const result = await work(report);
    await end(failureOf(result));
    return result;
  } catch (error) {
    await end(messageOf(error));
    throw error;
  }
}
