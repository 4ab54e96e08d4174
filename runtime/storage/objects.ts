import type { Readable } from 'node:stream';

/** What an object is made of: bytes, or a stream of what may be too large for memory. */
export type Content = Uint8Array | { readonly stream: () => Readable; readonly size: number };

/** An object of a list. */
export interface Listed {
  readonly key: string;
  readonly changedAt: number;
}

/**
 * Object storage, below one prefix. Everything rejects with a `StorageAwayError` when it does not answer in time or
 * refuses; an object that does not exist is undefined.
 */
export interface Objects {
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
  /** Writes an object to a file, piece by piece; false when it does not exist. */
  readonly download: (key: string, file: string) => Promise<boolean>;
  readonly put: (key: string, content: Content) => Promise<void>;
  readonly list: (prefix: string) => Promise<readonly Listed[]>;
  readonly remove: (keys: readonly string[]) => Promise<void>;
  /** Asks for next to nothing, to learn whether there is an answer. */
  readonly probe: () => Promise<void>;
  /** What was wrong with the last request; undefined when nothing was. */
  readonly trouble: () => string | undefined;
  readonly close: () => void;
}
