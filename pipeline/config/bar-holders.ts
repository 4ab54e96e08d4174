import { languageEntries } from '../../schema/config/language-entries.ts';
import type { Fields } from './edit.ts';

/** What may have a header and a footer: the site, and each of its languages. */
export function barHolders(config: Fields): readonly Fields[] {
  return [config, ...languageEntries(config.navigation).map(({ entry }) => entry as Fields)];
}
