import { checkText } from './check-text.ts';

// Answers each text with what is wrong in it. A text that another one follows is not checked: whoever
// types wants to know about the last one alone.
let last: { readonly id: number; readonly text: string } | undefined;

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string }>) => {
  const isWaiting = last !== undefined;
  last = data;
  if (!isWaiting) setTimeout(check);
});

function check(): void {
  const asked = last;
  last = undefined;
  if (asked) self.postMessage({ id: asked.id, findings: checkText(asked.text) });
}
