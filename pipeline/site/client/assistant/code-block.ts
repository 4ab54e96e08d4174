import { element, glyph, shapes } from '../element.ts';
import type { ReaderWords } from '../words.ts';

/** Code of an answer, with a button that copies it. */
export function codeOf(text: string, language: string, words: ReaderWords): HTMLElement {
  const copy = element('button', { type: 'button', class: 'assistant-copy' });
  const showCopy = (): void => {
    copy.setAttribute('aria-label', words.copy);
    copy.replaceChildren(glyph(shapes.copy, 14));
  };
  showCopy();
  const block = element('code', {}, text);
  copy.addEventListener('click', async () => {
    if (!(await copied(text, block))) return;
    copy.setAttribute('aria-label', words.copied);
    copy.replaceChildren(words.copied);
    setTimeout(showCopy, 1600);
  });
  void import('./color-code.ts').then(({ colorCode }) => colorCode(block, language));
  return element(
    'div',
    { class: 'assistant-code', dir: 'ltr' },
    element('pre', { tabindex: '0', ...(language ? { 'data-language': language } : {}) }, block),
    copy,
  );
}

async function copied(text: string, block: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Where the clipboard is forbidden (plain HTTP), a selection can still be copied. It stays, so that a reader can
    // press the keys where that fails too.
    getSelection()?.selectAllChildren(block);
    return document.execCommand('copy');
  }
}
