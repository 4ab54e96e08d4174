/** Where a field shows, and the text that only it adds. */
type Wanted = readonly [where: string, text: string];

const kinds = ['tab', 'menuItem', 'anchor', 'product', 'version', 'language', 'group'];

/** What the fields that all entries of the navigation have must show. */
const ofAllKinds = kinds.flatMap((kind): [string, Wanted][] => [
  [`${kind}.icon`, ['a.html', 'data-icon="rocket']],
  [`${kind}.iconType`, ['a.html', 'rocket{"type":"solid"}']],
  [`${kind}.openapi`, ['api-reference/list-users.html', 'List users']],
  [`${kind}.openapi.source`, ['reference/list-users.html', 'List users']],
  [`${kind}.openapi.directory`, ['reference/list-users.html', 'List users']],
  [`${kind}.asyncapi`, ['api-reference/users.html', '<title>']],
  [`${kind}.asyncapi.source`, ['events/users.html', '<title>']],
  [`${kind}.asyncapi.directory`, ['events/users.html', '<title>']],
]);

/** A face of `fonts` by its family. */
function ofFont(part: string, family: string): [string, Wanted][] {
  const rule = `@font-face{font-family:"${family}";src:url("/fonts/one.woff2")`;
  return [
    [`${part}.family`, ['style sheet', `font-family:"${family}"`]],
    [`${part}.source`, ['style sheet', rule]],
    [`${part}.format`, ['style sheet', `${rule} format("woff");`]],
    [`${part}.weight`, ['style sheet', `${rule} format("woff");font-weight:400;`]],
  ];
}

/** What must be seen of these fields; of all others, any difference is enough. */
export const wantedEffects: ReadonlyMap<string, Wanted> = new Map<string, Wanted>([
  ...ofAllKinds,
  ...ofFont('fonts', 'One'),
  ...ofFont('fonts.heading', 'Two'),
  ...ofFont('fonts.body', 'Three'),
  ['colors.primary', ['style sheet', '--fill:#008739']],
  ['colors.light', ['style sheet', '--accent-mark:#4ade80']],
  ['colors.dark', ['style sheet', '--fill-pressed:#166534']],
  ['colors.background.light', ['style sheet', '--bg:#fffaf0']],
  ['colors.background.dark', ['style sheet', '--bg:#101418']],
  ['tab.tab', ['a.html', 'data-name="Tab"']],
  ['tab.landing', ['a.html', 'class="dc-tab-link nav-tabs-item" href="/b"']],
  ['tab.href', ['a.html', 'href="https://example.com/tab"']],
  ['group.group', ['a.html', '<span class="nav-text">Start</span>']],
  ['group.hidden', ['a.html', 'content="noindex"']],
  ['group.tag', ['a.html', '<span class="nav-tag nav-tag-pill" data-nav-tag="New">New</span>']],
  [
    'group.expanded',
    ['c.html', '</a><ul class="dc-nav-list nav-nested"><li><a class="nav-row" href="/a">'],
  ],
  ['group.root', ['a.html', '<a class="nav-row nav-branch" href="/b">']],
  [
    'group.directory',
    ['b.html', '<div class="columns dc-columns dc-columns-2"><a class="card dc-card" href="/a">'],
  ],
  ['group.boost', ['a in search', '3']],
  ['anchor.anchor', ['a.html', 'nav-anchor']],
  ['anchor.name', ['a.html', 'nav-anchor']],
  ['anchor.iconType', ['index.html', 'rocket{"type":"solid"}']],
  ['anchor.href', ['a.html', 'href="https://example.com/anchor"']],
  ['anchor.url', ['a.html', 'href="https://example.com/alias"']],
  ['anchor.color', ['a.html', '--icon-light:#ff0000;--icon-dark:#ff0000']],
  ['anchor.color.light', ['a.html', '--icon-light:#ff0000']],
  ['anchor.color.dark', ['a.html', '--icon-dark:#00ff00']],
  ['product.product', ['a.html', '<span class="nav-dropdown-item-title">Other</span><small']],
  ['product.name', ['a.html', 'data-product="Alias"']],
  [
    'product.description',
    ['a.html', '<small class="nav-dropdown-item-description">About it</small>'],
  ],
  ['product.url', ['a.html', 'href="https://example.com/product"']],
  ['version.name', ['a.html', '<span>v1</span>']],
  ['version.url', ['loose.html', 'data-version="v2"']],
  ['version.default', ['loose.html', 'data-version="v2"']],
  ['version.lifecycle', ['a.html', 'version-maintenance']],
  ['version.sunsetDate', ['c.html', 'version-eol']],
  ['version.migrationUrl', ['a.html', '<a href="https://example.com/migrate">']],
  ['version.deprecationMessage', ['a.html', 'Use v1.']],
  ['version.tag', ['a.html', '<span class="nav-tag">Old</span>']],
  ['language.code', ['b.html', '<html lang="en"']],
  ['language.url', ['a.html', 'English</span></a></li><li>']],
  ['language.default', ['b.html', '<html lang="de"']],
  ['language.banner.content', ['b.html', '>Neu</div>']],
  ['language.banner.type', ['b.html', 'banner-warning']],
  ['language.banner.color', ['de/a.html', '--banner-light:#ff0000;--banner-dark:#ff0000']],
  ['language.banner.color.light', ['b.html', '--banner-light:#ff0000']],
  ['language.banner.color.dark', ['b.html', '--banner-dark:#00ff00']],
  ['menuItem.item', ['b.html', '<span>Item<small>']],
  ['menuItem.description', ['a.html', 'About it']],
  ['menuItem.href', ['a.html', 'href="https://example.com/item"']],
  ['seo.noindex', ['a.html', '<meta name="robots" content="noindex"/>']],
  ['seo.ogImage', ['a.html', '<meta property="og:image" content="/images/og.png"/>']],
  ['seo.twitter', ['a.html', '<meta name="twitter:site" content="@acme"/>']],
  ['seo.metatags.*', ['a.html', '<meta property="og:site_name" content="Acme"/>']],
  ['api.openapi', ['api-reference/add-a-user.html', '<title>']],
  ['api.openapi[]', ['api-reference/add-a-user.html', '<title>']],
  ['api.openapi.source', ['a.html', 'href="/reference/add-a-user"']],
  ['api.openapi.directory', ['a.html', 'href="/reference/add-a-user"']],
  ['api.asyncapi', ['api-reference/users.html', '<title>']],
  ['api.asyncapi[]', ['api-reference/users.html', '<title>']],
  ['api.asyncapi.source', ['events/users.html', '<title>']],
  ['api.asyncapi.directory', ['events/users.html', '<title>']],
  ['api.playground.display', ['hand/index.html', '>Build request</button>']],
  ['api.playground.proxy', ['hand/index.html', '"proxy":false']],
  ['api.mdx.auth.method', ['llms-full.txt', '`x-own-key` (apiKey, header)']],
  ['api.mdx.auth.name', ['llms-full.txt', '`x-own-key` (apiKey, header)']],
  ['api.mdx.auth.oauth2ClientId', ['hand/index.html', '"clientId":"docs"']],
  ['api.mdx.auth.oauth2Scopes', ['hand/index.html', '"scopes":["read"]']],
  ['api.mdx.server', ['llms-full.txt', '`POST /things`\n\nServer: https://api.example.com']],
  ['api.mdx.server[]', ['llms-full.txt', 'Server: https://a.example']],
  ['api.params.expanded', ['api-reference/add-a-user/index.html', 'class="field-more" open']],
  ['api.examples.languages[]', ['llms-full.txt', '```python']],
  ['api.examples.defaults', ['llms-full.txt', '"name": "Ada",\n}']],
]);
