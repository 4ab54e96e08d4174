/** The sections of the settings and their titles. The forms make theirs of the schema, which is only loaded with them. */
export const settingSections: Readonly<Record<string, string>> = {
  ...{ general: 'General', logo: 'Logo', favicon: 'Favicon', colors: 'Colors' },
  ...{ appearance: 'Appearance', fonts: 'Fonts', styling: 'Styling', background: 'Background' },
  ...{ icons: 'Icons', navigation: 'Navigation', navbar: 'Navbar', footer: 'Footer' },
  ...{ banner: 'Banner', search: 'Search', seo: 'SEO', api: 'API', assistant: 'Assistant' },
  ...{ auth: 'Auth', redirects: 'Redirects', integrations: 'Integrations', addons: 'Addons' },
  ...{ variables: 'Variables', componentTheme: 'Component theme', thumbnails: 'Thumbnails' },
  ...{ contextual: 'Contextual', metadata: 'Metadata', errors: 'Errors', hosting: 'Hosting' },
  ...{ i18n: 'I18n', cookieConsent: 'Cookie consent', web3: 'Web3' },
};
