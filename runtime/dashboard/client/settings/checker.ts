import { useEffect, useState } from 'preact/hooks';
import type { Finding } from './check-text.ts';
import type { Draft } from './draft.ts';
import { workerAddress } from './worker-address.ts';

/** What is wrong in a text, once it is known. */
export interface Checked {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** What the worker says about the text that it was asked about with an id. */
interface Answer {
  readonly id: number;
  readonly findings: readonly Finding[];
}

/**
 * Milliseconds in which a page does not follow a text that is being typed: mostly, its check is there by then, and both are
 * shown at once.
 */
const patience = 80;

/** The text of a draft, and what is wrong in it: checked after each change, next to what the page does. */
export function useChecked(draft: Draft): {
  readonly text: string;
  readonly checked: Checked | undefined;
} {
  const [checked, setChecked] = useState<Checked>();
  const [, redraw] = useState(0);
  useEffect(() => {
    const worker = new Worker(workerAddress(), { type: 'module' });
    let asked = { id: 0, text: '' };
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      clearTimeout(waiting);
      waiting = undefined;
      redraw((count) => count + 1);
    };
    // With the change itself, not after the page has shown it: that would be a frame later.
    const ask = () => {
      asked = { id: asked.id + 1, text: draft.text };
      worker.postMessage(asked);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      // An answer about an older text is about places that may be elsewhere by now.
      if (data.id !== asked.id) return;
      setChecked({ text: asked.text, findings: data.findings });
      show();
    });
    ask();
    const leave = draft.watch(({ isTyped }) => {
      ask();
      if (isTyped) waiting ??= setTimeout(show, patience);
      else show();
    });
    return () => {
      leave();
      clearTimeout(waiting);
      worker.terminate();
    };
  }, [draft]);
  return { text: draft.text, checked };
}
