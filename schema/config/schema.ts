import type { JsonSchema } from '../json-schema.ts';
import { addonsSchema } from './addons.ts';
import { apiSchema } from './api.ts';
import { appearanceSchema } from './appearance.ts';
import { assistantSchema } from './assistant.ts';
import { authSchema } from './auth.ts';
import { backgroundSchema } from './background.ts';
import { bannerSchema } from './banner.ts';
import { faviconSchema, logoSchema } from './branding.ts';
import { colorsSchema } from './colors.ts';
import { componentThemeSchema } from './component-theme.ts';
import { contextualSchema } from './contextual.ts';
import { cookieConsentSchema } from './cookie-consent.ts';
import { choice, text } from './field.ts';
import { fontsSchema } from './fonts.ts';
import { footerSchema } from './footer.ts';
import { i18nSchema } from './i18n.ts';
import { iconsSchema } from './icons.ts';
import { integrationsSchema } from './integrations.ts';
import { navbarSchema } from './navbar.ts';
import { navigationDefinitions, navigationSchema } from './navigation-schema.ts';
import { redirectsSchema } from './redirects.ts';
import { searchSchema } from './search.ts';
import { seoSchema } from './seo.ts';
import { errorsSchema, hostingSchema, metadataSchema } from './site-rules.ts';
import { stylingSchema } from './styling.ts';
import { themes } from './themes.ts';
import { thumbnailsSchema } from './thumbnails.ts';
import { variablesSchema } from './variables.ts';
import { web3Schema } from './web3.ts';

/**
 * JSON Schema of `docs.json` as written by authors; `schema/docs.schema.json` is generated from it.
 */
export const configSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'docs.json',
  description: 'Configuration of a documentation site.',
  type: 'object',
  required: ['name', 'colors', 'navigation'],
  properties: {
    $schema: text('URL of this schema, for editors.'),
    name: text('Name of the project.', { minLength: 1, maxLength: 100, examples: ['Acme'] }),
    description: text('Description of pages without their own.'),
    theme: choice('Theme of the site.', themes, { default: 'mint' }),
    logo: logoSchema,
    favicon: faviconSchema,
    colors: colorsSchema,
    appearance: appearanceSchema,
    fonts: fontsSchema,
    styling: stylingSchema,
    background: backgroundSchema,
    icons: iconsSchema,
    navigation: navigationSchema,
    navbar: navbarSchema,
    footer: footerSchema,
    banner: bannerSchema,
    search: searchSchema,
    seo: seoSchema,
    api: apiSchema,
    assistant: assistantSchema,
    auth: authSchema,
    redirects: redirectsSchema,
    integrations: integrationsSchema,
    addons: addonsSchema,
    variables: variablesSchema,
    componentTheme: componentThemeSchema,
    thumbnails: thumbnailsSchema,
    contextual: contextualSchema,
    metadata: metadataSchema,
    errors: errorsSchema,
    hosting: hostingSchema,
    i18n: i18nSchema,
    cookieConsent: cookieConsentSchema,
    web3: web3Schema,
  },
  $defs: navigationDefinitions,
};
