const colors = { primary: '#0d9373' };
const navigation = { pages: ['index'] };

/** Mistakes of what a file names, which only a check of the whole site can know. */
export const ofFiles =
  /^\S+ \S+ (openapi-missing|missing-page|missing-file|broken-link|redirect-target|unknown-icon|unknown-code-theme):/;

/** A title, what is added to a valid `docs.json` (or its whole text), and what is reported. */
export const mistakes: readonly (readonly [string, object | string, ...string[]])[] = [
  [
    'a number instead of a text',
    { name: 5 },
    '2:11 error wrong-type: Unexpected name 5, expected a string → Write a string.',
  ],
  [
    'a text instead of true or false',
    { metadata: { timestamp: 'yes' } },
    '12:18 error wrong-type: Unexpected metadata.timestamp "yes", expected true or false → Write true or false.',
  ],
  [
    'elements for the head of pages',
    { head: ['<script src="/a.js"></script>'] },
    '11:3 warning unknown-key: Unknown key "head": elements for the head of pages are not read from here → Write <meta> elements as "seo.metatags"; put what scripts do into a .js file of the site.',
  ],
  [
    'a misspelled section',
    { fotter: {} },
    '11:3 warning unknown-key: Unknown key "fotter"; did you mean "footer"? → Rename it to "footer".',
  ],
  [
    'a misspelled field',
    { seo: { idnexing: 'all' } },
    '12:5 warning unknown-key: Unknown key "idnexing" in seo; did you mean "indexing"? → Rename it to "indexing".',
  ],
  [
    'a group with a name',
    { navigation: { groups: [{ name: 'Start', pages: ['index'] }] } },
    '9:9 error unknown-key: Unknown key "name" in navigation.groups[0]: it is called "group" here → Rename it to "group".',
  ],
  [
    'a tab with a title',
    { navigation: { tabs: [{ title: 'T', pages: ['index'] }] } },
    '9:9 error unknown-key: Unknown key "title" in navigation.tabs[0]: it is called "tab" here → Rename it to "tab".',
  ],
  [
    'a group with items',
    { navigation: { groups: [{ group: 'S', items: ['index'] }] } },
    '10:9 warning unknown-key: Unknown key "items" in navigation.groups[0]: it is called "pages" here → Rename it to "pages".',
    '8:7 error missing-field: Missing navigation.groups[0].pages, expected a list of pages → Add "pages".',
  ],
  [
    'links of the bar under another name',
    { topbarLinks: [{ name: 'x', url: 'https://e.com' }] },
    '11:3 warning unknown-key: Unknown key "topbarLinks": it belongs in "navbar.links" here → Move it to "navbar.links".',
  ],
  [
    'the button of the bar under another name',
    { topbarCtaButton: { name: 'x', url: 'https://e.com' } },
    '11:3 warning unknown-key: Unknown key "topbarCtaButton": it belongs in "navbar.primary" here → Move it to "navbar.primary".',
  ],
  [
    'a sidebar instead of a navigation',
    written({ name: 'A', colors, sidebar: [] }),
    '6:3 error unknown-key: Unknown key "sidebar": it is called "navigation" here → Rename it to "navigation".',
  ],
  [
    'the color mode under another name',
    { modeToggle: { default: 'dark' } },
    '11:3 warning unknown-key: Unknown key "modeToggle": it is called "appearance" here → Rename it to "appearance".',
  ],
  [
    'hidden pages to index, as a switch',
    { seo: { indexHiddenPages: false } },
    '12:5 warning unknown-key: Unknown key "indexHiddenPages" in seo: hidden pages are indexed with "indexing": "all" → Write "indexing": "all", or remove it.',
  ],
  [
    'providers under another name',
    { analytics: { ga4: { measurementId: 'x' } } },
    '11:3 warning unknown-key: Unknown key "analytics": it is called "integrations" here → Rename it to "integrations".',
  ],
  [
    'profiles outside of the footer',
    { footerSocials: { x: 'https://x.com/a' } },
    '11:3 warning unknown-key: Unknown key "footerSocials": it belongs in "footer.socials" here → Move it to "footer.socials".',
  ],
  [
    'a page that does not exist',
    { navigation: { pages: ['index', 'guides/strat'] } },
    '9:7 error missing-page: Missing page guides/strat, listed in the navigation; did you mean "guides/start"? → Write "guides/start", or create guides/strat.mdx, or remove the entry.',
  ],
  [
    'pages in other letter case',
    { navigation: { pages: ['Index', 'Guides/Start'] } },
    '8:7 error missing-page: Missing page Index, listed in the navigation; did you mean "index"? → Write "index": paths are case-sensitive.',
    '9:7 error missing-page: Missing page Guides/Start, listed in the navigation; did you mean "guides/start"? → Write "guides/start": paths are case-sensitive.',
  ],
  [
    'commas before brackets',
    '{\n  "name": "A",\n  "colors": { "primary": "#0d9373" },\n  "navigation": { "pages": ["index"], },\n}\n',
    '4:37 error json-trailing-comma: Unexpected comma before } → Remove the comma.',
    '4:40 error json-trailing-comma: Unexpected comma before } → Remove the comma.',
  ],
  [
    'a comment',
    '{\n  // name\n  "name": "A",\n  "colors": { "primary": "#0d9373" },\n  "navigation": { "pages": ["index"] }\n}\n',
    '2:3 error json-comment: Unexpected comment, JSON does not allow comments → Remove the comment.',
  ],
  [
    'a missing comma',
    '{\n  "name": "A"\n  "colors": { "primary": "#0d9373" },\n  "navigation": { "pages": ["index"] }\n}\n',
    '3:3 error json-syntax: Unexpected "\\"", expected , or : or a closing bracket → Add the missing comma or colon.',
  ],
  [
    'single quotes',
    "{\n  'name': 'A'\n}\n",
    '2:3 error json-syntax: Unexpected "\'", expected " → JSON only allows double quotes.',
  ],
  [
    'an object without an end',
    '{\n  "name": "A",\n  "colors": { "primary": "#0d9373" }\n',
    '1:1 error json-syntax: Unexpected end of the file, expected the } of the { opened here → Close the bracket.',
  ],
  [
    'a key written twice',
    '{\n  "name": "A",\n  "name": "B",\n  "colors": { "primary": "#0d9373" },\n  "navigation": { "pages": ["index"] }\n}\n',
    '3:3 error json-duplicate-key: Duplicate key "name" → Remove one of the two.',
  ],
  [
    'a list as the whole file',
    '[]',
    '1:1 error wrong-type: Unexpected [], expected an object with name, colors and navigation → Start the file with {.',
  ],
  [
    'an empty file',
    '',
    '1:1 error json-empty: The file is empty, expected a JSON object → Start with { "name": …, "colors": { "primary": … }, "navigation": { … } }.',
  ],
  [
    'a short color',
    { colors: { primary: '#abc' } },
    '4:5 note config-dialect: Short colour "#abc" is read as "#aabbcc" → Write "#aabbcc".',
  ],
  [
    'a color name where a hex color is needed',
    { colors: { primary: 'green' } },
    '4:16 error wrong-format: Unexpected colors.primary "green", expected a 6-digit hex colour such as "#0d9373" → Write "#008000".',
  ],
  [
    'a color that does not exist',
    { colors: { primary: '#0d9373', background: { light: 'whit' } } },
    '6:16 error wrong-format: Unexpected colors.background.light "whit", expected a CSS colour such as "#0d9373" or "rgb(13 147 115)" → Write a CSS colour such as "#0d9373" or "rgb(13 147 115)".',
  ],
  [
    'a URL without a scheme',
    { cookieConsent: { privacyPolicyUrl: 'example.com/privacy' } },
    '12:25 error wrong-format: Unexpected cookieConsent.privacyPolicyUrl "example.com/privacy", expected a URL that starts with https:// or http:// → Write a URL that starts with https:// or http://.',
  ],
  [
    'a URL that runs a script',
    { navbar: { links: [{ label: 'x', href: 'javascript:alert(1)' }] } },
    '15:17 error unsafe-link: Unexpected address "javascript:alert(1)", expected a path or a URL → Link to a page, or to an https URL.',
  ],
  [
    'a link to a page that does not exist',
    { navbar: { links: [{ label: 'x', href: '/guides/strat' }] } },
    '15:17 warning broken-link: Broken link /guides/strat in navbar.links[0].href; did you mean "/guides/start"? → Correct the URL, or add the page or a redirect.',
  ],
  [
    'a misspelled icon',
    { navigation: { groups: [{ group: 'S', icon: 'rokcet', pages: ['index'] }] } },
    '10:17 warning unknown-icon: Unknown icon "rokcet", expected a name from Lucide or Font Awesome; did you mean "rocket"? A neutral icon is shown instead. → Choose another name, or use the path of an SVG file.',
  ],
  [
    'a misspelled icon of Tabler',
    {
      icons: { library: 'tabler' },
      navigation: { groups: [{ group: 'S', icon: 'brand-githib', pages: ['index'] }] },
    },
    '10:17 warning unknown-icon: Unknown icon "brand-githib", expected a name from Tabler, Lucide or Font Awesome; did you mean "brand-github"? A neutral icon is shown instead. → Choose another name, or use the path of an SVG file.',
  ],
  [
    'an empty navigation',
    { navigation: { groups: [] } },
    '6:17 error empty-navigation: Navigation has no groups, expected at least one group with "group" and "pages" → Add { "groups": [{ "group": "Start", "pages": ["index"] }] }.',
  ],
  [
    'an empty group',
    { navigation: { groups: [{ group: 'S', pages: [] }] } },
    '10:18 warning empty-group: Group "S" has no pages → Add a page, or remove the group.',
  ],
  [
    'an empty tab',
    {
      navigation: {
        tabs: [
          { tab: 'S', groups: [] },
          { tab: 'B', pages: ['index'] },
        ],
      },
    },
    '9:16 error empty-tab: Tab "S" has no page to open → Add a page to its groups, or a "landing".',
  ],
  [
    'a group without a label',
    { navigation: { pages: ['index', { pages: ['guides/start'] }] } },
    '9:7 error missing-field: Missing navigation.pages[1].group, expected a string → Add "group" to navigation.pages[1].',
  ],
  [
    'one page instead of a list',
    { navigation: { groups: [{ group: 'S', pages: 'index' }] } },
    '10:18 warning loose-value: "index" is read as ["index"] → Write ["index"].',
  ],
  [
    'one group instead of a list',
    { navigation: { groups: { group: 'S', pages: ['index'] } } },
    '7:15 error wrong-type: Unexpected navigation.groups (an object with group, pages), expected a list → Put it into a list: [ … ].',
  ],
  [
    'tabs in a group',
    { navigation: { groups: [{ group: 'S', pages: ['index'], tabs: [] }] } },
    '13:9 warning unknown-key: Unknown key "tabs" in navigation.groups[0]: a group can only contain pages and groups → Move "tabs" up, next to or above "groups".',
  ],
  [
    'a page as an object',
    { navigation: { pages: ['index', { page: 'guides/start' }] } },
    '10:9 error unknown-key: Unknown key "page" in navigation.pages[1]: a page is written as its path alone → Write a string such as "guides/start" instead of the object.',
  ],
  [
    'a language that does not exist',
    { navigation: { languages: [{ code: 'zz', name: 'Z', url: '/zz' }], pages: ['index'] } },
    '9:17 warning unknown-language: Unexpected language "zz", expected a code such as "en" or "zh-CN" → Browsers and search engines know only standard language codes.',
  ],
  [
    'the code of a country as a language',
    { i18n: { languages: ['cn', 'de'] } },
    '13:7 warning unknown-language: Unexpected language "cn", expected one of en, fr, de, es, pt, it, nl, pl, sv, no, da, fi, zh-CN, zh-TW, ja, ko, th, vi, id, ms, ar, he, tr, uk; did you mean "zh-CN"? → Write "zh-CN".',
  ],
  [
    'a version without pages and URL',
    { navigation: { versions: [{ name: 'v1' }], pages: ['index'] } },
    '8:7 error missing-field: Missing navigation.versions[0].url, expected a path prefix or pages → Add "url", such as "/v2".',
  ],
  [
    'a date in another order',
    {
      navigation: {
        versions: [{ name: 'v1', url: '/', sunsetDate: '31.12.2027' }],
        pages: ['index'],
      },
    },
    '11:23 error wrong-format: Unexpected navigation.versions[0].sunsetDate "31.12.2027", expected a date such as "2027-01-31" → Write a date such as "2027-01-31".',
  ],
  [
    'a misspelled lifecycle',
    {
      navigation: {
        versions: [{ name: 'v1', url: '/', lifecycle: 'depracated' }],
        pages: ['index'],
      },
    },
    '11:22 error unexpected-value: Unexpected navigation.versions[0].lifecycle "depracated", expected one of active, maintenance, deprecated, eol; did you mean "deprecated"? → Write "deprecated".',
  ],
  [
    'two default versions',
    {
      navigation: {
        versions: [
          { name: 'v1', url: '/', default: true },
          { name: 'v2', url: '/v2', default: true },
        ],
        pages: ['index'],
      },
    },
    '16:20 error several-defaults: A second default version, expected one → Set "default" on only one entry.',
    '15:16 warning broken-link: Broken link /v2 in navigation.versions[1].url → Correct the URL, or add the page or a redirect.',
  ],
  [
    'redirects in a loop',
    {
      redirects: [
        { source: '/a', destination: '/b' },
        { source: '/b', destination: '/a' },
      ],
    },
    '12:5 error redirect-loop: Redirect loop: /a → /b → /a → Redirect one of them to a page.',
  ],
  [
    'a redirect to a page that does not exist',
    { redirects: [{ source: '/a', destination: '/guides/strat' }] },
    '14:22 warning redirect-target: Redirect to a missing page: /guides/strat; did you mean "/guides/start"? → Correct the destination, or add the page.',
  ],
  [
    'a redirect with from and to',
    { redirects: [{ from: '/a', to: '/guides/start' }] },
    '13:7 error unknown-key: Unknown key "from" in redirects[0]: it is called "source" here → Rename it to "source".',
    '14:7 error unknown-key: Unknown key "to" in redirects[0]: it is called "destination" here → Rename it to "destination".',
  ],
  [
    'a redirect from another host',
    { redirects: [{ source: 'https://a.com/x', destination: '/guides/start' }] },
    '13:17 error redirect-source: Unexpected redirect source "https://a.com/x", expected a path without host, query and fragment → Write a path such as "/old/page".',
  ],
  [
    'a weight that does not exist',
    { fonts: { family: 'Arial', weight: 'heavy' } },
    '13:15 error wrong-format: Unexpected fonts.weight "heavy", expected a weight such as "400", "bold" or "400 700" → Write a weight such as "400", "bold" or "400 700".',
  ],
  [
    'weights in the wrong order',
    { fonts: { family: 'Arial', weight: '700 400' } },
    '13:15 error unexpected-value: Unexpected fonts.weight "700 400", expected the lower weight first → Write a range such as "400 700".',
  ],
  [
    'a weight that is too heavy',
    { fonts: { family: 'Arial', weight: 1100 } },
    '13:15 error out-of-range: Unexpected fonts.weight 1100, expected a number from 1 to 1000 → Write a number from 1 to 1000.',
  ],
  [
    'a font without a file',
    { fonts: { family: 'Space Grotesk' } },
    '12:15 note font-without-source: Only readers who have installed "Space Grotesk" see it: the font has no "source" → Add "source": the path of a font file, or the URL of its style sheet. The build copies it.',
  ],
  ['a font of all systems', { fonts: { family: 'Georgia' } }],
  [
    'a font file that does not exist',
    { fonts: { family: 'X', source: '/fonts/x.woff2' } },
    '13:15 warning missing-file: Missing file /fonts/x.woff2, referenced by fonts.source → Correct the path, or add the file.',
  ],
  [
    'a misspelled theme',
    { theme: 'mnt' },
    '11:12 error unexpected-value: Unexpected theme "mnt", expected one of mint, maple, palm, willow, linden, almond, aspen, house, atlas, nova, cipher; did you mean "mint"? → Write "mint".',
  ],
  [
    'a theme of another platform',
    { theme: 'quill' },
    '11:12 error unexpected-value: Unexpected theme "quill", expected one of mint, maple, palm, willow, linden, almond, aspen, house, atlas, nova, cipher → Choose one of them.',
  ],
  [
    'no name',
    written({ colors, navigation }),
    '1:1 error missing-field: Missing name, expected a string → Add "name".',
  ],
  [
    'no primary color',
    written({ name: 'A', colors: {}, navigation }),
    '3:13 error missing-field: Missing colors.primary, expected a 6-digit hex colour such as "#0d9373" → Add "primary" to colors.',
  ],
  [
    'no navigation',
    written({ name: 'A', colors }),
    '1:1 error missing-field: Missing navigation, expected an object → Add "navigation".',
  ],
  [
    'a logo that does not exist',
    { logo: '/logo.svg' },
    '11:11 warning missing-file: Missing file /logo.svg, referenced by logo.light → Correct the path, or add the file.',
  ],
  [
    'a favicon for one mode only',
    { favicon: { light: '/f.svg' } },
    '11:14 error missing-field: Missing favicon.dark, expected a string → Add "dark" to favicon.',
  ],
  [
    'a misspelled setting of a provider',
    { integrations: { ga4: { measurmentId: 'G-1' } } },
    '13:7 error unknown-key: Unknown key "measurmentId" in integrations.ga4; did you mean "measurementId"? → Rename it to "measurementId".',
  ],
  [
    'a provider under another name',
    { integrations: { googleAnalytics: { id: 'x' } } },
    '12:5 warning unknown-key: Unknown key "googleAnalytics" in integrations: it is called "ga4" here → Rename it to "ga4".',
  ],
  [
    'a variable name that starts with a digit',
    { variables: [{ name: '1a', defaultValue: 'x' }] },
    '13:15 error wrong-format: Unexpected variables[0].name "1a", expected a name of letters, digits, _ and . that starts with a letter or _ → Write a name of letters, digits, _ and . that starts with a letter or _.',
  ],
  [
    'a type of variables that does not exist',
    { variables: [{ name: 'a', type: 'choice' }] },
    '14:15 error unexpected-value: Unexpected variables[0].type "choice", expected one of string, select, secret, computed → Choose one of them.',
  ],
  [
    'a number that is too high',
    { appearance: { animations: { stagger: 500 } } },
    '13:18 error out-of-range: Unexpected appearance.animations.stagger 500, expected a number from 0 to 200 → Write a number from 0 to 200.',
  ],
  [
    'too many entries',
    { assistant: { suggestedQuestions: ['1', '2', '3', '4', '5'] } },
    '12:27 error out-of-range: Unexpected number of entries 5 in assistant.suggestedQuestions, expected at most 4 → Write at most 4 entries.',
  ],
  [
    'a base path without a slash',
    { hosting: { basePath: 'docs' } },
    '12:17 error wrong-format: Unexpected hosting.basePath "docs", expected a path such as "/docs", of letters, digits, _ and - → Write a path such as "/docs", of letters, digits, _ and -.',
  ],
  [
    'true instead of a level',
    { addons: { ciChecks: { brokenLinks: true } } },
    '13:22 error wrong-type: Unexpected addons.ciChecks.brokenLinks true, expected one of off, warning, error → Write one of off, warning, error.',
  ],
  [
    'a misspelled code theme',
    { styling: { codeblocks: { theme: 'githb-dark' } } },
    '13:16 warning unknown-code-theme: Unknown highlighter theme "githb-dark"; did you mean "github-dark"? → The default theme is used until the name is corrected.',
  ],
  [
    'an API description that does not exist',
    { api: { openapi: 'openapi.yaml' } },
    '12:17 error openapi-missing: There is no API description at openapi.yaml. → Write its path relative to the folder of docs.json.',
  ],
  [
    'a misspelled network',
    { footer: { socials: { githib: 'https://github.com/a' } } },
    '13:17 warning unknown-key: Unknown network "githib" in footer.socials; did you mean "github"? → Rename it to "github"; until then it has no icon of its own.',
  ],
  [
    'the address of another site without its scheme',
    { navbar: { links: [{ label: 'x', href: 'example.com/blog' }] } },
    '15:17 warning broken-link: Broken link example.com/blog in navbar.links[0].href → Write "https://example.com/blog" for another site, or add the page or a redirect.',
  ],
  [
    'a network with a page that is not there',
    { footer: { socials: { github: '/guides/strat' } } },
    '13:17 warning broken-link: Broken link /guides/strat in footer.socials.github; did you mean "/guides/start"? → Correct the URL, or add the page or a redirect.',
  ],
  [
    'the server of an API under another name',
    { api: { baseUrl: 'https://a.com' } },
    '12:5 warning unknown-key: Unknown key "baseUrl" in api: it belongs in "api.mdx.server" here → Move it to "api.mdx.server".',
  ],
  [
    'meta tags outside of seo',
    { metadata: { 'og:image': '/a.png' } },
    '12:5 warning unknown-key: Unknown key "og:image" in metadata: it belongs in "seo.metatags" here → Move it to "seo.metatags".',
  ],
  [
    'anchors outside of the navigation',
    { anchors: [{ name: 'x', url: 'https://e.com' }] },
    '11:3 warning unknown-key: Unknown key "anchors": it belongs in "navigation.anchors" here → Move it to "navigation.anchors".',
  ],
];

/** The text of a mistake: what is written is added to a valid file, unless it is a whole one. */
export function textOf(config: object | string): string {
  return typeof config === 'string'
    ? config
    : written({ name: 'A', colors, navigation, ...config });
}

/** A file with nothing but these fields. */
function written(fields: object): string {
  return JSON.stringify(fields, null, 2);
}
