import type { JsonSchema } from '../json-schema.ts';
import { descriptionSchema } from './api.ts';
import { bannerSchema } from './banner.ts';
import { choice, cssColor, flag, icon, list, object, text } from './field.ts';
import { footerSchema } from './footer.ts';
import { navbarSchema } from './navbar.ts';

const ref = (name: string, description: string): JsonSchema =>
  list(description, { $ref: `#/$defs/${name}` });

/** What every container of the navigation can contain. */
const containerFields: Readonly<Record<string, JsonSchema>> = {
  tabs: ref('tab', 'Tabs across the top.'),
  groups: ref('group', 'Groups of the sidebar.'),
  anchors: ref('anchor', 'Links pinned to the top of the sidebar.'),
  products: ref('product', 'Products to switch between.'),
  versions: ref('version', 'Versions to switch between.'),
  languages: ref('language', 'Languages to switch between.'),
  pages: list('Pages and groups outside any group.', { $ref: '#/$defs/pageOrGroup' }),
};

const entryFields: Readonly<Record<string, JsonSchema>> = {
  icon,
  iconType: text('Style of the icon, for icon sets with several styles.', { examples: ['solid'] }),
  hidden: flag('Hides the entry; its pages stay reachable.', { default: false }),
  openapi: descriptionSchema('OpenAPI'),
  asyncapi: descriptionSchema('AsyncAPI'),
};

const label = (description: string, examples: readonly string[]): JsonSchema =>
  text(description, { minLength: 1, examples });

const href = text('URL to link to instead of pages.', {
  examples: ['https://example.com/blog'],
});

/** Schema of `navigation`; its definitions are `navigationDefinitions`. */
export const navigationSchema: JsonSchema = object(
  'The tree of pages. Any container may hold any other.',
  containerFields,
);

/** Definitions that `navigationSchema` refers to. */
export const navigationDefinitions: Readonly<Record<string, JsonSchema>> = {
  pageOrGroup: {
    description: 'A page path, `METHOD /path` of an API description, or a group.',
    examples: ['guides/start', 'GET /users/{id}'],
    anyOf: [
      text('Page path without extension, or `METHOD /path`.', {
        minLength: 1,
        expects: 'a page path such as "guides/start"',
      }),
      { $ref: '#/$defs/group' },
    ],
  },
  group: object(
    'A group of the sidebar.',
    {
      group: text('Its heading.', { examples: ['Getting started'] }),
      pages: list('Its pages and groups.', { $ref: '#/$defs/pageOrGroup' }),
      ...entryFields,
      tag: text('A small label next to the heading.', { examples: ['New'] }),
      expanded: flag('Whether a nested group starts open.', { default: false }),
      root: text('Page that the heading links to.'),
      directory: choice(
        'How that page lists what is in the group: not at all, as cards, or with its groups as accordions.',
        ['none', 'card', 'accordion'],
        { default: 'none' },
      ),
      boost: {
        type: 'number',
        description: 'Weight of its pages in search.',
        exclusiveMinimum: 0,
        maximum: 10,
        default: 1,
      },
    },
    { required: ['group'], expects: 'a group' },
  ),
  tab: object(
    'A tab.',
    {
      tab: label('Its text.', ['Guides', 'API reference']),
      landing: text('Page opened by a click (default: the last visited page, or the first one).'),
      href,
      ...containerFields,
      ...entryFields,
      menu: list('Entries of a menu below the tab.', { $ref: '#/$defs/menuItem' }),
    },
    { required: ['tab'] },
  ),
  menuItem: object(
    'An entry of the menu below a tab.',
    {
      item: label('Its text.', ['Guides']),
      description: text('Description below the text.'),
      href,
      ...containerFields,
      ...entryFields,
    },
    { required: ['item'] },
  ),
  anchor: object('A link at the top of the sidebar.', {
    anchor: label('Its text.', ['Community']),
    name: text('Alias of `anchor`.'),
    href,
    url: text('Alias of `href`.'),
    color: {
      description: 'Colour of its icon.',
      anyOf: [
        cssColor('Any CSS colour.'),
        object('One for each mode.', { light: cssColor('Light.'), dark: cssColor('Dark.') }),
      ],
    },
    ...containerFields,
    ...entryFields,
  }),
  product: object('A product.', {
    product: label('Its name.', ['Cloud']),
    name: text('Alias of `product`.'),
    description: text('Description below the name.'),
    url: text('URL, if the product has no pages here.'),
    ...containerFields,
    ...entryFields,
  }),
  version: object(
    'A version.',
    {
      name: label('Its name.', ['v2.0']),
      url: text('Prefix of its paths.', { examples: ['/v2'] }),
      default: flag('The version that readers see first.', { default: false }),
      ...containerFields,
      ...entryFields,
      lifecycle: choice('Support status.', ['active', 'maintenance', 'deprecated', 'eol']),
      sunsetDate: text('End-of-life date (ISO 8601).', {
        format: 'date',
        examples: ['2027-01-31'],
      }),
      migrationUrl: text('URL of the migration guide.'),
      deprecationMessage: text('Text of its banner.'),
      branch: text('Git branch it is built from.'),
      tag: text('A small label next to the name.', { examples: ['Latest'] }),
    },
    { required: ['name'] },
  ),
  language: object(
    'A language.',
    {
      code: text('Language code.', {
        minLength: 2,
        maxLength: 10,
        examples: ['en', 'zh-CN'],
      }),
      name: text('Display name.', { examples: ['Deutsch'] }),
      url: text('Prefix of its paths.', { examples: ['/de'] }),
      default: flag('The language that readers see first.', { default: false }),
      banner: bannerSchema,
      navbar: navbarSchema,
      footer: footerSchema,
      ...containerFields,
      ...entryFields,
    },
    { required: ['code'] },
  ),
};
