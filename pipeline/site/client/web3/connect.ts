import { shortened } from '../../web3/address.ts';
import { element } from '../element.ts';
import { chooseWallet } from './choose.ts';
import { failureOf } from './failures.ts';
import { chainWith, pageData, say } from './page.ts';
import { showStatus, whileBusy } from './status.ts';
import { connect, connected, disconnect, followConnection, switchChain } from './wallets.ts';

/** Shows in a box which wallet is connected, from now on. */
export function showConnection(box: HTMLElement): void {
  const actions = box.querySelector<HTMLElement>('.web3-actions');
  const button = actions?.querySelector('button');
  if (actions && button) followConnection(() => show(box, actions, button));
}

/** Connects a wallet with the button of a box. */
export function pressConnect(box: HTMLElement, button: HTMLElement): Promise<void> {
  return whileBusy(button, () => askToConnect(box));
}

/** Lets the reader choose a wallet and connects it, saying at `box` how that goes. */
export async function askToConnect(box: HTMLElement): Promise<void> {
  const wallet = await chooseWallet();
  if (!wallet) return;
  showStatus(box, 'running', say('waiting'));
  try {
    await connect(wallet);
    if (!connected()) showStatus(box, 'none');
  } catch (error) {
    showStatus(box, 'failed', failureOf(error));
  }
}

function show(box: HTMLElement, actions: HTMLElement, button: HTMLElement): void {
  const now = connected();
  const had = actions.contains(document.activeElement);
  if (!now) {
    actions.replaceChildren(button);
    if (had) button.focus();
    showStatus(box, 'none');
    return;
  }
  const isRight = allowedChains(box).includes(now.chain);
  const leave = element('button', { type: 'button', class: 'web3-button' }, say('disconnect'));
  leave.addEventListener('click', disconnect);
  actions.replaceChildren(
    element(
      'span',
      { class: 'web3-account', title: now.account },
      element(
        'span',
        { class: 'web3-short', dir: 'ltr', 'aria-hidden': 'true' },
        shortened(now.account),
      ),
      element('span', { class: 'visually-hidden', dir: 'ltr' }, now.account),
    ),
    element('span', { class: 'web3-network' }, chainWith(now.chain).name),
    leave,
  );
  if (had) leave.focus();
  if (isRight) showStatus(box, 'none');
  else offerSwitch(box, Number(box.dataset.chain ?? allowedChains(box)[0]));
}

/** Says that the wallet is on another chain, with a button that changes it. */
export function offerSwitch(box: HTMLElement, chain: number, then?: () => void): void {
  const button = element(
    'button',
    { type: 'button', class: 'web3-button' },
    say('switchTo', { name: chainWith(chain).name }),
  );
  button.addEventListener('click', () => {
    void whileBusy(button, async () => {
      try {
        await switchChain(chain);
        then?.();
      } catch (error) {
        // The reader may agree the next time.
        showStatus(box, 'failed', element('span', {}, failureOf(error)), button);
        button.focus();
      }
    });
  });
  showStatus(box, 'failed', element('span', {}, say('otherNetwork')), button);
}

function allowedChains(box: HTMLElement): readonly number[] {
  if (box.dataset.only !== undefined) return [Number(box.dataset.chain)];
  const { allowed, chains } = pageData();
  return allowed ?? Object.keys(chains).map(Number);
}
