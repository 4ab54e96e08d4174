import type { ContractCall } from '../../web3/call.ts';

/** A form on its card, and what it calls. */
export interface Card {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly call: ContractCall;
}
