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

/** Checks a text after each change of it, next to what the page does. */
export function useCheck(draft: Draft): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    const worker = new Worker(workerAddress(), { type: 'module' });
    let asked = { id: 0, text: '' };
    // With the change itself, not after the page has shown it: that would be a frame later.
    const ask = () => {
      asked = { id: asked.id + 1, text: draft.text };
      worker.postMessage(asked);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      // An answer about an older text is about places that may be elsewhere by now.
      if (data.id === asked.id) setChecked({ text: asked.text, findings: data.findings });
    });
    ask();
    const leave = draft.watch(ask);
    return () => {
      leave();
      worker.terminate();
    };
  }, [draft]);
  return checked;
}
