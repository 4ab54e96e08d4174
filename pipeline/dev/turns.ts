import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type DevState, until, wake } from './state.ts';

/** Milliseconds that the pass through all pages works before it lets in requests. */
const atOnce = 12;

/** Milliseconds without a request after which no reader waits for a page. */
const answering = 60;

/** A pass is given up: what it would show has changed meanwhile, or the watch ends. */
export class PassAbandoned extends Error {
  override readonly name = 'PassAbandoned';
}

/** Throws when a pass through all pages would show what is no longer so. */
export function stopIfChanged({ closed, changes }: DevState): void {
  if (closed || changes.files.size > 0) throw new PassAbandoned();
}

/** Does what someone waits for, a request among them: the pass through all pages waits. */
export async function comeFirst<T>(state: DevState, work: () => Promise<T>): Promise<T> {
  state.requests += 1;
  try {
    return await work();
  } finally {
    state.requests -= 1;
    state.requestAt = performance.now();
    wake(state);
  }
}

/** Called before each page of a pass: requests come first. */
export async function giveWay(state: DevState): Promise<void> {
  stopIfChanged(state);
  if (performance.now() - state.pausedAt < atOnce) return;
  await turn();
  await until(state, () => state.requests === 0);
  stopIfChanged(state);
  state.pausedAt = performance.now();
}

/** Waits until the pages that were asked for are served. */
export async function untilServed(state: DevState): Promise<void> {
  for (;;) {
    await until(state, () => state.requests === 0);
    stopIfChanged(state);
    const left = state.requestAt + answering - performance.now();
    if (left <= 0) return;
    await sleep(left);
  }
}
