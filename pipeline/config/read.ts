import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Locate } from './locate.ts';

/** What reading a configuration needs to know. */
export interface ReadConfigOptions {
  /** Path of the file relative to the site's folder, usually `docs.json`. */
  readonly file: string;
  /** Text of a file named by `$ref`, by its path relative to the site's folder; undefined when there is none. */
  readonly readRef?: (path: string) => string | Uint8Array | undefined;
}

/**
 * `config` is there whenever the file is JSON with an object in it: parts with errors then have their
 * defaults, so that the rest of the site can still be checked. A build fails on any problem of severity `error`.
 */
export interface ReadConfigResult {
  readonly config?: Config;
  readonly problems: readonly Problem[];
  /** The value after `$ref` inclusion and the dialect's rewriting, before validation and defaults. */
  readonly raw?: unknown;
  readonly locate: Locate;
}

/** Reads `docs.json`: JSON, `$ref`, the other dialect, validation, cross-field checks, defaults. */
export function readConfig(
  _text: string | Uint8Array,
  _options: ReadConfigOptions,
): ReadConfigResult {
  throw new Error('readConfig is not written yet');
}
