/** What wallets put into a page (EIP-1193). */
export interface Provider {
  request(asked: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on?(event: string, listen: (value: unknown) => void): void;
}

/** A wallet that the page can reach. */
export interface Wallet {
  /** Name that it keeps, such as `io.metamask`. */
  readonly id: string;
  readonly name: string;
  /** Address of its icon, with the picture in it. */
  readonly icon?: string;
  readonly provider: Provider;
}
