import { pageData } from './page.ts';
import { pairingDialog } from './pairing-dialog.ts';
import type { RelaySession } from './relay/session.ts';
import type { Wallet } from './wallet.ts';

type Params = readonly Readonly<Record<string, unknown>>[];

const listeners = new Map<string, (value: unknown) => void>();
let opening: Promise<RelaySession> | undefined;
let wallet: Wallet | undefined;

/**
 * Wallets on other devices, and in other apps of this one, behind the interface of a browser's wallet. The relay's
 * library is loaded with the first request. Undefined for sites without a project at the relay.
 */
export function otherDevice(): Wallet | undefined {
  if (!pageData().relay) return undefined;
  wallet ??= {
    id: 'walletconnect',
    name: 'WalletConnect',
    icon,
    provider: {
      request: ({ method, params }) => answer(method, (params ?? []) as Params),
      on: (event, listen) => listeners.set(event, listen),
    },
  };
  return wallet;
}

async function answer(method: string, params: Params): Promise<unknown> {
  if (method === 'eth_requestAccounts') return pair();
  const session = await opened();
  switch (method) {
    case 'eth_accounts':
      return session.accounts();
    case 'eth_chainId':
      return session.chain();
    case 'wallet_switchEthereumChain':
      return session.switchTo(Number(params[0]?.chainId));
    case 'wallet_revokePermissions':
      return session.leave();
    default:
      return session.ask(method, params);
  }
}

/** Shows what the wallet has to read until it has answered; no accounts when the reader closes the dialog. */
async function pair(): Promise<readonly string[]> {
  const dialog = pairingDialog();
  try {
    const session = await opened();
    if (session.accounts().length === 0) await session.pair(dialog.show, dialog.closed);
    return session.accounts();
  } finally {
    dialog.close();
  }
}

function opened(): Promise<RelaySession> {
  opening ??= import('./relay/session.ts')
    .then(({ openSession }) => {
      const { relay } = pageData();
      if (!relay) throw new Error('This site has no project at the relay');
      return openSession(relay, (event, value) => listeners.get(event)?.(value));
    })
    .catch((error: unknown) => {
      // The reader may try again.
      opening = undefined;
      throw error;
    });
  return opening;
}

/** A phone with a code on it. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" fill="none" stroke="#6b7280" stroke-width="2"><rect x="7" y="3" width="14" height="22" rx="3"/><path d="M11 9h2v2h-2zM15 9h2v2h-2zM11 13h2v2h-2zM15 13h2v2h-2zM12 21h4"/></svg>',
)}`;
