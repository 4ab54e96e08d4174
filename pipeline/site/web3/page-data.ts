import type { Config } from '../../../schema/config/config.ts';
import { type Words, wordsOf } from '../words.ts';
import { chainName, chainsOf } from './chains.ts';

/** A chain as the browser knows it. */
export interface PageChain {
  readonly name: string;
  readonly symbol: string;
  readonly rpc?: string;
  readonly explorer?: string;
}

/** What the scripts of wallets and contracts need to know of the site. */
export interface Web3PageData {
  readonly chains: Readonly<Record<number, PageChain>>;
  /** Chains that a wallet may be on; all of them when absent. */
  readonly allowed?: readonly number[];
  readonly words: Words['web3'] & { readonly close: string; readonly copyName: string };
}

/** The data of a page in a language. */
export function web3PageData({ web3 }: Config, language: string): Web3PageData {
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
    ...(web3.walletConnect ? { allowed: web3.walletConnect.chains } : {}),
    words: {
      ...words.web3,
      close: words.components.close,
      copyName: words.components.copyName,
    },
  };
}

/** What a browser may connect to on a page that asks contracts, as sources of a Content-Security-Policy. */
export function contractSources({ web3 }: Config): readonly string[] {
  return Object.values(web3.rpc).map((address) => {
    const { origin, pathname } = new URL(address);
    // These two end a source or a directive.
    return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
  });
}
