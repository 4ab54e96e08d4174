import type { Page } from 'playwright-core';
import { type Hex, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { LocalChain } from './chain.ts';

/** A key that everyone knows: the first of Hardhat's. */
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** The account of the wallet. */
export const account = privateKeyToAccount(key);

let nonce = 0;

/** Signs a transaction with the account, and sends it to the network. */
export async function sendTransaction(
  chain: LocalChain,
  transaction: Readonly<Record<string, string>>,
  chainId = chain.id,
): Promise<unknown> {
  const signed = await account.signTransaction({
    chainId,
    type: 'eip1559',
    nonce: nonce++,
    gas: 1_000_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    to: transaction.to as Hex,
    data: transaction.data as Hex,
    value: BigInt(transaction.value ?? 0),
  });
  return chain.request('eth_sendRawTransaction', [signed]);
}

/** A wallet that agrees to everything until `refuses` is set. */
export interface TestWallet {
  /** What the page has asked for. */
  readonly asked: string[];
  chain: number;
  /** Chains that it knows. */
  readonly chains: Set<number>;
  /** Whether the reader refuses the next request. */
  refuses: boolean;
}

/** Puts a wallet into a page before it is opened: announced as EIP-6963 says, or only as `ethereum`. */
export async function addWallet(
  page: Page,
  chain: LocalChain,
  {
    announced = true,
    start = chain.id,
    name = 'Test wallet',
  }: { announced?: boolean; start?: number; name?: string } = {},
): Promise<TestWallet> {
  const wallet: TestWallet = {
    asked: [],
    chain: start,
    chains: new Set([start]),
    refuses: false,
  };
  let allowed = false;
  const fail = (code: number, message: string) => ({ error: { code, message } });
  const asking = `ask${name.replaceAll(' ', '')}`;
  await page.exposeFunction(asking, async (method: string, params: never[] = []) => {
    wallet.asked.push(method);
    if (wallet.refuses && method !== 'eth_accounts' && method !== 'eth_chainId') {
      wallet.refuses = false;
      return fail(4001, 'User rejected the request.');
    }
    const [first = {}] = params as Record<string, string>[];
    switch (method) {
      case 'eth_requestAccounts':
        allowed = true;
        return { result: [account.address] };
      case 'eth_accounts':
        return { result: allowed ? [account.address] : [] };
      case 'eth_chainId':
        return { result: numberToHex(wallet.chain) };
      case 'wallet_switchEthereumChain':
        if (!wallet.chains.has(Number(first.chainId))) return fail(4902, 'Unrecognized chain.');
        wallet.chain = Number(first.chainId);
        return { result: null };
      case 'wallet_addEthereumChain':
        wallet.chains.add(Number(first.chainId));
        wallet.chain = Number(first.chainId);
        return { result: null };
      case 'wallet_revokePermissions':
        allowed = false;
        return { result: null };
      case 'eth_sendTransaction':
        return { result: await sendTransaction(chain, first, wallet.chain) };
      default:
        return fail(4200, `The wallet does not know ${method}.`);
    }
  });
  const told = { asking, name, isAnnounced: announced };
  await page.addInitScript(({ asking, name, isAnnounced }) => {
    const ask = (window as never as Record<string, (...asked: unknown[]) => Promise<never>>)[
      asking
    ] as (...asked: unknown[]) => Promise<never>;
    const provider = {
      async request({ method, params }: { method: string; params?: unknown }) {
        const { result, error } = (await ask(method, params ?? [])) as {
          result?: unknown;
          error?: { code: number; message: string };
        };
        if (error) throw Object.assign(new Error(error.message), { code: error.code });
        return result;
      },
      // What the wallet tells by itself is an event of the window here.
      on(event: string, listen: (value: unknown) => void) {
        addEventListener(`${name} ${event}`, (told) => listen((told as CustomEvent).detail));
      },
    };
    if (!isAnnounced) {
      (window as never as { ethereum: unknown }).ethereum = provider;
      return;
    }
    const icon =
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"%3E%3Crect width="4" height="4" fill="%230f766e"/%3E%3C/svg%3E';
    const announce = (): void => {
      const rdns = `example.${name.toLowerCase().replaceAll(' ', '-')}`;
      const info = { uuid: rdns, rdns, name, icon };
      const detail = Object.freeze({ info, provider });
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    };
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }, told);
  return wallet;
}
