/** Wallets and contracts (document 3, web3; S3-67, S3-68). */
export interface Web3 {
  readonly walletConnect?: {
    readonly projectId: string;
    readonly chains: readonly number[];
    readonly defaultChain?: number;
  };
  readonly rpc: Readonly<Record<string, string>>;
  readonly explorer: Readonly<Record<string, string>>;
  readonly contracts: Readonly<
    Record<string, { readonly address: Readonly<Record<string, string>>; readonly abi: string }>
  >;
}
