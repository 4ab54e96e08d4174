import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../pipeline/config/read.ts';

const minimum = {
  name: 'Acme',
  colors: { primary: '#0d9373' },
  navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
};

const read = (value: unknown, files: Readonly<Record<string, string>> = {}) =>
  readConfig(typeof value === 'string' ? value : JSON.stringify(value), {
    file: 'docs.json',
    readRef: (path) => files[path],
  });

/** Problems of the minimum with some fields changed, as `severity ruleId: reason`. */
const words = (changes: Readonly<Record<string, unknown>>) =>
  read({ ...minimum, ...changes }).problems.map(
    ({ severity, ruleId, reason }) => `${severity} ${ruleId}: ${reason}`,
  );

describe('the minimum', () => {
  test('has no problems and every default of the specification', () => {
    const { config, problems } = read(minimum);
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      name: 'Acme',
      theme: 'mint',
      colors: { primary: '#0d9373', background: {} },
      appearance: {
        default: 'system',
        strict: false,
        animations: { enabled: true, style: 'fadeUp', stagger: 40 },
      },
      fonts: {},
      styling: { eyebrows: 'section', codeblocks: { mode: 'system' } },
      background: { color: {} },
      icons: { library: 'lucide' },
      navbar: { links: [] },
      search: { hotkey: 'k', placeholder: 'Search documentation...' },
      seo: { indexing: 'navigable', noindex: false, metatags: {} },
      api: {
        playground: { display: 'interactive', proxy: true },
        mdx: { auth: {}, server: [] },
        params: { expanded: 'closed' },
        examples: { prefill: true },
      },
      assistant: {
        enabled: true,
        name: 'AI Assistant',
        position: 'bottom-right',
        theme: { icon: 'sparkle' },
        contactSupport: { enabled: false, label: 'Contact support' },
        deflection: { enabled: false, showHelpButton: false },
      },
      auth: { enabled: false, provider: 'builtin', publicPaths: [], groups: {} },
      redirects: [],
      integrations: {},
      addons: {
        feedback: { thumbsRating: true, editSuggestions: false, raiseIssues: false },
        ciChecks: { brokenLinks: 'off', grammarLinter: 'off' },
        previews: { enabled: true },
      },
      variables: [],
      componentTheme: { defaultVariant: 'default' },
      metadata: { timestamp: false },
      errors: { 404: { redirect: false, title: 'Page not found' } },
      hosting: { basePath: '' },
      i18n: {
        defaultLanguage: 'en',
        languages: [],
        translationStyle: 'formal',
        translateCodeComments: false,
        blockDeployOnTranslation: false,
        detectLanguage: false,
      },
      cookieConsent: {
        enabled: false,
        position: 'bottom',
        theme: 'light',
        categories: { essential: true },
      },
    });
    for (const absent of ['logo', 'favicon', 'footer', 'banner', 'contextual']) {
      expect(config).not.toHaveProperty(absent);
    }
  });

  test('lacks nothing that is not told', () => {
    expect(read('{}').problems.map(({ reason }) => reason)).toEqual([
      'Missing name, expected a string',
      'Missing colors, expected an object',
      'Missing navigation, expected an object',
    ]);
  });

  test('unions have one form afterwards', () => {
    const { config } = read({
      ...minimum,
      logo: { light: '/l.svg', text: true },
      favicon: '/f.svg',
      footer: {},
      banner: { content: 'Hi' },
      background: { image: '/b.png' },
      styling: { codeblocks: { theme: 'nord', languages: { custom: ['x.json'] } } },
      api: { mdx: { server: 'https://a.example' } },
      search: { prompt: 'Ask' },
      seo: { twitter: '@acme' },
      hosting: { basePath: '/docs/' },
    });
    expect(config).toMatchObject({
      logo: { light: '/l.svg', dark: '/l.svg', label: 'Acme', alt: 'Acme' },
      favicon: { light: '/f.svg', dark: '/f.svg' },
      footer: { poweredBy: true, socials: {}, links: [] },
      banner: { content: 'Hi', dismissible: true, type: 'info' },
      background: { image: { light: '/b.png', dark: '/b.png' } },
      styling: {
        codeblocks: { theme: { light: 'nord', dark: 'nord' }, customLanguages: ['x.json'] },
      },
      api: { mdx: { server: ['https://a.example'] } },
      search: { prompt: 'Ask', placeholder: 'Ask' },
      seo: { twitter: 'acme' },
      hosting: { basePath: '/docs' },
    });
  });
});

describe('words of problems', () => {
  test.each([
    [
      { theme: 'mnt' },
      'error unexpected-value: Unexpected theme "mnt", expected one of mint, maple, palm, willow, linden, almond, aspen, house, atlas, nova, cipher; did you mean "mint"?',
    ],
    [{ name: 3 }, 'error wrong-type: Unexpected name 3, expected a string'],
    [
      { name: 'x'.repeat(101) },
      'error out-of-range: Unexpected length 101 of name, expected at most 100 characters',
    ],
    [
      { colors: { primary: 'teal' } },
      'error wrong-format: Unexpected colors.primary "teal", expected a 6-digit hex colour such as "#0d9373"',
    ],
    [
      { colors: { primary: '#0d9373', background: { light: 'url(x)' } } },
      'error wrong-format: Unexpected colors.background.light "url(x)", expected a CSS colour such as "#0d9373" or "rgb(13 147 115)"',
    ],
    [{ logo: 7 }, 'error wrong-type: Unexpected logo 7, expected a string or an object'],
    [
      { logo: { dark: '/d.svg' } },
      'error incomplete-logo: Logo has only a dark image, expected "light" or "text"',
    ],
    [
      { logo: {} },
      'error incomplete-logo: Logo has neither image nor text, expected "light" or "text"',
    ],
    [
      { favicon: { light: '/f.svg' } },
      'error missing-field: Missing favicon.dark, expected a string',
    ],
    [
      { appearance: { animations: { stagger: 201 } } },
      'error out-of-range: Unexpected appearance.animations.stagger 201, expected a number from 0 to 200',
    ],
    [
      { fonts: { heading: { weight: 400 } } },
      'error missing-field: Missing fonts.heading.family, expected a font family such as "Inter"',
    ],
    [
      { fonts: { weight: '700 400' } },
      'error unexpected-value: Unexpected fonts.weight "700 400", expected the lower weight first',
    ],
    [
      { fonts: { family: 'x"; } body { display: none' } },
      'error wrong-format: Unexpected fonts.family "x\\"; } body { display: none", expected a font family such as "Inter"',
    ],
    [
      { navigation: { pages: ['a'], anchors: [{ anchor: 'X', href: ' java\tscript:alert(1)' }] } },
      'error unsafe-link: Unexpected address " java\\tscript:alert(1)", expected a path or a URL',
    ],
    [
      { search: { hotkey: 'kk' } },
      'error wrong-format: Unexpected search.hotkey "kk", expected one character such as "k"',
    ],
    [
      { navbar: { primary: { type: 'button' } } },
      'error missing-field: Missing navbar.primary.label, expected a string',
      'error missing-field: Missing navbar.primary.href, expected a string',
    ],
    [
      { navbar: { links: [{ label: 'x', href: 'javascript:alert(1)' }] } },
      'error unsafe-link: Unexpected address "javascript:alert(1)", expected a path or a URL',
    ],
    [
      {
        navigation: {
          languages: [
            {
              code: 'en',
              pages: ['a'],
              footer: { links: [{ items: [{ label: 'x', href: 'javascript:alert(1)' }] }] },
            },
          ],
        },
      },
      'error unsafe-link: Unexpected address "javascript:alert(1)", expected a path or a URL',
    ],
    [
      {
        navigation: {
          products: [
            {
              product: 'A',
              languages: [
                {
                  code: 'en',
                  pages: ['a'],
                  navbar: { links: [{ label: 'x', href: 'javascript:alert(1)' }] },
                },
              ],
            },
          ],
        },
      },
      'error unsafe-link: Unexpected address "javascript:alert(1)", expected a path or a URL',
    ],
    [
      { footer: { links: [{ header: 'x' }] } },
      'error missing-field: Missing footer.links[0].items, expected a list',
    ],
    [{ banner: {} }, 'error missing-field: Missing banner.content, expected a string'],
    [
      { api: { mdx: { auth: { method: 'oauth2', oauth2AuthUrl: 'https://a.example' } } } },
      'error missing-field: Missing api.mdx.auth.oauth2TokenUrl, expected a URL because the method is "oauth2"',
    ],
    [
      { api: { examples: { languages: ['curl', '.Net', 'C#', 'pyton'] } } },
      'warning unknown-language: Unexpected sample language "pyton", expected one of curl, javascript, python, go, java, ruby, php, csharp, kotlin, swift, rust, powershell; did you mean "python"?',
    ],
    [
      { assistant: { suggestedQuestions: ['1', '2', '3', '4', '5'] } },
      'error out-of-range: Unexpected number of entries 5 in assistant.suggestedQuestions, expected at most 4',
    ],
    [
      { assistant: { model: 'acme/own' } },
      'note unknown-model: Model "acme/own" has not been tested with Docent',
    ],
    [
      { assistant: { deflection: { supportEmail: 'nobody' } } },
      'error wrong-format: Unexpected assistant.deflection.supportEmail "nobody", expected an email address',
    ],
    [
      { auth: { enabled: true, provider: 'custom', loginUrl: 'https://a.example' } },
      'error missing-field: Missing auth.jwksUrl, expected a URL because the provider is "custom"',
    ],
    [
      { integrations: { ga4: {} } },
      'error missing-field: Missing integrations.ga4.measurementId, expected a string',
    ],
    [
      { integrations: { posthog: { apiKey: 'x', apihost: 'y' } } },
      'warning unknown-key: Unknown key "apihost" in integrations.posthog; did you mean "apiHost"?',
    ],
    [
      { integrations: { mixpanell: { projectToken: 'x' } } },
      'warning unknown-key: Unknown key "mixpanell" in integrations; did you mean "mixpanel"?',
    ],
    [
      { variables: [{ name: '1x' }] },
      'error wrong-format: Unexpected variables[0].name "1x", expected a name of letters, digits, _ and . that starts with a letter or _',
    ],
    [
      { variables: [{ name: 'k', type: 'secret', defaultValue: 'x' }] },
      'error secret-default: Unexpected defaultValue of secret variable "k", it would be published with the site',
    ],
    [
      { variables: [{ name: 'r', type: 'select' }] },
      'error missing-field: Missing options of select variable "r"',
    ],
    [
      { variables: [{ name: 'c', type: 'computed' }] },
      'error missing-field: Missing expression of computed variable "c"',
    ],
    [
      { variables: [{ name: 'a' }, { name: 'a' }] },
      'error duplicate-variable: Duplicate variable "a"',
    ],
    [
      { componentTheme: { radius: 'round' } },
      'error wrong-format: Unexpected componentTheme.radius "round", expected one to four CSS lengths such as "8px"',
    ],
    [
      { componentTheme: { border: '1px solid; x' } },
      'error wrong-format: Unexpected componentTheme.border "1px solid; x", expected a CSS border such as "1px solid #e5e5e5"',
    ],
    [
      { thumbnails: { background: 'url(x)' } },
      'error wrong-format: Unexpected thumbnails.background "url(x)", expected a CSS colour or gradient such as "linear-gradient(90deg, #fff, #0d9373)", or the path of an image',
    ],
    [
      { contextual: { options: ['copi'] } },
      'error unexpected-value: Unexpected contextual.options[0] "copi", expected one of copy, view, chatgpt, claude, perplexity, mcp, cursor, vscode; did you mean "copy"?',
    ],
    [
      { contextual: { options: ['copy', 'telegram'] } },
      'error unexpected-value: Unexpected contextual.options[1] "telegram", expected one of copy, view, chatgpt, claude, perplexity, mcp, cursor, vscode',
    ],
    [{ contextual: {} }, 'error missing-field: Missing contextual.options, expected a list'],
    [
      { hosting: { basePath: 'docs' } },
      'error wrong-format: Unexpected hosting.basePath "docs", expected a path such as "/docs", of letters, digits, _ and -',
    ],
    [
      { hosting: { basePath: '/a//b' } },
      'error wrong-format: Unexpected hosting.basePath "/a//b", expected single slashes',
    ],
    [
      { i18n: { languages: ['en', 'de'] } },
      'note default-language-listed: Language "en" is the source language, it is ignored as a target',
    ],
    [
      { i18n: { languages: ['d'] } },
      'error out-of-range: Unexpected length 1 of i18n.languages[0], expected at least 2 characters',
    ],
    [
      { cookieConsent: { categories: { essential: false } } },
      'warning essential-cookies: Unexpected cookieConsent.categories.essential false, essential cookies are always on',
    ],
    [
      { cookieConsent: { privacyPolicyUrl: 'privacy' } },
      'error wrong-format: Unexpected cookieConsent.privacyPolicyUrl "privacy", expected a URL that starts with https:// or http://',
    ],
    [
      { web3: { walletConnect: { projectId: 'x', chains: [1], defaultChain: 5 } } },
      'note chain-without-node: Only wallets of the browser can be used on chain 1: it has no address in web3.rpc',
      'error unexpected-value: Unexpected web3.walletConnect.defaultChain 5, expected one of 1',
    ],
    [
      {
        web3: {
          walletConnect: { projectId: 'x', chains: [1] },
          rpc: { 1: 'https://rpc.example' },
        },
      },
    ],
    [{ addons: { previews: { enabled: true } }, api: { playground: { display: 'simple' } } }],
    [{ web3: { rpc: { 1: 'https://rpc.example' } } }],
    [{ navbr: {} }, 'warning unknown-key: Unknown key "navbr"; did you mean "navbar"?'],
    // Its name is taken: to rename it would replace the colors of the site.
    [{ colours: {} }, 'warning unknown-key: Unknown key "colours"'],
    [
      { redirects: [{ source: '/a' }] },
      'error missing-field: Missing redirects[0].destination, expected a string',
    ],
  ])('%j', (changes, ...expected) => {
    expect(words(changes)).toEqual(expected);
  });
});

describe('navigation', () => {
  const navigation = (value: unknown) => words({ navigation: value });

  test.each([
    [
      {},
      'error empty-navigation: Navigation has no groups, expected at least one group with "group" and "pages"',
    ],
    [
      {
        groups: [
          { group: 'A', pages: ['a'] },
          { grup: 'B', pages: ['b'] },
        ],
      },
      'error unknown-key: Unknown key "grup" in navigation.groups[1]; did you mean "group"?',
    ],
    [
      { groups: [{ group: 'A', pages: [7] }] },
      'error wrong-type: Unexpected navigation.groups[0].pages[0] 7, expected a page path such as "guides/start" or a group',
    ],
    [{ groups: [{ group: 'A', pages: [] }] }, 'warning empty-group: Group "A" has no pages'],
    [
      { groups: [{ group: 'A' }] },
      'error missing-field: Missing navigation.groups[0].pages, expected a list of pages',
    ],
    [
      { pages: ['a'], anchors: [{ name: 'X', anchor: 'Y', href: '/' }] },
      'error conflicting-fields: "anchor" and "name" of an anchor have the same meaning but different values',
    ],
    [
      { pages: ['a'], anchors: [{ name: 'X' }] },
      'warning incomplete-anchor: Anchor without a link ("href"), it is ignored',
    ],
    [
      { pages: ['a'], products: [{ product: 'P' }] },
      'error missing-field: Missing navigation.products[0].url, expected a URL or pages',
    ],
    [
      {
        versions: [
          { name: '1', default: true, pages: ['a'] },
          { name: '2', default: true, pages: ['b'] },
        ],
      },
      'error several-defaults: A second default version, expected one',
    ],
    [
      { pages: ['a'], versions: [{ name: '1' }] },
      'error missing-field: Missing navigation.versions[0].url, expected a path prefix or pages',
    ],
    [
      { pages: ['a'], versions: [{ name: '1', url: '/v1', sunsetDate: 'soon' }] },
      'error wrong-format: Unexpected navigation.versions[0].sunsetDate "soon", expected a date such as "2027-01-31"',
    ],
    [
      { pages: ['a'], languages: [{ code: 'de', url: '/de' }] },
      'error missing-field: Missing navigation.languages[0].name, expected the name of the language',
    ],
    [
      {
        languages: [
          { code: 'de', pages: ['a'] },
          { code: 'de', pages: ['b'] },
        ],
      },
      'error duplicate-language: Duplicate language "de"',
    ],
  ])('%j', (value, ...expected) => {
    expect(navigation(value)).toEqual(expected);
  });

  test('any container may hold any other', () => {
    const value = {
      anchors: [
        {
          anchor: 'A',
          products: [
            {
              name: 'P',
              versions: [
                {
                  name: '1',
                  tabs: [
                    {
                      tab: 'T',
                      languages: [{ code: 'de', groups: [{ group: 'G', pages: ['x'] }] }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    };
    expect(navigation(value)).toEqual([]);
  });

  test('a language on another host needs no name', () => {
    expect(
      navigation({
        pages: ['a'],
        languages: [
          { code: 'en', pages: ['a'] },
          { code: 'fr', url: 'https://fr.acme.example' },
        ],
      }),
    ).toEqual([]);
  });
});

describe('places and other files', () => {
  test('a problem has file, line, column, found, expected and a next step', () => {
    const text =
      '{\n  "name": "Acme",\n  "theme": "mnt",\n  "colors": { "primary": "#0d9373" },\n  "navigation": { "pages": ["a"] }\n}';
    expect(read(text).problems).toMatchObject([
      {
        file: 'docs.json',
        place: { start: { line: 3, column: 12 }, end: { line: 3, column: 17 } },
        actual: 'mnt',
        note: 'Write "mint".',
      },
    ]);
  });

  test('a problem inside an included file lies in that file', () => {
    const files = {
      'nav/main.json': '{\n "groups": [{ "$ref": "./group.json" }]\n}',
      'nav/group.json': '{ "group": 5, "pages": ["a"] }',
    };
    const { problems, config } = read(
      { ...minimum, navigation: { $ref: './nav/main.json' } },
      files,
    );
    expect(problems).toMatchObject([
      { file: 'nav/group.json', place: { start: { line: 1, column: 12 } }, ruleId: 'wrong-type' },
    ]);
    expect(config?.navigation).toEqual({ groups: [] });
  });

  test('a problem in what is written next to $ref lies in the file that refers', () => {
    const text = `{
  "name": "Acme", "colors": { "primary": "#0d9373" },
  "navigation": { "languages": [
    { "$ref": "./en.json", "language": "en" },
    { "$ref": "./xx.json", "language": "xx-YY" }
  ] }
}`;
    const files = {
      'en.json': '{ "pages": ["a"] }',
      'xx.json': '{ "language": "fr",\n "pages": ["b"] }',
    };
    const { problems } = readConfig(text, {
      file: 'docs.json',
      readRef: (path) => files[path as keyof typeof files],
    });
    const found = problems.map(({ ruleId, file, place }) => [ruleId, file, place?.start]);
    expect(found).toMatchObject([
      ['config-dialect', 'docs.json', { line: 4, column: 28 }],
      ['config-dialect', 'docs.json', { line: 5, column: 28 }],
      ['unknown-language', 'docs.json', { line: 5, column: 40 }],
    ]);
  });

  test.each([
    ['./none.json', 'ref-missing', 'Missing file none.json, referenced by $ref'],
    [
      '../secret.json',
      'ref-outside',
      'Unexpected $ref "../secret.json", expected a file inside the site\'s folder',
    ],
    [
      '/a/../../b.json',
      'ref-outside',
      'Unexpected $ref "/a/../../b.json", expected a file inside the site\'s folder',
    ],
    [
      'https://example.com/x.json',
      'ref-outside',
      'Unexpected $ref "https://example.com/x.json", expected a file inside the site\'s folder',
    ],
    ['./a.json', 'ref-cycle', 'Files include each other: a.json → b.json → a.json'],
  ])('$ref %s', (ref, ruleId, reason) => {
    const files = { 'a.json': '{"groups": {"$ref": "b.json"}}', 'b.json': '{"$ref": "a.json"}' };
    const { problems } = read({ ...minimum, banner: { $ref: ref } }, files);
    expect(problems).toContainEqual(expect.objectContaining({ ruleId, reason }));
  });

  test('broken parts have their defaults, the rest is read', () => {
    const { config } = read({ ...minimum, theme: 'mnt', search: { hotkey: 'kk', prompt: 'Ask' } });
    expect(config).toMatchObject({
      name: 'Acme',
      theme: 'mint',
      search: { hotkey: 'k', prompt: 'Ask' },
    });
  });

  test('what is no object has no configuration', () => {
    expect(read('[]')).toMatchObject({
      problems: [{ reason: 'Unexpected [], expected an object with name, colors and navigation' }],
    });
    expect(read('[]')).not.toHaveProperty('config');
    expect(read('{')).not.toHaveProperty('config');
  });
});

test('sample languages may have the names that code blocks have', () => {
  expect(
    words({ api: { examples: { languages: ['bash', 'TypeScript', 'Python', 'kt'] } } }),
  ).toEqual([]);
});

test('settings of integrations are texts', () => {
  expect(words({ integrations: { hotjar: { hjid: 12 } } })).toEqual([
    'error wrong-type: Unexpected integrations.hotjar.hjid 12, expected a string',
  ]);
});

test('a map of variables may have hyphens in its names, a list may not', () => {
  const { config, valid } = read({ ...minimum, variables: { 'api-base': 'https://a.example' } });
  expect(valid).toBe(true);
  expect(config?.variables).toEqual([
    { name: 'api-base', type: 'string', defaultValue: 'https://a.example' },
  ]);
  expect(words({ variables: [{ name: 'api-base', defaultValue: 'x' }] })).toEqual([
    'error wrong-format: Unexpected variables[0].name "api-base", expected a name of letters, digits, _ and . that starts with a letter or _',
  ]);
});

describe('the contract', () => {
  const group = { group: 'Start', pages: ['index'] };
  const valid = (changes: Readonly<Record<string, unknown>>) =>
    read({ ...minimum, ...changes }).valid;

  test.each<[string, unknown]>([
    ['is no JSON', '{ "name": '],
    ['has comments', '{ /* no */ "name": "A" }'],
    ['is a list', []],
    ['lacks its name', { ...minimum, name: undefined }],
    ['has a wrong type', { ...minimum, banner: 'Hello' }],
    ['has a theme that is none', { ...minimum, theme: 'mnt' }],
    ['has a colour that is none', { ...minimum, colors: { primary: 'green' } }],
    ['has an empty navigation', { ...minimum, navigation: {} }],
    [
      'publishes a secret',
      { ...minimum, variables: [{ name: 'k', type: 'secret', defaultValue: 'x' }] },
    ],
  ])('is broken by a text that %s', (_, text) => {
    expect(read(text).valid).toBe(false);
  });

  test('is kept by errors that only concern what the file names', () => {
    expect(valid({})).toBe(true);
    expect(valid({ navigation: { groups: [group, { $ref: './gone.json' }] } })).toBe(true);
    const version = { version: 'v1', groups: [group] };
    expect(valid({ navigation: { versions: [version, version] } })).toBe(true);
    expect(valid({ colours: {} })).toBe(true);
  });
});

describe('an empty label', () => {
  const link = { label: '', href: 'https://example.com' };

  test('of a header link leaves its icon, whose name is announced', () => {
    const announced = (icon: string) => words({ navbar: { links: [{ ...link, icon }] } });
    const navbar = { links: [{ ...link, icon: 'fa-brands fa-x-twitter' }] };
    for (const icon of ['fa-brands fa-x-twitter', 'brand-x-twitter', 'x-twitter-filled']) {
      expect(announced(icon)).toEqual([
        'warning empty-label: A link with an icon but no label is announced as "x twitter"',
      ]);
    }
    const { config, valid } = read({ ...minimum, navbar });
    expect(valid).toBe(true);
    expect(config?.navbar.links).toEqual(navbar.links);
  });

  test('without an icon leaves the link out', () => {
    const changes = { navbar: { links: [link] }, footer: { links: [{ items: [link] }] } };
    expect(words(changes)).toEqual([
      'warning empty-label: A link without a label is ignored',
      'warning empty-label: A link without a label is ignored',
    ]);
    const { config } = read({ ...minimum, ...changes });
    expect(config?.navbar.links).toEqual([]);
    expect(config?.footer?.links).toEqual([{ items: [] }]);
  });

  test('in the navigation is the name of the icon, or of the first page', () => {
    const group = { group: 'Start', pages: ['guides/start'] };
    const navigation = {
      tabs: [{ tab: '', groups: [group] }],
      anchors: [{ anchor: '', icon: '/images/book-open.svg', href: 'https://example.com' }],
    };
    expect(words({ navigation })).toEqual([
      'warning empty-label: Empty "tab" of an entry of "tabs", it is shown as "guides"',
      'warning empty-label: Empty "anchor" of an entry of "anchors", it is shown as "book open"',
    ]);
  });

  test('of a group at the top of the sidebar is no heading', () => {
    const inner = { group: '', pages: ['guides/start'] };
    const navigation = { groups: [{ group: '', pages: ['index', inner] }] };
    expect(words({ navigation })).toEqual([
      'warning empty-label: Empty "group" of an entry of "pages", it is shown as "guides"',
    ]);
  });
});

test('fields next to $ref win over those of the included file', () => {
  const value = {
    ...minimum,
    navigation: {
      languages: [{ language: 'es', $ref: './es/nav.json', tabs: { $ref: 'tabs.json' } }],
    },
  };
  const { raw, valid, problems } = read(value, {
    'es/nav.json': '{ "language": "en", "name": "Español", "tabs": [] }',
    'tabs.json': '[{ "tab": "Guía", "pages": ["es/index"] }]',
  });
  expect(problems.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(valid).toBe(true);
  expect(raw).toMatchObject({
    navigation: {
      languages: [{ code: 'es', name: 'Español', tabs: [{ tab: 'Guía', pages: ['es/index'] }] }],
    },
  });
});
