import type { FilePart } from '../../schema/build.ts';
import type { EncodedFile } from './encode.ts';

/** A content, one that a thread has hashed already, or one in parts. */
export type Content = string | Uint8Array | EncodedFile | ContentParts;

/** A text that may be too large to be in memory as a whole. */
export interface ContentParts {
  readonly parts: readonly ContentPart[];
  /** Called with the hash of the file (`hashOfParts`). */
  readonly onHash?: (hash: string) => void;
}

/** A part of a content. */
export interface ContentPart {
  /** What it was when it was made before. */
  readonly known: FilePart | undefined;
  /** Makes it, if the previous deployment does not have what is known. */
  readonly make: () => EncodedFile;
}

/** A file on its way into a deployment. */
export interface OutputFile {
  /** Below the site's folder: `guides/start/index.html`. */
  readonly path: string;
  /** Address that it answers, with `basePath`, without a trailing slash (`/` for the root). */
  readonly address: string;
  /** Asked only when the previous deployment has no file of this path and hash. */
  readonly content: () => Content | Promise<Content>;
  /** Its hash in the manifest, when that is known beforehand. */
  readonly hash?: string;
  readonly protected?: boolean;
  /** Groups of which a reader needs one; only with `protected`. */
  readonly groups?: readonly string[];
  readonly immutable?: boolean;
}
