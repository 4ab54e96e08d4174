import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { tuneEngine } from '../pipeline/build/engine.ts';
import type { BuildProgress } from '../pipeline/build.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { type Task, work } from './work.ts';

/** Input of a command's thread. */
export interface WorkData {
  readonly task: Task;
  readonly version: string;
  readonly program: string;
  readonly interactive: boolean;
}

/** Messages of the thread. */
export type Said =
  | { readonly type: 'out' | 'err'; readonly text: string }
  /** Without progress, nothing is shown any more. */
  | { readonly type: 'progress'; readonly progress?: BuildProgress }
  | { readonly type: 'done'; readonly code: number }
  | {
      readonly type: 'failed';
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      readonly code: unknown;
    };

// The same settings as in the main thread: each has its own memory.
enableCompileCache();
process.setSourceMapsEnabled(true);
const say = (said: Said): void => parentPort?.postMessage(said);
const { task, version, program, interactive } = workerData as WorkData;
// A build does the same, but its modules alone have filled the heap by then.
if (task.command === 'build' || task.command === 'deploy') tuneEngine('few');
let shown = '';
const to: Terminal = {
  out: (text) => say({ type: 'out', text }),
  err: (text) => say({ type: 'err', text }),
  interactive,
  progress: {
    update: (progress) => {
      const { stage, done, total = 1 } = progress;
      // A message for each percent: one for each page takes a hundredth of the time of a build.
      const percent = `${stage} ${Math.floor((done / total) * 100)}`;
      if (percent === shown) return;
      shown = percent;
      say({ type: 'progress', progress });
    },
    stop: () => say({ type: 'progress' }),
  },
};
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
// Waiting for a signal must not keep the thread alive.
parentPort?.unref();
const context: CommandContext = { to, version, program, stop: stop.signal };
try {
  say({ type: 'done', code: await work(task, context) });
} catch (error) {
  const { name, message, stack, code } = error as Error & { code?: unknown };
  say({ type: 'failed', name, message, stack, code: typeof code === 'symbol' ? undefined : code });
}
