import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { list, map, object, text } from './field.ts';
/** Wallets and contracts. */
export interface Web3 {
  readonly walletConnect?: {
    readonly projectId: string;
    readonly chains: readonly number[];
    readonly defaultChain?: number;
  };
  readonly rpc: Readonly<Record<string, string>>;
  readonly explorer: Readonly<Record<string, string>>;
  readonly contracts: Readonly<
    Record<
      string,
      {
        readonly address: Readonly<Record<string, string>>;
        readonly abi: string | readonly object[];
      }
    >
  >;
}

const chainId: JsonSchema = { type: 'integer', minimum: 1, description: 'Chain id.' };

const chainKeys: JsonSchema = { pattern: '^[0-9]+$', expects: 'chain ids as keys' };

/** Schema of `web3`. */
export const web3Schema: JsonSchema = object('Wallets and contracts.', {
  walletConnect: object(
    'Wallet connection.',
    {
      projectId: text('Project id.', { minLength: 1 }),
      chains: list('Chain ids.', chainId),
      defaultChain: chainId,
    },
    { required: ['projectId', 'chains'] },
  ),
  rpc: map('RPC URL by chain id.', text('Address.', { format: 'web-url' }), {
    propertyNames: chainKeys,
  }),
  explorer: map('Explorer URL by chain id.', text('Address.', { format: 'web-url' }), {
    propertyNames: chainKeys,
  }),
  contracts: map(
    'Contracts by name.',
    object(
      'A contract.',
      {
        address: map('Contract address by chain id.', text('Address.', { minLength: 1 }), {
          propertyNames: chainKeys,
        }),
        abi: {
          description:
            'Its ABI: a list, the path of a JSON file, or a URL that ends with `#sha256=` and the hash of the file.',
          anyOf: [
            text('Path or URL of its ABI.', { minLength: 1 }),
            list('Its ABI.', { type: 'object', description: 'An entry of the ABI.' }),
          ],
        },
      },
      { required: ['address', 'abi'] },
    ),
  ),
});

/** `web3` with its defaults. */
export function readWeb3(written: Partial<Web3> = {}): Web3 {
  return given({
    walletConnect: written.walletConnect,
    rpc: written.rpc ?? {},
    explorer: written.explorer ?? {},
    contracts: written.contracts ?? {},
  });
}
