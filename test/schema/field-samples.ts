import { configSchema } from '../../schema/config/schema.ts';
import { resolve } from '../../schema/validation/shape.ts';

const base = { name: 'Test', colors: { primary: '#16a34a' } };
const start = { group: 'Start', pages: ['index'] };

/** Entries of the lists of a container, with what must be there. */
const labels: Readonly<Record<string, object>> = {
  tabs: { tab: 'Tab' },
  menu: { item: 'Item' },
  anchors: { anchor: 'Anchor' },
  products: { product: 'Product' },
  versions: { name: 'Version' },
  languages: { code: 'de', name: 'Deutsch' },
};

/** What shows that a list of a container is read. */
function content(list: string): object {
  if (list === 'pages') return { pages: ['a'] };
  if (list === 'groups') return { groups: [{ group: 'Group', pages: ['a'] }] };
  return { [list]: [{ ...labels[list], pages: ['a'] }] };
}

/** A site with one more entry of a kind. */
function withEntry(list: string, entry: object): object {
  const lists: Record<string, unknown> = {
    [list]: [{ ...labels[list], ...entry }, ...(others[list] ?? [])],
  };
  const own = list === 'menu' ? { tabs: [{ tab: 'Menu', ...lists }] } : lists;
  return { ...base, navigation: { ...(list === 'groups' ? {} : { groups: [start] }), ...own } };
}

/** Switchers are shown when there is a choice. */
const others: Readonly<Record<string, readonly object[]>> = {
  products: [{ product: 'Other', pages: ['b'] }],
  versions: [{ name: 'Other', pages: ['b'] }],
  languages: [{ code: 'en', name: 'English', pages: ['b'] }],
};

const containerLists = ['tabs', 'groups', 'anchors', 'products', 'versions', 'languages', 'pages'];

/** Any container may hold any other. */
const nested = [
  ...containerLists.map((list) => ({ ...base, navigation: content(list) })),
  ...Object.keys(labels).flatMap((kind) =>
    containerLists.map((list) => withEntry(kind, content(list))),
  ),
];

/** Fields that every entry has. */
const extras = [...Object.keys(labels), 'groups'].flatMap((kind) => {
  const more = kind === 'groups' ? { group: 'Group' } : {};
  return [
    withEntry(kind, { ...more, pages: ['a'], icon: 'rocket', iconType: 'solid' }),
    withEntry(kind, { ...more, pages: ['a'], hidden: true }),
    ...[
      { openapi: 'openapi.json' },
      { openapi: ['openapi.json'] },
      { openapi: { source: 'openapi.json', directory: 'reference' } },
      { asyncapi: 'asyncapi.json' },
      { asyncapi: ['asyncapi.json'] },
      { asyncapi: { source: 'asyncapi.json', directory: 'events' } },
    ].map((described) =>
      withEntry(kind, { ...more, ...(kind === 'groups' ? { pages: [] } : {}), ...described }),
    ),
  ];
});

const entries = [
  withEntry('groups', { group: 'Group', pages: ['index', { group: 'Inner', pages: ['a', 'b'] }] }),
  withEntry('groups', {
    group: 'Outer',
    pages: [
      'index',
      {
        group: 'Inner',
        pages: ['a'],
        tag: 'New',
        expanded: true,
        root: 'b',
        directory: 'card',
        boost: 3,
      },
    ],
  }),
  withEntry('tabs', { pages: ['a', 'b'], landing: 'b' }),
  withEntry('tabs', { href: 'https://example.com/tab' }),
  withEntry('tabs', { menu: [{ item: 'Item', description: 'About it', pages: ['a'] }] }),
  withEntry('menu', { href: 'https://example.com/item' }),
  withEntry('anchors', { href: 'https://example.com/anchor', color: '#ff0000', icon: 'rocket' }),
  withEntry('anchors', {
    href: 'https://example.com/anchor',
    color: { light: '#ff0000', dark: '#00ff00' },
    icon: 'rocket',
  }),
  {
    ...base,
    navigation: { groups: [start], anchors: [{ name: 'Alias', url: 'https://example.com/alias' }] },
  },
  {
    ...base,
    navigation: {
      products: [
        { name: 'Alias', pages: ['index'] },
        { product: 'Other', description: 'About it', url: 'https://example.com/product' },
      ],
    },
  },
  {
    ...base,
    navigation: {
      versions: [
        { name: 'v1', pages: ['index'] },
        {
          name: 'v2',
          pages: ['a'],
          default: true,
          lifecycle: 'maintenance',
          migrationUrl: 'https://example.com/migrate',
          deprecationMessage: 'Use v1.',
          tag: 'Old',
        },
        { name: 'v3', url: '/v3', branch: 'v3', pages: ['b'] },
        { name: 'v4', sunsetDate: '2027-01-31', pages: ['c'] },
      ],
    },
  },
  {
    ...base,
    navigation: {
      groups: [start],
      languages: [
        { code: 'en', name: 'English', url: '/en' },
        { code: 'fr', url: '/fr', pages: ['a'] },
      ],
    },
  },
  {
    ...base,
    navigation: {
      languages: [
        { code: 'en', name: 'English', pages: ['index', 'a'] },
        {
          code: 'de',
          name: 'Deutsch',
          default: true,
          pages: ['de/a'],
          banner: {
            content: 'Neu',
            dismissible: false,
            type: 'warning',
            color: { light: '#ff0000', dark: '#00ff00' },
          },
          navbar: {
            links: [{ label: 'Hilfe', href: '/a', icon: 'rocket' }],
            primary: { type: 'github', label: 'Quelltext', href: 'https://github.com/acme/docs' },
          },
          footer: {
            socials: { github: 'https://github.com/acme' },
            links: [{ header: 'Firma', items: [{ label: 'Stellen', href: '/b' }] }],
            text: '© Acme',
            html: '<p>Impressum</p>',
            poweredBy: false,
          },
        },
      ],
    },
  },
  {
    ...base,
    navigation: {
      languages: [
        { code: 'en', name: 'English', pages: ['index', 'a'] },
        {
          code: 'de',
          name: 'Deutsch',
          pages: ['de/a'],
          banner: { content: 'Neu', color: '#ff0000' },
        },
      ],
    },
  },
];

const navigation = { groups: [{ group: 'Start', pages: ['index', 'a'] }] };

/** One value for each setting of each provider. */
const integrations = Object.entries(configSchema.properties?.integrations?.properties ?? {}).map(
  ([provider, schema]) => ({
    ...base,
    navigation,
    integrations: {
      [provider]: Object.fromEntries(
        Object.keys(resolve(schema, configSchema).properties ?? {}).map((setting) => [
          setting,
          setting === 'hosts' || setting === 'scriptSource' ? 'https://x.example.com' : '123',
        ]),
      ),
    },
  }),
);

const face = { family: 'One', weight: 400, source: '/fonts/one.woff2', format: 'woff' };

/** Configurations that set every field of the sections they have. */
export const samples: readonly object[] = [
  { ...base, navigation, seo: { indexing: 'all' } },
  { ...base, navigation, appearance: { animations: { enabled: false } } },
  ...entries,
  ...extras,
  ...nested,
  ...integrations,
  {
    ...base,
    navigation,
    navbar: {
      links: [{ label: 'Blog', href: 'https://example.com/blog', icon: 'rocket' }],
      primary: { type: 'button', label: 'Sign up', href: 'https://example.com/sign-up' },
    },
    footer: {
      socials: { github: 'https://github.com/acme' },
      links: [{ header: 'Company', items: [{ label: 'Jobs', href: 'https://example.com/jobs' }] }],
      text: '© Acme',
      html: '<b>Footer</b>',
      poweredBy: false,
    },
    seo: {
      indexing: 'all',
      noindex: true,
      ogImage: '/images/og.png',
      twitter: '@acme',
      metatags: { 'og:site_name': 'Acme' },
    },
    redirects: [{ source: '/old', destination: '/a', permanent: false }],
    appearance: {
      default: 'dark',
      strict: true,
      animations: { enabled: true, style: 'scale', stagger: 100 },
    },
    colors: {
      primary: '#16a34a',
      light: '#4ade80',
      dark: '#166534',
      background: { light: '#fffaf0', dark: '#101418' },
    },
    fonts: { ...face, heading: { ...face, family: 'Two' }, body: { ...face, family: 'Three' } },
  },
  { ...base, navigation, fonts: face },
];
