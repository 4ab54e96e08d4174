import { copyFrom } from '../components/announce.ts';
import { element } from '../element.ts';
import { openDialog } from './dialog.ts';
import { say } from './page.ts';

/** A dialog with what a wallet has to read. */
export interface PairingDialog {
  /** Shows an address as a code, as a link that opens an app, and as a text to copy. */
  show(address: string): void;
  /** Aborted once it is closed, by whoever it is. */
  readonly closed: AbortSignal;
  close(): void;
}

/** Opens the dialog; until it has an address, it says that it is loading. */
export function pairingDialog(): PairingDialog {
  const content = element('div', { class: 'web3-pairing', 'aria-live': 'polite' }, say('loading'));
  const dialog = openDialog('WalletConnect', content);
  const closing = new AbortController();
  dialog.addEventListener('close', () => closing.abort());
  return {
    closed: closing.signal,
    close: () => dialog.close(),
    show(address) {
      void import('./relay/code.ts').then(({ drawCode }) => {
        const copy = element('button', { type: 'button', class: 'web3-button' }, say('copyLink'));
        copy.addEventListener('click', () => void copyFrom(copy, address));
        content.replaceChildren(
          drawCode(address, say('scan')),
          element('p', {}, say('scan')),
          element(
            'div',
            { class: 'web3-actions' },
            element('a', { class: 'web3-button', href: address }, say('openApp')),
            copy,
          ),
        );
      });
    },
  };
}
