import type { EncodedFile } from './encode.ts';
import type { Frame } from './frame.ts';

/** A content, one that a thread has hashed and packed already, or one that comes in frames. */
export type Content = string | Uint8Array | EncodedFile | FileFrames;

/** A text that may be too large to be in memory as a whole. */
export interface FileFrames {
  readonly frames: Iterable<Frame>;
  /** Called with the sha-256 (hex) of all of it. */
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
