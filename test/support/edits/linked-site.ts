const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;

/** A picture of this width, which takes the colour of the text where it is an icon. */
export function svg(width: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="8"><path fill="currentColor" d="M0 0h${width}v8z"/></svg>`;
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/users': {
      get: { summary: 'List users', responses: { 200: { description: 'OK' } } },
      post: {
        summary: 'Create a user',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
        },
        responses: { 201: { description: 'Created' } },
      },
    },
  },
  components: {
    schemas: { User: { type: 'object', properties: { name: { type: 'string' } } } },
  },
};

const config = {
  name: 'Linked',
  theme: 'mint',
  colors: { primary: '#16a34a' },
  logo: '/img/logo.svg',
  favicon: '/img/logo.svg',
  navigation: {
    languages: [
      {
        language: 'en',
        tabs: [
          {
            tab: 'Guide',
            groups: [
              {
                group: 'Start',
                icon: '/img/icon.svg',
                pages: ['index', 'install', 'a/cards', 'a/box'],
              },
              { group: 'More', pages: ['b/words', { group: 'Deep', pages: ['b/math', 'b/tabs'] }] },
            ],
          },
          {
            tab: 'API',
            groups: [
              { group: 'Users', openapi: 'api.json' },
              { group: 'Log', pages: ['changes'] },
            ],
          },
        ],
      },
      { language: 'de', groups: [{ group: 'Anfang', pages: ['de/index', 'de/install'] }] },
    ],
  },
  redirects: [{ source: '/old', destination: '/install' }],
};

/** A small site in which most files depend on others: links, snippets, an API, languages, a changelog. */
export const linkedSite: Readonly<Record<string, unknown>> = {
  'docs.json': config,
  'api.json': description,
  'index.mdx': page(
    'Home',
    'import Hint from "/snippets/hint.mdx";\n\nSee [install](/install#linux).\n\n<Hint />\n\n![a](/img/a.svg)',
  ),
  'install.mdx': page(
    'Install',
    '## Linux\n\nRun it.\n\n```js\nconst a = 1;\n```\n\n## macOS\n\n<Steps><Step title="One">Do it.</Step></Steps>',
  ),
  'a/cards.mdx': page('Cards', '<Card title="Box" href="/a/box">Go on</Card>\n\n{{product}}'),
  'a/box.mdx': page(
    'Box',
    'import { Box } from "/snippets/box.jsx";\n\n<Box n={2} />\n\n[Gone](/gone).',
  ),
  'b/words.mdx': page('Words', 'Words, and a [part](/b/math#part).'),
  'b/math.mdx': page('Math', '## Part\n\n$x^2$'),
  'b/tabs.mdx': page(
    'Tabs\nog:image: /img/a.svg',
    '<Tabs><Tab title="A">One</Tab><Tab title="B">Two</Tab></Tabs>',
  ),
  'changes.mdx': page('Changes', '<Update label="May 1">\nNew things.\n</Update>'),
  'de/index.mdx': page('Start', 'Willkommen.'),
  'de/install.mdx': page('Einrichten', '## Linux\n\nLos.'),
  'lonely.mdx': page('Lonely', 'In no navigation.'),
  'snippets/hint.mdx': 'A hint with a [link](/b/words).',
  'snippets/box.jsx': 'export const Box = ({ n }) => <div className="p-4">{n}</div>;',
  'img/a.svg': svg(9),
  'img/icon.svg': svg(9),
  'img/logo.svg': svg(9),
  'style.css': '.a { color: red }',
};
