import type { Config } from '../../../schema/config/config.ts';
import type { Web3 } from '../../../schema/config/web3.ts';
import { type Words, wordsOf } from '../words.ts';
import { chainName, chainsOf } from './chains.ts';

/** A chain as the browser knows it. */
export interface PageChain {
  readonly name: string;
  readonly symbol: string;
  readonly rpc?: string;
  readonly explorer?: string;
}

/** The relay that wallets on other devices are reached through. */
export interface RelayData {
  readonly projectId: string;
  /** Name of the site, which wallets show. */
  readonly name: string;
  /** Chains that wallets are asked for, the default one first. */
  readonly chains: readonly number[];
}

/** What the scripts of wallets and contracts need to know of the site. */
export interface Web3PageData {
  readonly chains: Readonly<Record<number, PageChain>>;
  /** Chains that a wallet may be on; all of them when absent. */
  readonly allowed?: readonly number[];
  readonly relay?: RelayData;
  readonly words: Words['web3'] & { readonly close: string; readonly copyName: string };
}

/** The data of a page in a language. */
export function web3PageData({ web3, name }: Config, language: string): Web3PageData {
  const words = wordsOf(language);
  const chains = chainsOf(web3).map((id) => {
    const rpc = web3.rpc[String(id)];
    const explorer = web3.explorer[String(id)]?.replace(/\/+$/, '');
    return [
      id,
      { ...chainName(id), ...(rpc ? { rpc } : {}), ...(explorer ? { explorer } : {}) },
    ] as const;
  });
  return {
    chains: Object.fromEntries(chains),
    ...(web3.walletConnect
      ? { allowed: web3.walletConnect.chains, relay: relayData(web3.walletConnect, name) }
      : {}),
    words: {
      ...words.web3,
      close: words.components.close,
      copyName: words.components.copyName,
    },
  };
}

function relayData(
  { projectId, chains, defaultChain }: NonNullable<Web3['walletConnect']>,
  name: string,
): RelayData {
  const first = defaultChain === undefined ? [] : [defaultChain];
  return { projectId, name, chains: [...new Set([...first, ...chains])] };
}

/** The host of the relay that its library connects to. */
const relay = 'wss://relay.walletconnect.org';

/** What a browser may connect to on a page that asks contracts, as sources of a Content-Security-Policy. */
export function contractSources({ web3 }: Config): readonly string[] {
  const nodes = Object.values(web3.rpc).map((address) => {
    const { origin, pathname } = new URL(address);
    // These two end a source or a directive.
    return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
  });
  return web3.walletConnect ? [...nodes, relay] : nodes;
}
