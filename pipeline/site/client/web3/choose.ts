import { element, glyph, shapes } from '../element.ts';
import { say } from './page.ts';
import { knownWallets, type Wallet } from './wallets.ts';

/** Lets the reader choose among the wallets of this browser; undefined when they close the dialog. */
export function chooseWallet(): Promise<Wallet | undefined> {
  const wallets = knownWallets();
  const close = element(
    'button',
    { type: 'button', class: 'web3-close', 'aria-label': say('close') },
    glyph(shapes.close),
  );
  const buttons = wallets.map((wallet) => {
    const icon =
      wallet.icon && element('img', { src: wallet.icon, alt: '', width: '28', height: '28' });
    return element('button', { type: 'button', class: 'web3-wallet' }, icon, wallet.name);
  });
  const dialog = element(
    'dialog',
    { class: 'web3-dialog', 'aria-label': say('choose') },
    element('div', { class: 'web3-dialog-head' }, element('h2', {}, say('choose')), close),
    wallets.length > 0
      ? element('div', { class: 'web3-wallets' }, ...buttons)
      : element('p', { class: 'web3-none' }, say('noWallet')),
  );
  document.body.append(dialog);
  dialog.showModal();
  (buttons[0] ?? close).focus();
  return new Promise((resolve) => {
    let chosen: Wallet | undefined;
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    buttons.forEach((button, index) => {
      button.addEventListener('click', () => {
        chosen = wallets[index];
        dialog.close();
      });
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
  });
}
