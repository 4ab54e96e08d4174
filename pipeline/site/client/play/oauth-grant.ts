/** A token that was received, as long as it is the one that is sent. */
export interface Grant {
  readonly token: string;
  /** When it expires, in milliseconds; undefined if the provider has not said. */
  readonly expires?: number;
  /** Gets another one without asking the reader, and shows it. */
  readonly renew?: (signal: AbortSignal) => Promise<void>;
  /** Says that it has expired. */
  readonly tell: () => void;
}

/** Milliseconds before its end in which a token is taken for expired: a request takes time. */
const margin = 5000;

/** Renews a token that has expired; one that can't be renewed is sent as it is, for the API to refuse. */
export async function renewed(grant: Grant, signal: AbortSignal): Promise<void> {
  if (grant.expires === undefined || grant.expires - margin > Date.now()) return;
  try {
    if (grant.renew) await grant.renew(signal);
    else grant.tell();
  } catch {
    grant.tell();
  }
}
