import type { Place } from '../../schema/errors.ts';
import { readyEngine } from './engine.ts';
import type { Ambient, Answer, ValueKind } from './exchange.ts';
import { hostOf } from './host.ts';
import type { FileCode, PageCode } from './page-code.ts';
import { limitProblem } from './problems.ts';
import { limits, openSandbox, type Sandbox, SandboxEnded } from './sandbox.ts';

/** Thrown when a page turns out to have code and the engine is not loaded yet. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
}

/** After so many stops the page's other code is not tried any more. */
const mostStops = 3;
/** Milliseconds that a try counts for at least, so that the tries come to an end. */
const leastWork = 200;
/** Milliseconds of work for the rest of a page after code was stopped. */
const workAfterStop = 500;

/**
 * The answer to an expression; undefined if there is none: the reason was reported.
 * @throws EngineMissing and SandboxEnded: the page has to be rendered again
 */
export function answerTo(
  code: PageCode,
  file: FileCode,
  index: number,
  place: Place | undefined,
): Answer | undefined {
  const reason = code.attempts.stopped.get(keyOf(file, index));
  if (reason !== undefined) {
    code.page.report(limitProblem(reason, { file: file.file, place }));
    return undefined;
  }
  if (!file.answers.has(index) && mayRun(code, file, place)) evaluate(code, file, index);
  return file.answers.get(index);
}

/** The same, where it is known or can be had without reporting that code was stopped. */
export function knownAnswer(code: PageCode, file: FileCode, index: number): Answer | undefined {
  const { stopped, stops } = code.attempts;
  const isStopped = [index, whole].some((at) => stopped.has(keyOf(file, at)));
  if (isStopped || stops >= mostStops) return file.answers.get(index);
  return answerTo(code, file, index, undefined);
}

/** Properties that expressions see, kept in the sandbox. */
export function addScope(code: PageCode, props: Readonly<Record<string, unknown>>): number {
  return opened(code).addScope(props);
}

/** Index of what runs while the modules of a file are loaded. */
const whole = -1;

function keyOf({ file, unit }: FileCode, index: number): string {
  return `${file}\n${unit.parameters.join()}\n${index}`;
}

/** Whether a file's code is run at all; what was stopped before is reported instead. */
function mayRun({ attempts, page }: PageCode, code: FileCode, place: Place | undefined): boolean {
  const { file } = code;
  const reason = attempts.stopped.get(keyOf(code, whole));
  if (reason !== undefined) page.report(limitProblem(reason, { file, place: undefined }));
  else if (attempts.stops >= mostStops) page.report(limitProblem('skipped', { file, place }));
  else return true;
  return false;
}

/** Evaluates in one call what the page will ask for. */
function evaluate(code: PageCode, file: FileCode, index: number): void {
  const wanted = wantedWith(code, file, index);
  file.slots ??= file.addSlots();
  const { slots, unit } = file;
  const names = unit.parameters.join();
  code.wanted.set(`${file.file}\n${names}`, unit);
  const answers = inSandbox(code, file, (sandbox) =>
    sandbox.evaluate({ file: file.file, names, scope: file.scope(), slots, wanted }),
  );
  wanted.forEach(([at], order) => {
    const answer = answers[order];
    if (answer) file.answers.set(at, answer);
  });
}

/** The expression itself, and for the first one of a file all others that a page shows. */
function wantedWith(
  { attempts }: PageCode,
  file: FileCode,
  index: number,
): (readonly [index: number, kind: ValueKind])[] {
  const isFirst = file.slots === undefined;
  return file.unit.expressions.flatMap(({ kind, isSpare }, at) => {
    if (at !== index && (!isFirst || isSpare)) return [];
    return attempts.stopped.has(keyOf(file, at)) ? [] : [[at, kind] as const];
  });
}

function inSandbox<T>(code: PageCode, file: FileCode, action: (sandbox: Sandbox) => T): T {
  try {
    return action(opened(code));
  } catch (error) {
    if (error instanceof SandboxEnded) noteStop(code, file, error);
    throw error;
  }
}

/** What a busy machine interrupted is tried again, until it had its time. */
function noteStop(code: PageCode, file: FileCode, ended: SandboxEnded): void {
  code.sandbox = undefined;
  const { attempts } = code;
  const key = keyOf(file, ended.index);
  const worked = (attempts.worked.get(key) ?? 0) + Math.max(ended.worked, leastWork);
  attempts.worked.set(key, worked);
  if (ended.reason === 'busy' && worked < limits.work) return;
  attempts.stopped.set(key, ended.reason === 'busy' ? 'work' : ended.reason);
  attempts.stops++;
}

function opened(code: PageCode): Sandbox {
  if (code.sandbox) return code.sandbox;
  if (readyEngine() === undefined) throw new EngineMissing('The engine is not loaded');
  const work = code.attempts.stops === 0 ? limits.work : workAfterStop;
  code.sandbox = openSandbox(hostOf(code), ambientOf(code), work);
  return code.sandbox;
}

function ambientOf(code: PageCode): Ambient {
  return {
    components: code.componentNames,
    page: code.page.page.file.path,
    imports: [...(code.own?.declared ?? [])].flatMap(([local, imported]) =>
      imported ? [[local, imported.from, imported.name] as const] : [],
    ),
  };
}
