import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { youngMegabytes } from '../pipeline/build/engine.ts';
import { dropLock } from '../pipeline/output/lock.ts';
import { type ProgressView, showProgress } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import type { Task } from './work.ts';
import type { Said, WorkData } from './work-thread.ts';

/** Milliseconds that a task has to stop by itself after a signal, if it can. */
const grace = 1200;

/**
 * Runs a task in a separate thread, so that a signal stops the command however busy the task is:
 * immediately if it leaves nothing half done, otherwise when the task has ended or the grace period
 * is over. Anything else the thread prints goes to standard error; standard output belongs to the
 * command.
 */
export async function workApart(task: Task, context: CommandContext): Promise<number> {
  const file = new URL('./work-thread.js', import.meta.url);
  // The sources (in tests) have no compiled module next to them.
  if (!existsSync(file)) return (await import('./work.ts')).work(task, context);
  const { to, version, program } = context;
  const data: WorkData = { task, version, program, interactive: to.interactive };
  const worker = new Worker(file, {
    workerData: data,
    stdout: true,
    execArgv: [],
    resourceLimits: {
      maxYoungGenerationSizeMb: youngMegabytes,
      // A thread would only get half of it.
      maxOldGenerationSizeMb: getHeapStatistics().heap_size_limit / 2 ** 20,
    },
  });
  worker.stdout.pipe(process.stderr, { end: false });
  const giveBack = endOnSignal(worker, task);
  let view: ProgressView | undefined;
  try {
    return await new Promise<number>((done, fail) => {
      // In sequence: showing progress starts with loading a module.
      let said = Promise.resolve();
      worker.on('message', (message: Said) => {
        said = said.then(async () => {
          if (message.type === 'done') done(message.code);
          else if (message.type === 'failed') fail(asError(message));
          else if (message.type === 'progress') {
            view ??= await showProgress(to);
            if (message.progress) view.update(message.progress);
            else view.stop();
          } else to[message.type](message.text);
        }, fail);
      });
      worker.once('error', fail);
      worker.once('exit', (code) => {
        said.then(
          () => fail(new Error(`The command's thread stopped unexpectedly (${code}).`)),
          fail,
        );
      });
    });
  } finally {
    view?.stop();
    giveBack();
  }
}

/** Ends the process on a signal; returns a function that removes the signal handlers. */
function endOnSignal(worker: Worker, task: Task): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let timer: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals): void => {
    // Without a listener, a signal ends the process whatever its threads do.
    for (const one of signals) process.removeAllListeners(one);
    if (task.command === 'build') dropLock(resolve(task.options.out));
    process.kill(process.pid, signal);
    // The first process of a container is not ended by signals that it doesn't listen to.
    process.exit(128 + constants.signals[signal]);
  };
  const listeners = signals.map((signal) => {
    const listener = () => {
      const endsItself = task.command === 'dev' || task.command === 'translate';
      if (!endsItself || timer !== undefined) return end(signal);
      worker.postMessage('stop');
      timer = setTimeout(() => end(signal), grace);
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return () => {
    clearTimeout(timer);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/**
 * An error of the thread, in the form that lets the command line distinguish sentences from bugs.
 */
function asError({ name, message, stack, code }: Extract<Said, { type: 'failed' }>): Error {
  const error = Object.assign(new Error(message), { name }, code === undefined ? {} : { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
