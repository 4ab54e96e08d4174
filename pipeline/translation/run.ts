import type { Model } from '../net/model.ts';
import { isFinal, ModelUnavailableError } from '../net/model-errors.ts';
import {
  type Failure,
  failureOfPage,
  type PageToTranslate,
  type TranslatedPage,
  type TranslateOptions,
  type TranslationMemory,
  translateLabels,
  translatePage,
} from '../translate/page.ts';

/** A page or a snippet to translate. */
export interface Unit {
  readonly kind: 'page' | 'snippet';
  readonly page: PageToTranslate;
  /** Its file in the site's folder. */
  readonly file: string;
  readonly sourceHash: string;
  /** Asks for every segment, whatever is remembered. */
  readonly force: boolean;
  /** The model for this unit alone; that of the run when left out. */
  readonly model?: Model;
}

/** The result of a unit. */
export type Outcome =
  | { readonly type: 'translated'; readonly made: TranslatedPage }
  | {
      /** `unreadable`: its author has to fix it first. */
      readonly type: 'failed' | 'unreadable';
      /** Why, in one line. */
      readonly message: string;
      readonly faults: readonly Failure[];
      /** What was asked for; absent when the model or the program failed. */
      readonly made?: TranslatedPage;
    };

/** What a run is to translate. */
export interface Worklist<U extends Unit> {
  /** The next unit; undefined when none is left, or when no more are wanted. */
  readonly next: () => U | undefined | Promise<U | undefined>;
  /** Labels of `docs.json`, asked for after the last unit; none when they are not wanted. */
  readonly labels: () => Labels | Promise<Labels>;
}

export interface Labels {
  readonly texts: readonly string[];
  readonly force: boolean;
}

/** Where a run keeps its results: files for the command line, the database for jobs. */
export interface TranslationStore<U extends Unit> {
  readonly memory: TranslationMemory;
  readonly keep: (unit: U, outcome: Outcome) => void | Promise<void>;
  readonly keepLabels: (found: ReadonlyMap<string, string>) => void | Promise<void>;
}

/** What a run has not translated. Empty if nothing is left. */
export interface RunEnd {
  /** Why units are left. */
  readonly stopped?: Error;
  /** Why labels are left. */
  readonly labelsFailed?: Error;
}

interface Run<U extends Unit> {
  readonly worklist: Worklist<U>;
  readonly store: TranslationStore<U>;
  readonly options: Omit<TranslateOptions, 'memory' | 'force'>;
  /** Takes no further units; `options.signal` also ends requests that have been sent. */
  readonly stop?: AbortSignal | undefined;
  /**
   * When the model does not respond: `stop` leaves the remaining units to the next run, `fail` makes it the
   * result of the unit.
   */
  readonly onOutage: 'stop' | 'fail';
  /** Units at once. */
  readonly parallel?: number | undefined;
}

/**
 * Translates a worklist and keeps every result as soon as it is there. An error of one unit fails that unit
 * alone; an error of the store or the worklist stops the run, because nothing more could be kept.
 */
export async function runTranslation<U extends Unit>(given: Run<U>): Promise<RunEnd> {
  const run = { ...given, options: { ...given.options, asked: new Map() } };
  const end: { stopped?: Error } = {};
  const works = Array.from({ length: run.parallel ?? 16 }, () => takeUnits(run, end));
  // All of them end before the run does, whatever happens to one.
  await Promise.all(works);
  return end.stopped ? end : finishLabels(run);
}

async function takeUnits<U extends Unit>(run: Run<U>, end: { stopped?: Error }): Promise<void> {
  try {
    while (end.stopped === undefined) {
      run.stop?.throwIfAborted();
      const unit = await run.worklist.next();
      if (unit === undefined) return;
      await run.store.keep(unit, await outcomeOf(run, unit));
    }
  } catch (error) {
    end.stopped ??= error as Error;
  }
}

async function outcomeOf<U extends Unit>(run: Run<U>, unit: U): Promise<Outcome> {
  const { options, store } = run;
  const { model = options.model, force } = unit;
  try {
    const made = await translatePage(unit.page, { ...options, memory: store.memory, model, force });
    if (made.status === 'completed') return { type: 'translated', made };
    const type = made.unreadable ? 'unreadable' : 'failed';
    const { faults } = made;
    return { type, message: failureOfPage(unit.file, faults), faults, made };
  } catch (error) {
    run.stop?.throwIfAborted();
    if (run.onOutage === 'stop' && isOutage(error)) throw error;
    const { message } = error as Error;
    return { type: 'failed', message, faults: [{ source: '', reason: message }] };
  }
}

/** Whether the model does not respond, instead of rejecting a request. */
function isOutage(error: unknown): boolean {
  return error instanceof ModelUnavailableError && !isFinal(error);
}

async function finishLabels<U extends Unit>(run: Run<U>): Promise<RunEnd> {
  const { options, store, stop } = run;
  try {
    stop?.throwIfAborted();
    const { texts, force } = await run.worklist.labels();
    if (texts.length === 0) return {};
    await store.keepLabels(
      await translateLabels(texts, { ...options, memory: store.memory, force }),
    );
    return {};
  } catch (error) {
    return stop?.aborted ? { stopped: stop.reason } : { labelsFailed: error as Error };
  }
}
