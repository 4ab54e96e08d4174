import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { dropEngine, readyEngine } from './engine.ts';
import type {
  Ambient,
  Answer,
  Evaluation,
  GuestError,
  ModuleCode,
  SandboxHost,
} from './exchange.ts';
import { formatFor } from './intl.ts';
import { webAnswer } from './web.ts';

/** What the author code of one page may use: the sum of its expressions and components. */
export const limits = {
  /** Milliseconds of work. */
  work: 2000,
  /** Bytes. */
  memory: 64 * 1024 * 1024,
  /** Milliseconds after which a call is ended from outside: some built-in functions never pause. */
  patience: 4500,
} as const;

/** The sandbox of one page. It has no disk, no network, no environment, no timers. */
export interface Sandbox {
  /** @throws SandboxEnded */
  evaluate(evaluation: Evaluation): readonly Answer[];
  /**
   * Keeps properties that the expressions of a snippet see; `children` is the number of a slot.
   * @throws SandboxEnded
   */
  addScope(props: Readonly<Record<string, unknown>>): number;
  close(): void;
}

/** Thrown when author code had to be stopped: its sandbox is gone, and the page needs another. */
export class SandboxEnded extends Error {
  override readonly name = 'SandboxEnded';
  /**
   * `busy`: the machine was, and the code had no chance to do its work. `broken`: author code changed
   * what the guest itself needs, and its answers can't be read.
   */
  readonly reason: 'work' | 'memory' | 'stack' | 'busy' | 'broken';
  /** The expression that ran; -1 while modules were loaded. */
  readonly index: number;
  /** Milliseconds that the call had worked. */
  readonly worked: number;

  constructor(reason: SandboxEnded['reason'], index: number, worked: number) {
    super(`Author code was stopped: ${reason}`);
    this.reason = reason;
    this.index = index;
    this.worked = worked;
  }
}

/** Opens a sandbox in the engine of this thread; `work` is what is left of a page's time. */
export function openSandbox(
  host: SandboxHost,
  ambient: Ambient,
  work: number = limits.work,
): Sandbox {
  const engine = readyEngine();
  if (engine === undefined) throw new Error('The engine is not loaded');
  const runtime = engine.newRuntime();
  const context = runtime.newContext();
  runtime.setMemoryLimit(limits.memory);
  // More of it would reach the end of the host's own stack first.
  runtime.setMaxStackSize(256 * 1024);
  const meter: Meter = { index: -1, worked: 0, since: 0, isOver: false };
  const door = openDoor(runtime, context, host, ambient, (at) => {
    meter.index = at;
  });
  runtime.setInterruptHandler(() => {
    meter.isOver = meter.worked + clock() - meter.since > work;
    return meter.isOver;
  });
  const guest: Guest = { context, door, meter };
  return {
    evaluate: (evaluation) => evaluate(guest, evaluation),
    addScope: (props) => ask(guest, 'scope', props).consume((id) => context.getNumber(id)),
    close() {
      door.dispose();
      context.dispose();
      runtime.dispose();
      // The engine never gives back memory that one page has used.
      if (engine.getWasmMemory().buffer.byteLength > limits.memory) dropEngine();
    },
  };
}

/** How long the code of a page has worked. */
interface Meter {
  /** The expression that runs. */
  index: number;
  /** Milliseconds of all calls that have ended. */
  worked: number;
  /** Start of the current call. */
  since: number;
  isOver: boolean;
}

interface Guest {
  readonly context: QuickJSContext;
  readonly door: QuickJSHandle;
  readonly meter: Meter;
}

function evaluate(guest: Guest, evaluation: Evaluation): readonly Answer[] {
  const { context, meter } = guest;
  const text = ask(guest, 'evaluate', evaluation).consume((json) => context.getString(json));
  // The file could not be loaded, which was reported.
  if (text === 'null') return [];
  const answers = answersIn(text);
  if (answers?.length === evaluation.wanted.length) return answers;
  dropEngine();
  throw new SandboxEnded('broken', meter.index, clock() - meter.since);
}

function ask({ context, door, meter }: Guest, method: string, argument: unknown): QuickJSHandle {
  meter.since = clock();
  try {
    return inTime(() => call(context, door, method, JSON.stringify(argument)));
  } catch (error) {
    dropEngine();
    throw new SandboxEnded(reasonOf(error, meter), meter.index, clock() - meter.since);
  } finally {
    meter.worked += clock() - meter.since;
  }
}

function reasonOf(error: unknown, { since, isOver }: Meter): SandboxEnded['reason'] {
  if (isTimeout(error)) return clock() - since < limits.work ? 'busy' : 'work';
  if (isOver) return 'work';
  return /memory/i.test(String(error)) ? 'memory' : 'stack';
}

/** The answers that a text holds; undefined when they are none. */
function answersIn(text: string): readonly Answer[] | undefined {
  try {
    const answers: unknown = JSON.parse(text);
    const isList = Array.isArray(answers) && answers.every((one) => typeof one === 'object' && one);
    return isList ? (answers as Answer[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds that this thread has worked: a busy machine takes nothing away from a page. */
const clock: () => number =
  typeof process.threadCpuUsage === 'function'
    ? () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1000;
      }
    : () => performance.now();

/** Calls a function of the guest with one text. */
function call(
  context: QuickJSContext,
  door: QuickJSHandle,
  method: string,
  argument: string,
): QuickJSHandle {
  const result = context
    .newString(argument)
    .consume((text) =>
      context.getProp(door, method).consume((f) => context.callFunction(f, door, text)),
    );
  if (!result.error) return result.value;
  throw new Error(
    String(
      result.error.consume((error) =>
        context.getProp(error, 'message').consume((message) => context.getString(message)),
      ),
    ),
  );
}

const slot = '__docent_call';
const run = new Script(`${slot}()`);

/**
 * Ends a call that takes too long even where it never pauses: code that a script of `vm` runs shares
 * its clock, the engine included.
 */
function inTime<T>(action: () => T): T {
  const target = globalThis as unknown as Record<string, unknown>;
  target[slot] = action;
  try {
    return run.runInThisContext({ timeout: limits.patience }) as T;
  } finally {
    delete target[slot];
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

const guestFiles = new Map<string, string>();

function guestFile(name: string): string {
  let text = guestFiles.get(name);
  if (text === undefined) {
    text = readFileSync(new URL(`guest/${name}`, import.meta.url), 'utf8');
    guestFiles.set(name, text);
  }
  return text;
}

/** Runs the guest, which answers with its two functions. After that no module can be loaded. */
function openDoor(
  runtime: QuickJSRuntime,
  context: QuickJSContext,
  host: SandboxHost,
  ambient: Ambient,
  at: (index: number) => void,
): QuickJSHandle {
  runtime.setModuleLoader((name) => guestFile(name));
  const main = context.unwrapResult(
    context.evalCode(guestFile('main.js'), 'main.js', { type: 'module' }),
  );
  runtime.removeModuleLoader();
  const functions = hostFunctions(context, host, at);
  const names = context.unwrapResult(context.evalCode(`(${JSON.stringify(ambient)})`));
  const open = context.getProp(main, 'open');
  const door = context.unwrapResult(
    context.callFunction(open, context.undefined, functions, names),
  );
  for (const handle of [main, functions, names, open]) handle.dispose();
  return door;
}

function hostFunctions(
  context: QuickJSContext,
  host: SandboxHost,
  at: (index: number) => void,
): QuickJSHandle {
  const text = (handle: QuickJSHandle | undefined) =>
    handle === undefined ? '' : context.getString(handle);
  const functions: Record<string, (...given: QuickJSHandle[]) => QuickJSHandle | undefined> = {
    at: (index) => {
      at(index === undefined ? -1 : context.getNumber(index));
      return undefined;
    },
    failed: (file, error) => {
      host.failed(text(file), JSON.parse(text(error)));
      return undefined;
    },
    intl: (question) => context.newString(formatFor(text(question))),
    log: (line) => {
      host.log(text(line));
      return undefined;
    },
    resolve: (from, file) =>
      context.newString(JSON.stringify(host.resolve(text(from), text(file)))),
    source: (file, names) => {
      const path = text(file);
      const module = host.source(path, text(names));
      return module === undefined ? undefined : moduleHandle(context, path, module, host);
    },
    web: (question) => context.newString(webAnswer(text(question))),
  };
  const object = context.newObject();
  for (const [name, action] of Object.entries(functions)) {
    context
      .newFunction(name, action as never)
      .consume((handle) => context.setProp(object, name, handle));
  }
  return object;
}

/** A module for the guest: its code as a function. It begins in the first line, so places stay true. */
function moduleHandle(
  context: QuickJSContext,
  path: string,
  { code, tags, isInteractive }: ModuleCode,
  host: SandboxHost,
): QuickJSHandle | undefined {
  const wrapped = `(function (module, exports, require, __h, __F) {${code}\n})`;
  const result = context.evalCode(wrapped, path);
  if (result.error) {
    host.failed(path, result.error.consume((error) => context.dump(error)) as GuestError);
    return undefined;
  }
  const module = context.unwrapResult(
    context.evalCode(`(${JSON.stringify({ tags, isInteractive })})`),
  );
  result.value.consume((run) => context.setProp(module, 'run', run));
  return module;
}
