import type { Footer } from '../../../schema/config/footer.ts';
import type { Navbar } from '../../../schema/config/navbar.ts';
import type { Language } from '../../../schema/config/navigation.ts';
import type { View } from './view.ts';

/** What the author sets for the language of a page. */
export function ownLanguage({ config, language }: View): Language | undefined {
  return config.navigation.languages?.find(({ code }) => code === language);
}

/** The links of the header in the language of a page. */
export function navbarOf(view: View): Navbar {
  return ownLanguage(view)?.navbar ?? view.config.navbar;
}

/** The footer in the language of a page. */
export function footerOf(view: View): Footer | undefined {
  return ownLanguage(view)?.footer ?? view.config.footer;
}
