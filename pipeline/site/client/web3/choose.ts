import { element } from '../element.ts';
import { openDialog } from './dialog.ts';
import { say } from './page.ts';
import type { Wallet } from './wallet.ts';
import { knownWallets } from './wallets.ts';

/** Lets the reader choose among the wallets that can be reached; undefined when they close the dialog. */
export function chooseWallet(): Promise<Wallet | undefined> {
  const wallets = knownWallets();
  const buttons = wallets.map((wallet) => {
    const icon =
      wallet.icon && element('img', { src: wallet.icon, alt: '', width: '28', height: '28' });
    return element('button', { type: 'button', class: 'web3-wallet' }, icon, wallet.name);
  });
  const dialog = openDialog(
    say('choose'),
    wallets.length > 0
      ? element('div', { class: 'web3-wallets' }, ...buttons)
      : element('p', { class: 'web3-none' }, say('noWallet')),
  );
  buttons[0]?.focus();
  return new Promise((resolve) => {
    let chosen: Wallet | undefined;
    buttons.forEach((button, index) => {
      button.addEventListener('click', () => {
        chosen = wallets[index];
        dialog.close();
      });
    });
    dialog.addEventListener('close', () => resolve(chosen));
  });
}
