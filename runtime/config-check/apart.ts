import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorDetail } from '../../schema/errors.ts';

/** A `docs.json` text, and the deployment whose files it may name. */
export interface ConfigText {
  readonly text: string;
  readonly built?: { readonly folder: string; readonly id: string } | undefined;
}

/** Milliseconds that a check may take. */
const patience = 10_000;
const mostThreads = 2;
const mostMemory = 512;

const running = new Set<Promise<unknown>>();

/**
 * Every error of a `docs.json` text, found in a thread of its own: a megabyte of them takes seconds, in
 * which the server answers others. A text that takes too long or too much memory is refused.
 */
export async function checkConfigApart(
  config: ConfigText,
  limit: number = patience,
): Promise<readonly ErrorDetail[]> {
  while (running.size >= mostThreads) await Promise.race(running);
  const done = inThread(config, limit);
  const settled: Promise<void> = done.then(
    () => void running.delete(settled),
    () => void running.delete(settled),
  );
  running.add(settled);
  return done;
}

function inThread(config: ConfigText, limit: number): Promise<readonly ErrorDetail[]> {
  const worker = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: config,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<readonly ErrorDetail[]>((resolve, reject) => {
    timer = setTimeout(() => resolve([tooLarge(`longer than ${limit / 1000} seconds`)]), limit);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve([tooLarge('too much memory')]);
      else reject(error);
    });
    worker.once('exit', (code) =>
      reject(new Error(`The thread of a check stopped unexpectedly (${code}).`)),
    );
  }).finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}

function tooLarge(what: string): ErrorDetail {
  return {
    path: '',
    code: 'too-large',
    message: `Checking it took ${what}. Shorten the file, or remove parts of it.`,
  };
}
