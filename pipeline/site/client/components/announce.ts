import { writeClipboard } from '../clipboard.ts';
import { word } from '../page-words.ts';

let region: HTMLElement | undefined;

/** Says something to screen readers. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = '';
  // A text that is set twice is read again only if the region was empty in between.
  setTimeout(() => {
    if (region) region.textContent = text;
  }, 30);
}

/** Copies a text, and shows and says at the button that it worked. */
export async function copyFrom(button: HTMLElement, text: string, said?: string): Promise<void> {
  if (await writeClipboard(text, button)) showCopied(button, said);
  else announce(word('copyFailed', 'Copy failed'));
}

/** Shows and says at a button that something is in the clipboard. */
export function showCopied(button: HTMLElement, said = word('copied', 'Copied')): void {
  button.dataset.copied = '';
  announce(said);
  setTimeout(() => delete button.dataset.copied, 1600);
}
