import type { Config } from '../../../schema/config/config.ts';
import type { Footer } from '../../../schema/config/footer.ts';
import { languageEntries } from '../../../schema/config/language-entries.ts';
import type { Navbar } from '../../../schema/config/navbar.ts';
import type { LanguageBars } from '../../../schema/config/navigation.ts';
import type { View } from './view.ts';

/**
 * What the author sets for the language of a page: in the entry that the page is in, else in one of
 * the site's languages. A page that no entry lists has what the first entry of its language says.
 */
export function ownLanguage({ config, containers, language }: View): LanguageBars | undefined {
  const own = containers.findLast((item) => item.language?.code === language)?.language;
  if (own?.bars) return own.bars;
  const ofSite = config.navigation.languages?.find(({ code }) => code === language);
  if (ofSite || own) return ofSite;
  return firstEntries(config.navigation).get(language);
}

const known = new WeakMap<Config['navigation'], ReadonlyMap<string, LanguageBars>>();

/** The first entry of each language; every page asks for it, and finding it walks the whole navigation. */
function firstEntries(navigation: Config['navigation']): ReadonlyMap<string, LanguageBars> {
  const found = known.get(navigation);
  if (found) return found;
  const entries = languageEntries(navigation).map(({ code, entry }) => [code, entry] as const);
  // Of two with the same key, a map keeps the last one.
  const made = new Map<string, LanguageBars>(entries.reverse());
  known.set(navigation, made);
  return made;
}

/** The links of the header in the language of a page. */
export function navbarOf(view: View): Navbar {
  return ownLanguage(view)?.navbar ?? view.config.navbar;
}

/** The footer in the language of a page. */
export function footerOf(view: View): Footer | undefined {
  return ownLanguage(view)?.footer ?? view.config.footer;
}
