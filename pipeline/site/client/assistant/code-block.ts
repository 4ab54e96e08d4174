import { writeClipboard } from '../clipboard.ts';
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
    if (!(await writeClipboard(text, copy))) return;
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
