import type { Addons } from './addons.ts';
import type { Api } from './api.ts';
import type { Appearance } from './appearance.ts';
import type { Assistant } from './assistant.ts';
import type { Auth } from './auth.ts';
import type { Background } from './background.ts';
import type { Banner } from './banner.ts';
import type { Favicon, Logo } from './branding.ts';
import type { Colors } from './colors.ts';
import type { ComponentTheme } from './component-theme.ts';
import type { Contextual } from './contextual.ts';
import type { CookieConsent } from './cookie-consent.ts';
import type { Fonts } from './fonts.ts';
import type { Footer } from './footer.ts';
import type { I18n } from './i18n.ts';
import type { Icons } from './icons.ts';
import type { Integrations } from './integrations.ts';
import type { Navbar } from './navbar.ts';
import type { NavigationConfig } from './navigation.ts';
import type { Redirect } from './redirects.ts';
import type { Search } from './search.ts';
import type { Seo } from './seo.ts';
import type { Errors, Hosting, Metadata } from './site-rules.ts';
import type { Styling } from './styling.ts';
import type { Thumbnails } from './thumbnails.ts';
import type { Variable } from './variables.ts';
import type { Web3 } from './web3.ts';

/** The themes of document 3; the first is the default. */
export const themes = [
  'mint',
  'maple',
  'palm',
  'willow',
  'linden',
  'almond',
  'aspen',
  'house',
  'atlas',
  'nova',
  'cipher',
] as const;

export type ThemeName = (typeof themes)[number];

/**
 * `docs.json` as every later step sees it: valid, in the spec's shape, unions folded into one form and
 * defaults filled in. A field is optional here only where the spec has no default for it.
 */
export interface Config {
  readonly name: string;
  readonly description?: string;
  readonly theme: ThemeName;
  readonly logo?: Logo;
  readonly favicon?: Favicon;
  readonly colors: Colors;
  readonly appearance: Appearance;
  readonly fonts: Fonts;
  readonly styling: Styling;
  readonly background: Background;
  readonly icons: Icons;
  readonly navigation: NavigationConfig;
  readonly navbar: Navbar;
  readonly footer?: Footer;
  readonly banner?: Banner;
  readonly search: Search;
  readonly seo: Seo;
  readonly api: Api;
  readonly assistant: Assistant;
  readonly auth: Auth;
  readonly redirects: readonly Redirect[];
  readonly integrations: Integrations;
  readonly addons: Addons;
  readonly variables: readonly Variable[];
  readonly componentTheme: ComponentTheme;
  readonly thumbnails: Thumbnails;
  readonly contextual?: Contextual;
  readonly metadata: Metadata;
  readonly errors: Errors;
  readonly hosting: Hosting;
  readonly i18n: I18n;
  readonly cookieConsent: CookieConsent;
  readonly web3: Web3;
}
