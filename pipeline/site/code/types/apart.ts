import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import type { TypedCode } from './code-types.ts';
import type { TypesAnswer } from './thread.ts';

/** What a block may take: authors write types that a compiler computes for minutes. */
const limits = { milliseconds: 20_000, megabytes: 600 } as const;

/** Milliseconds until a thread without work ends. */
const idle = 30_000;

/** Compiled, the compiler and its declarations are one compressed file: 1 MB instead of 12. */
const compiled = join(import.meta.dirname, 'thread.js.br');

interface Task {
  readonly asked: TypedCode;
  /** Milliseconds that it may take. */
  readonly patience: number;
  readonly resolve: (answer: TypesAnswer) => void;
}

const waiting: Task[] = [];
let worker: Worker | undefined;
let timer: NodeJS.Timeout | undefined;

/** Types of a block of code, from a thread that is ended when a block takes too long or too much memory. */
export function typesApart(
  asked: TypedCode,
  patience: number = limits.milliseconds,
): Promise<TypesAnswer> {
  return new Promise((resolve) => {
    waiting.push({ asked, patience, resolve });
    if (waiting.length === 1) next();
  });
}

function next(): void {
  clearTimeout(timer);
  const [task] = waiting;
  if (!task) {
    timer = setTimeout(end, idle).unref();
    return;
  }
  worker ??= start();
  worker.ref();
  worker.postMessage(task.asked);
  const { patience } = task;
  timer = setTimeout(() => stopped(`took longer than ${patience / 1000} seconds`), patience);
}

function start(): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } };
  const made = existsSync(compiled)
    ? new Worker(brotliDecompressSync(readFileSync(compiled)).toString(), {
        ...options,
        eval: true,
      })
    : new Worker(new URL('./thread.ts', import.meta.url), options);
  made.on('message', (answer: TypesAnswer) => {
    if (worker === made) answered(answer);
  });
  made.on('error', (error: NodeJS.ErrnoException) => {
    if (worker !== made) return;
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    stopped(isFull ? 'took too much memory' : `failed: ${error.message}`);
  });
  return made;
}

function answered(answer: TypesAnswer): void {
  // Between two blocks it does not keep the process alive.
  worker?.unref();
  waiting.shift()?.resolve(answer);
  next();
}

/** Ends the thread in the middle of a block. */
function stopped(why: string): void {
  end();
  answered({ failure: `The compiler ${why}` });
}

function end(): void {
  void worker?.terminate();
  worker = undefined;
}
