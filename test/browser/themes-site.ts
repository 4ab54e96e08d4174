/** A page of text with what most pages have. */
export const guide = (title: string) => `---
title: ${title}
description: What a reader finds on this page.
---

The first paragraph has a [link](/setup/second), some \`code\` and **weight**.

## Steps

<Steps><Step title="Install">Run the command.</Step><Step title="Start">Open the page.</Step></Steps>

<Note>Good to know before you go on.</Note>

### With options

\`\`\`js title="start.js"
export const answer = 42;
\`\`\`

<CardGroup cols={2}><Card title="One" icon="star" href="/">First</Card><Card title="Two">Second</Card></CardGroup>

## Fields

| Field | Meaning |
| --- | --- |
| name | What it is called |
| size | How large it is |

<ParamField body="name" type="string" required>The name.</ParamField>
<Accordion title="More">Hidden text.</Accordion>
`;

const blocks = `---
title: Blocks
tag: NEW
---

<Tabs><Tab title="npm">The first way.</Tab><Tab title="pnpm">The second way.</Tab></Tabs>

<CodeGroup>
\`\`\`js one.js {1}
// A comment, and a line that is longer than the column of any page, so that it goes on and on and on to the side.
export const one = "text"; // [!code ++]
\`\`\`
\`\`\`python two.py
def two(): return 2
\`\`\`
</CodeGroup>

Euler wrote $e^{i\\pi} = -1$ and $$\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}$$ too.[^1]

[^1]: In another notation.

| ${['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].join(' | ')} |
|${'---|'.repeat(8)}
| ${Array.from({ length: 8 }, (_, at) => `\`a_rather_long_identifier_${at}\``).join(' | ')} |

> A sentence of somebody else.

- [x] Done
- [ ] To do

<Tip>Try **this**.</Tip>
<Warning>Mind that.</Warning>
<Danger>Never [do](/) it.</Danger>
<Check>It works.</Check>
<Info>For those who ask.</Info>
`;

const landing = `---
title: Landing
mode: custom
---

# One line that says what it is

Who it is for, with [a way on](/next).

<CardGroup cols={3}><Card title="One" icon="star" href="/next">First</Card><Card title="Two" href="/next">Second</Card><Card title="Three" href="/next">Third</Card></CardGroup>
`;

const changelog = `---
title: What is new
rss: true
---

<Update label="Version 2" description="2026-02-01" tags={["API", "Fixes"]}>

## Faster

Everything takes half the time.

</Update>
<Update label="Version 1" description="2026-01-01" tags={["API"]}>The first one.</Update>
`;

const arabic = (title: string) => `---
title: ${title}
description: وصف قصير لما يجده القارئ هنا.
---

فقرة أولى فيها [رابط](/ar/second) وكلمة \`/v1/things\` في وسط السطر.

## الخطوات

<Steps><Step title="التثبيت">شغّل الأمر.</Step></Steps>

<Note>معلومة مفيدة قبل المتابعة.</Note>

\`\`\`js title="start.js"
export const answer = 42;
\`\`\`

## الحقول

| الحقل | المعنى |
| --- | --- |
| name | الاسم |

<Accordion title="المزيد">نص مخفي.</Accordion>
`;

const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/orders/{id}': {
      put: {
        operationId: 'change',
        summary: 'Change an order',
        description: 'Writes what is given.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', description: 'What it is called.' },
                  state: { type: 'string', enum: ['open', 'sent'], default: 'open' },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The order.',
            content: { 'application/json': { example: { id: 'o1', total: 12.5, sent: false } } },
          },
          404: { description: 'There is none.' },
        },
      },
    },
  },
};

const chat = {
  asyncapi: '3.0.0',
  info: { title: 'Chat', version: '1' },
  servers: { public: { host: 'chat.example', protocol: 'wss' } },
  channels: {
    room: {
      address: '/rooms/{room}',
      title: 'A room',
      parameters: { room: { description: 'Its name.' } },
      messages: {
        say: {
          title: 'Say',
          payload: { type: 'object', properties: { text: { type: 'string' } } },
        },
      },
    },
  },
  operations: {
    say: { action: 'send', channel: { $ref: '#/channels/room' }, summary: 'Say something' },
  },
};

/** Pages of ten kinds: where each is, and what is opened on it. */
export const kinds: readonly { readonly path: string; readonly open?: 'form' | 'search' }[] = [
  { path: '/' },
  { path: '/landing' },
  { path: '/reference/first' },
  { path: '/reference/shop/change-an-order', open: 'form' },
  { path: '/events/a-room' },
  { path: '/changelog' },
  { path: '/blocks' },
  { path: '/wide' },
  { path: '/there-is-none' },
  { path: '/next', open: 'search' },
];

/** A site with pages of all kinds, in two languages, of which one is read from the right. */
export const themedSite = (theme: string): Readonly<Record<string, unknown>> => ({
  'docs.json': {
    name: 'Looks',
    theme,
    colors: { primary: '#7C3AED' },
    contextual: { options: ['copy', 'view'] },
    navbar: {
      links: [{ label: 'Status', href: 'https://example.com' }],
      primary: { type: 'button', label: 'Start', href: '/setup/first' },
    },
    navigation: {
      languages: [
        {
          code: 'en',
          default: true,
          tabs: ['Guide', 'Setup', 'Reference'].map((tab, index) => ({
            tab,
            icon: 'book',
            groups: [
              {
                group: `${tab} basics`,
                pages: index === 0 ? ['index', 'next'] : [`${tab.toLowerCase()}/first`],
              },
              {
                group: 'Further',
                pages: [
                  `${tab.toLowerCase()}/second`,
                  { group: 'Deep', pages: [`${tab.toLowerCase()}/third`] },
                ],
              },
              ...(further[index] ?? []),
            ],
          })),
        },
        { code: 'ar', groups: [{ group: 'البداية', pages: ['ar/index', 'ar/second'] }] },
      ],
    },
    footer: { links: [{ header: 'About', items: [{ label: 'Team', href: '/next' }] }] },
  },
  'shop.json': shop,
  'chat.json': chat,
  'index.mdx': guide('Welcome'),
  'next.mdx': guide('What comes next'),
  ...Object.fromEntries(
    ['guide/second', 'guide/third', 'setup/first', 'setup/second', 'setup/third'].map((path) => [
      `${path}.mdx`,
      guide(`Page ${path}`),
    ]),
  ),
  'reference/first.mdx': `---\ntitle: Make a thing\napi: POST https://api.example.com/things\n---\n\n<ParamField body="name" type="string" required>The name.</ParamField>\n`,
  'reference/second.mdx': guide('Reference, second'),
  'reference/third.mdx': guide('Reference, third'),
  'landing.mdx': landing,
  'changelog.mdx': changelog,
  'blocks.mdx': blocks,
  'wide.mdx':
    '---\ntitle: Wide\nmode: wide\n---\n\n## Only text\n\nIt has the room of the contents.',
  'ar/index.mdx': arabic('عنوان طويل يمتد على أكثر من سطر واحد'),
  'ar/second.mdx': arabic('الصفحة الثانية'),
});

/** Groups of single tabs, by their places. */
const further: Readonly<Record<number, readonly object[]>> = {
  1: [{ group: 'More', pages: ['landing', 'changelog', 'blocks', 'wide'] }],
  2: [
    { group: 'Shop', openapi: { source: 'shop.json', directory: 'reference/shop' } },
    { group: 'Chat', asyncapi: { source: 'chat.json', directory: 'events' } },
  ],
};
