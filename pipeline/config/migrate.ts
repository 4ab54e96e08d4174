import type { Problem } from '../../schema/errors.ts';
import type { ReadConfigOptions } from './read.ts';

/** `docs.json` in the spec's shape, formatted as it was; `text` equals the input when nothing had to change. */
export function migrateConfig(
  _text: string,
  _options: ReadConfigOptions,
): { readonly text: string; readonly changed: boolean; readonly problems: readonly Problem[] } {
  throw new Error('migrateConfig is not written yet');
}
