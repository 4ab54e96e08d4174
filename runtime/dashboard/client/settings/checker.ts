import { useEffect, useRef, useState } from 'preact/hooks';
import type { Finding } from './check-text.ts';
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
export function useCheck(text: string): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  const worker = useRef<Worker>();
  const asked = useRef({ id: 0, text });
  useEffect(() => {
    const started = new Worker(workerAddress(), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      // An answer about an older text is about places that may be elsewhere by now.
      if (data.id !== asked.current.id) return;
      setChecked({ text: asked.current.text, findings: data.findings });
    });
    worker.current = started;
    return () => started.terminate();
  }, []);
  useEffect(() => {
    asked.current = { id: asked.current.id + 1, text };
    worker.current?.postMessage(asked.current);
  }, [text]);
  return checked;
}
