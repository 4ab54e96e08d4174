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
export async function copyFrom(
  button: HTMLElement,
  text: string,
  said = word('copied'),
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyOldWay(text)) {
      announce(word('copyFailed'));
      return;
    }
  }
  showCopied(button, said);
}

/** Shows and says at a button that something is in the clipboard. */
export function showCopied(button: HTMLElement, said = word('copied')): void {
  button.dataset.copied = '';
  announce(said);
  setTimeout(() => delete button.dataset.copied, 1600);
}

/** Where the clipboard is forbidden (plain HTTP), a selection can still be copied. */
function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.cssText = 'position:fixed;opacity:0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
