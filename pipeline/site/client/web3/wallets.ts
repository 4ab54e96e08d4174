import { hasCode } from './failures.ts';
import { otherDevice } from './other-device.ts';
import { chainWith, say } from './page.ts';
import type { Request } from './request.ts';
import { recallInTab, rememberInTab } from './tab.ts';
import type { Provider, Wallet } from './wallet.ts';

/** A wallet that the reader has connected. */
export interface Connection {
  readonly wallet: Wallet;
  readonly account: string;
  readonly chain: number;
}

const wallets = new Map<string, Wallet>();
const listeners = new Set<() => void>();
const followed = new WeakSet<Provider>();
let connection: Connection | undefined;
let restoring: Promise<void> | undefined;

/** The connected wallet. */
export function connected(): Connection | undefined {
  return connection;
}

/** Calls `listen` now, and whenever another wallet, account or chain is connected. */
export function followConnection(listen: () => void): void {
  listeners.add(listen);
  void restored();
  listen();
}

/** Wallets of this browser, and those on other devices where the site has a project at the relay. */
export function knownWallets(): readonly Wallet[] {
  void restored();
  const other = otherDevice();
  return other ? [...browserWallets(), other] : browserWallets();
}

/** Wallets that have announced themselves (EIP-6963), else the one that older wallets leave in the page. */
function browserWallets(): readonly Wallet[] {
  if (wallets.size > 0) return [...wallets.values()];
  const { ethereum } = window as { ethereum?: Provider };
  return ethereum ? [{ id: 'injected', name: say('browserWallet'), provider: ethereum }] : [];
}

/** Asks the page's wallets to announce themselves, and connects the one that this tab has used. */
export function restored(): Promise<void> {
  if (restoring) return restoring;
  restoring = Promise.resolve();
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announcement>).detail;
    const icon = /^data:image\//.test(info.icon ?? '') ? info.icon : undefined;
    wallets.set(info.rdns, {
      id: info.rdns,
      name: info.name,
      ...(icon ? { icon } : {}),
      provider,
    });
    void reconnect();
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  restoring = reconnect();
  return restoring;
}

interface Announcement {
  readonly info: { readonly rdns: string; readonly name: string; readonly icon?: string };
  readonly provider: Provider;
}

/** Connects the wallet of this tab again, without asking the reader. */
async function reconnect(): Promise<void> {
  const last = recallInTab();
  const wallet = last === '' ? undefined : knownWallets().find(({ id }) => id === last);
  if (!wallet || connection) return;
  try {
    await take(wallet, await wallet.provider.request({ method: 'eth_accounts' }));
  } catch {
    // The reader connects it again.
  }
}

/** Asks the reader to connect a wallet, in the wallet itself. */
export async function connect(wallet: Wallet): Promise<void> {
  await take(wallet, await wallet.provider.request({ method: 'eth_requestAccounts' }));
}

async function take(wallet: Wallet, accounts: unknown): Promise<void> {
  const account = firstOf(accounts);
  if (account === undefined) return;
  const chain = Number(await wallet.provider.request({ method: 'eth_chainId' }));
  connection = { wallet, account, chain };
  rememberInTab(wallet.id);
  follow(wallet);
  tell();
}

function follow({ provider, id }: Wallet): void {
  if (followed.has(provider)) return;
  followed.add(provider);
  const isIt = (): boolean => connection?.wallet.id === id;
  provider.on?.('accountsChanged', (accounts) => {
    if (!connection || !isIt()) return;
    const account = firstOf(accounts);
    if (account === undefined) forget();
    else connection = { ...connection, account };
    tell();
  });
  provider.on?.('chainChanged', (chain) => {
    if (!connection || !isIt()) return;
    connection = { ...connection, chain: Number(chain) };
    tell();
  });
}

/** Ends the connection; wallets that can are asked to forget this site. */
export function disconnect(): void {
  const provider = connection?.wallet.provider;
  forget();
  tell();
  const params = [{ eth_accounts: {} }];
  // Many wallets don't know this request.
  provider?.request({ method: 'wallet_revokePermissions', params }).catch(() => undefined);
}

function forget(): void {
  connection = undefined;
  rememberInTab('');
}

/** Asks the wallet to change to a chain, and to add it where it does not know it. */
export async function switchChain(id: number): Promise<void> {
  if (!connection) return;
  const { provider } = connection.wallet;
  const chainId = `0x${id.toString(16)}`;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    const { name, symbol, rpc, explorer } = chainWith(id);
    if (!hasCode(error, 4902) || rpc === undefined) throw error;
    const chain = {
      chainId,
      chainName: name,
      nativeCurrency: { name: symbol, symbol, decimals: 18 },
      rpcUrls: [rpc],
      ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
    };
    await provider.request({ method: 'wallet_addEthereumChain', params: [chain] });
  }
  const chain = Number(await provider.request({ method: 'eth_chainId' }));
  if (connection) connection = { ...connection, chain };
  tell();
}

/** Requests to the connected wallet. */
export function walletRequest({ wallet }: Connection): Request {
  return (method, params) => wallet.provider.request({ method, params });
}

function firstOf(accounts: unknown): string | undefined {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}

function tell(): void {
  for (const listen of listeners) listen();
}
