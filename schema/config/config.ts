import { given } from '../given.ts';
import { type Addons, readAddons } from './addons.ts';
import { type Api, readApi } from './api.ts';
import { type Appearance, readAppearance } from './appearance.ts';
import { type Assistant, readAssistant } from './assistant.ts';
import { type Auth, readAuth } from './auth.ts';
import { type Background, readBackground } from './background.ts';
import { type Banner, readBanner } from './banner.ts';
import { type Favicon, type Logo, readFavicon, readLogo, type WrittenLogo } from './branding.ts';
import { type Colors, readColors } from './colors.ts';
import { type ComponentTheme, readComponentTheme } from './component-theme.ts';
import { type Contextual, readContextual } from './contextual.ts';
import { type CookieConsent, readCookieConsent } from './cookie-consent.ts';
import { type Fonts, readFonts } from './fonts.ts';
import { type Footer, readFooter } from './footer.ts';
import { type I18n, readI18n } from './i18n.ts';
import { type Icons, readIcons } from './icons.ts';
import { type Integrations, readIntegrations } from './integrations.ts';
import { type Navbar, readNavbar } from './navbar.ts';
import { type NavigationConfig, readNavigation } from './navigation.ts';
import { type Redirect, readRedirects } from './redirects.ts';
import { readSearch, type Search } from './search.ts';
import { readSeo, type Seo } from './seo.ts';
import {
  type Errors,
  type Hosting,
  type Metadata,
  readErrors,
  readHosting,
  readMetadata,
} from './site-rules.ts';
import { readStyling, type Styling } from './styling.ts';
import type { ThemeName } from './themes.ts';
import { readThumbnails, type Thumbnails } from './thumbnails.ts';
import { readVariables, type Variable } from './variables.ts';
import { readWeb3, type Web3 } from './web3.ts';

export type { ThemeName } from './themes.ts';

/**
 * `docs.json` as used by all later steps: valid, with unions normalized and defaults filled in. A
 * field is optional here only if it has no default.
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

/** Parameter of a section's read function: what an author may write there. */
type In<F extends (written: never, ...rest: never[]) => unknown> = NonNullable<Parameters<F>[0]>;

/** `docs.json` as an author may write it, once it fits `configSchema`. */
export interface WrittenConfig {
  readonly $schema?: string;
  readonly name: string;
  readonly description?: string;
  readonly theme?: ThemeName;
  readonly logo?: WrittenLogo;
  readonly favicon?: In<typeof readFavicon>;
  readonly colors: In<typeof readColors>;
  readonly appearance?: In<typeof readAppearance>;
  readonly fonts?: In<typeof readFonts>;
  readonly styling?: In<typeof readStyling>;
  readonly background?: In<typeof readBackground>;
  readonly icons?: In<typeof readIcons>;
  readonly navigation: In<typeof readNavigation>;
  readonly navbar?: In<typeof readNavbar>;
  readonly footer?: In<typeof readFooter>;
  readonly banner?: In<typeof readBanner>;
  readonly search?: In<typeof readSearch>;
  readonly seo?: In<typeof readSeo>;
  readonly api?: In<typeof readApi>;
  readonly assistant?: In<typeof readAssistant>;
  readonly auth?: In<typeof readAuth>;
  readonly redirects?: In<typeof readRedirects>;
  readonly integrations?: In<typeof readIntegrations>;
  readonly addons?: In<typeof readAddons>;
  readonly variables?: In<typeof readVariables>;
  readonly componentTheme?: In<typeof readComponentTheme>;
  readonly thumbnails?: In<typeof readThumbnails>;
  readonly contextual?: In<typeof readContextual>;
  readonly metadata?: In<typeof readMetadata>;
  readonly errors?: In<typeof readErrors>;
  readonly hosting?: In<typeof readHosting>;
  readonly i18n?: In<typeof readI18n>;
  readonly cookieConsent?: In<typeof readCookieConsent>;
  readonly web3?: In<typeof readWeb3>;
}

/**
 * The resolved configuration of a written one that fits `configSchema`. `language` is that of the pages, where the
 * configuration names none.
 */
export function resolveConfig(written: WrittenConfig, language = 'en'): Config {
  const { name, logo } = written;
  const navigation = readNavigation(written.navigation);
  const theme = written.theme ?? ('mint' as const);
  return given({
    name,
    description: written.description,
    theme,
    logo: logo === undefined ? undefined : readLogo(logo, name),
    favicon: written.favicon === undefined ? undefined : readFavicon(written.favicon),
    colors: readColors(written.colors),
    appearance: readAppearance(written.appearance, theme),
    fonts: readFonts(written.fonts),
    styling: readStyling(written.styling, theme),
    background: readBackground(written.background),
    icons: readIcons(written.icons),
    navigation,
    navbar: readNavbar(written.navbar),
    footer: written.footer === undefined ? undefined : readFooter(written.footer),
    banner: written.banner === undefined ? undefined : readBanner(written.banner),
    search: readSearch(written.search),
    seo: readSeo(written.seo),
    api: readApi(written.api),
    assistant: readAssistant(written.assistant),
    auth: readAuth(written.auth),
    redirects: readRedirects(written.redirects),
    integrations: readIntegrations(written.integrations),
    addons: readAddons(written.addons),
    variables: readVariables(written.variables),
    componentTheme: readComponentTheme(written.componentTheme),
    thumbnails: readThumbnails(written.thumbnails),
    contextual: written.contextual === undefined ? undefined : readContextual(written.contextual),
    metadata: readMetadata(written.metadata),
    errors: readErrors(written.errors),
    hosting: readHosting(written.hosting),
    i18n: readI18n(written.i18n, navigationLanguage(navigation) ?? language),
    cookieConsent: readCookieConsent(written.cookieConsent),
    web3: readWeb3(written.web3),
  });
}

/** Whether a configuration names the language of its pages. */
export function namesLanguage({ i18n }: WrittenConfig, { navigation }: Config): boolean {
  return i18n?.defaultLanguage !== undefined || navigationLanguage(navigation) !== undefined;
}

/** Language shown first by the navigation: marked `default`, or `en` if listed, or the first. */
function navigationLanguage({ languages = [] }: NavigationConfig): string | undefined {
  const chosen =
    languages.find((language) => language.default === true) ??
    languages.find((language) => language.code === 'en') ??
    languages[0];
  return chosen?.code;
}
