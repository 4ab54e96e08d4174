import type { ContractCall } from '../../web3/call.ts';
import { read } from './read.ts';
import { callFailureOf } from './reverts.ts';
import { showStatus, whileBusy } from './status.ts';
import { write } from './write.ts';

/** Asks the contract of a card, or sends a transaction to it; what goes wrong is said below the form. */
export async function submitCall(element: HTMLElement): Promise<void> {
  const form = element.querySelector('form');
  if (!form) return;
  const call = JSON.parse(element.dataset.web3Call ?? '{}') as ContractCall;
  await whileBusy(form.querySelector('button'), async () => {
    try {
      await (call.kind === 'read' ? read : write)({ element, form, call });
    } catch (error) {
      element.querySelector('.web3-output')?.replaceChildren();
      showStatus(element, 'failed', callFailureOf(error, call.errors));
    }
  });
}
