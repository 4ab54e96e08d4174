import type { Web3 } from '../../../schema/config/web3.ts';

/** What readers and wallets call a chain. */
export interface ChainName {
  readonly name: string;
  /** Symbol of the currency that fees are paid in. */
  readonly symbol: string;
}

const known: Readonly<Record<number, readonly [name: string, symbol: string]>> = {
  1: ['Ethereum', 'ETH'],
  10: ['OP Mainnet', 'ETH'],
  25: ['Cronos', 'CRO'],
  56: ['BNB Smart Chain', 'BNB'],
  100: ['Gnosis', 'xDAI'],
  130: ['Unichain', 'ETH'],
  137: ['Polygon', 'POL'],
  250: ['Fantom', 'FTM'],
  324: ['ZKsync Era', 'ETH'],
  1101: ['Polygon zkEVM', 'ETH'],
  1284: ['Moonbeam', 'GLMR'],
  5000: ['Mantle', 'MNT'],
  8453: ['Base', 'ETH'],
  17000: ['Holesky', 'ETH'],
  31337: ['Local network', 'ETH'],
  42161: ['Arbitrum One', 'ETH'],
  42170: ['Arbitrum Nova', 'ETH'],
  42220: ['Celo', 'CELO'],
  43114: ['Avalanche', 'AVAX'],
  59144: ['Linea', 'ETH'],
  80002: ['Polygon Amoy', 'POL'],
  81457: ['Blast', 'ETH'],
  84532: ['Base Sepolia', 'ETH'],
  421614: ['Arbitrum Sepolia', 'ETH'],
  534352: ['Scroll', 'ETH'],
  560048: ['Hoodi', 'ETH'],
  7777777: ['Zora', 'ETH'],
  11155111: ['Sepolia', 'ETH'],
  11155420: ['OP Sepolia', 'ETH'],
};

/** Names of a chain; one that is not well known is called by its id. */
export function chainName(id: number): ChainName {
  const [name, symbol] = known[id] ?? [`Chain ${id}`, 'ETH'];
  return { name, symbol };
}

/** Every chain that `docs.json` mentions, in order. */
export function chainsOf(web3: Web3 | undefined): readonly number[] {
  if (web3 === undefined) return [];
  const ids = [
    ...(web3.walletConnect?.chains ?? []),
    ...[web3.rpc, web3.explorer].flatMap((map) => Object.keys(map).map(Number)),
    ...Object.values(web3.contracts).flatMap(({ address }) => Object.keys(address).map(Number)),
  ];
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** The page of an address or a transaction in the explorer of its chain. */
export function explorerLink(
  web3: Web3 | undefined,
  chain: number | undefined,
  path: `address/${string}` | `tx/${string}`,
): string | undefined {
  const explorer = chain === undefined ? undefined : web3?.explorer[String(chain)];
  return explorer === undefined ? undefined : `${explorer.replace(/\/+$/, '')}/${path}`;
}
