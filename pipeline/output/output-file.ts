import type { EncodedFile } from './encode.ts';

/** A content, one that a thread has hashed and packed already, or one that comes in pieces. */
export type Content = string | Uint8Array | EncodedFile | FilePieces;

/** A content that may be too large to be in memory as a whole. */
export interface FilePieces {
  readonly pieces: Iterable<Uint8Array>;
  /** Called with the sha-256 (hex) of all pieces. */
  readonly onHash?: (hash: string) => void;
}

/** A file on its way into a deployment. */
export interface OutputFile {
  /** Below the site's folder: `guides/start/index.html`. */
  readonly path: string;
  /** Address that it answers, with `basePath`, without a trailing slash (`/` for the root). */
  readonly address: string;
  /** Asked only when the previous deployment has no file of this path and hash. */
  readonly content: () => Content | Promise<Content>;
  /** sha-256 hex of the content when it is known beforehand. */
  readonly hash?: string;
  readonly protected?: boolean;
  /** Groups of which a reader needs one; only with `protected`. */
  readonly groups?: readonly string[];
  readonly immutable?: boolean;
}
