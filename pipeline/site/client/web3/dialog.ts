import { element, glyph, shapes } from '../element.ts';
import { say } from './page.ts';

/** Opens a dialog about wallets, with a title and a button that closes it; it is gone once it is closed. */
export function openDialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const close = element(
    'button',
    { type: 'button', class: 'web3-close', 'aria-label': say('close') },
    glyph(shapes.close),
  );
  const dialog = element(
    'dialog',
    { class: 'web3-dialog', 'aria-label': title },
    element('div', { class: 'web3-dialog-head' }, element('h2', {}, title), close),
    ...content,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
