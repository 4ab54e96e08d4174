import { checkText } from './check-text.ts';

// Answers each text with what is wrong in it. A text that another one follows is not checked: whoever
// types wants to know about the last one alone.
let last: { readonly id: number; readonly text: string } | undefined;
/** Checks of the first text after its answer: the engine makes code fast that has run a few times. */
let warming = 24;

/** Its messages come after the texts that wait already, and without the delay of a timer. */
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', check);
port1.start();

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string }>) => {
  const isWaiting = last !== undefined;
  last = data;
  if (!isWaiting) port2.postMessage('');
});

function check(): void {
  const asked = last;
  last = undefined;
  if (!asked) return;
  self.postMessage({ id: asked.id, findings: checkText(asked.text) });
  setTimeout(warm, 0, asked.text);
}

function warm(text: string): void {
  if (warming === 0 || last !== undefined) return;
  warming--;
  checkText(text);
  setTimeout(warm, 0, text);
}
