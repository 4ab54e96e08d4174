import type { EncodedFile } from './encode.ts';

/** A content, or one that a thread has hashed and compressed already. */
export type Content = string | Uint8Array | EncodedFile;

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
