import type { JsonSchema } from '../json-schema.ts';
import { descriptionSchema, type OpenApiReference } from './api.ts';
import { type Banner, bannerSchema, readBanner, type WrittenBanner } from './banner.ts';
import { choice, cssColor, flag, icon, list, object, text } from './field.ts';

/**
 * Navigation as the author wrote it, after the other dialect has been converted. Any container may
 * contain any other: `Container` has what they share. The resolved tree used for layout is in
 * `schema/site.ts`.
 */
export interface Container {
  readonly tabs?: readonly Tab[];
  readonly groups?: readonly Group[];
  readonly anchors?: readonly Anchor[];
  readonly products?: readonly Product[];
  readonly versions?: readonly Version[];
  readonly languages?: readonly Language[];
  /** The other dialect's loose pages of a container, before its groups. */
  readonly pages?: readonly (string | Group)[];
  /** API description whose operations are the pages of a container without any. */
  readonly openapi?: OpenApiReference;
}

export type NavigationConfig = Container;

/** What the other dialect adds to any entry; supported because existing sites use it. */
export interface EntryExtras {
  readonly icon?: string;
  readonly iconType?: string;
  readonly hidden?: boolean;
}

export interface Tab extends Container, EntryExtras {
  readonly tab: string;
  /** Page opened by a click on the tab. */
  readonly landing?: string;
  readonly href?: string;
  readonly menu?: readonly MenuItem[];
}

export interface MenuItem extends Container, EntryExtras {
  readonly item: string;
  readonly description?: string;
  readonly href?: string;
}

export interface Group extends EntryExtras {
  readonly openapi?: OpenApiReference;
  readonly group: string;
  readonly pages: readonly (string | Group)[];
  readonly tag?: string;
  readonly expanded?: boolean;
  /** Page that the group's own entry links to. */
  readonly root?: string;
  /** Search boost of its pages. */
  readonly boost?: number;
}

export interface Anchor extends Container, EntryExtras {
  readonly anchor?: string;
  readonly href?: string;
  readonly color?: string;
}

export interface Product extends Container, EntryExtras {
  readonly product: string;
  readonly description?: string;
  readonly url?: string;
}

export interface Version extends Container, EntryExtras {
  readonly name: string;
  /** URL path prefix; absent in the other dialect, where it follows from the pages. */
  readonly url?: string;
  readonly default?: boolean;
  readonly lifecycle?: 'active' | 'maintenance' | 'deprecated' | 'eol';
  /** ISO date. */
  readonly sunsetDate?: string;
  readonly migrationUrl?: string;
  readonly deprecationMessage?: string;
  readonly branch?: string;
  readonly tag?: string;
}

export interface Language extends Container, EntryExtras {
  readonly code: string;
  /** Display name; absent in the other dialect: the language's own name. */
  readonly name?: string;
  readonly url?: string;
  readonly default?: boolean;
  readonly banner?: Banner;
}

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
      ...containerFields,
      ...entryFields,
    },
    { required: ['code'] },
  ),
};

/** Lists whose entries are containers. */
const containerLists = ['tabs', 'menu', 'anchors', 'products', 'versions', 'languages'] as const;

/**
 * Navigation with aliases resolved (`name` and `url` of anchors, `name` of products) and defaults. Lists keep
 * their order and length, so that a pointer into the written file still points at the same entry.
 */
export function readNavigation(written: unknown): NavigationConfig {
  return readContainer(fieldsOf(written)) as NavigationConfig;
}

type Fields = Readonly<Record<string, unknown>>;

function readContainer(written: Fields): Fields {
  const read: Record<string, unknown> = { ...written };
  for (const key of containerLists) {
    const entries = written[key];
    if (!Array.isArray(entries)) continue;
    read[key] = entries.map((entry) => readContainer(readAliases(key, fieldsOf(entry))));
  }
  for (const key of ['groups', 'pages'] as const) {
    const entries = written[key];
    if (Array.isArray(entries)) read[key] = entries.map(readEntry);
  }
  return read;
}

function readEntry(entry: unknown): unknown {
  if (typeof entry === 'string') return entry;
  const group = fieldsOf(entry);
  const pages = Array.isArray(group.pages) ? group.pages : [];
  return { ...group, pages: pages.map(readEntry) };
}

function readAliases(kind: (typeof containerLists)[number], entry: Fields): Fields {
  if (kind === 'anchors') {
    const { name, url, color, ...rest } = entry;
    const anchor = rest.anchor ?? name;
    const link = rest.href ?? url;
    const single = typeof color === 'object' ? fieldsOf(color).light : color;
    return {
      ...rest,
      ...(anchor === undefined ? {} : { anchor }),
      ...(link === undefined ? {} : { href: link }),
      ...(single === undefined ? {} : { color: single }),
    };
  }
  if (kind === 'products') {
    const { name, ...rest } = entry;
    return { ...rest, product: rest.product ?? name ?? '' };
  }
  if (kind === 'languages' && entry.banner !== undefined) {
    return { ...entry, banner: readBanner(entry.banner as WrittenBanner) };
  }
  return entry;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
