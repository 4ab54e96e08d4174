import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Locate } from './locate.ts';

/** Values of string, select and computed variables by name; secrets never have one (S3-56 … S3-58). */
export function resolveVariables(
  _config: Config,
  _options: { readonly locate?: Locate } = {},
): { readonly values: ReadonlyMap<string, string>; readonly problems: readonly Problem[] } {
  throw new Error('resolveVariables is not written yet');
}
