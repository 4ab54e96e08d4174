import { describe, expect, test } from 'vitest';
import { migrateConfig } from '../../../pipeline/config/migrate.ts';
import { readConfig } from '../../../pipeline/config/read.ts';

const minimum = { name: 'Acme', colors: { primary: '#0d9373' }, navigation: { pages: ['a'] } };

function rewritten(changes: Readonly<Record<string, unknown>>) {
  const { raw, problems } = readConfig(JSON.stringify({ ...minimum, ...changes }), {
    file: 'docs.json',
  });
  const raws = raw as Readonly<Record<string, unknown>>;
  const said = problems.map(({ severity, ruleId }) => `${severity} ${ruleId}`);
  return { raw: raws, said };
}

const note = 'note config-dialect';

describe('each rewrite says so in one note', () => {
  test.each([
    [{ colors: { primary: '#1a2' } }, { colors: { primary: '#11aa22' } }, [note]],
    [{ theme: 'sequoia' }, { theme: 'mint' }, ['warning config-dialect']],
    [
      { contextual: { options: ['copy', 'devin'], display: 'header' } },
      { contextual: { options: ['copy'] } },
      [note, note],
    ],
    [
      { variables: { version: '1.2' } },
      { variables: [{ name: 'version', defaultValue: '1.2' }] },
      [note],
    ],
    [
      { api: { mdx: { auth: { method: 'key' } } } },
      { api: { mdx: { auth: { method: 'api_key' } } } },
      [note],
    ],
    [
      { integrations: { posthog: { apiKey: 'k', sessionRecording: true } } },
      { integrations: { posthog: { apiKey: 'k' } } },
      [note],
    ],
    [{ interaction: { drilldown: true } }, {}, [note]],
    [
      { navbar: { links: [{ type: 'github', href: 'https://github.com/acme' }] } },
      { navbar: { links: [{ href: 'https://github.com/acme', label: 'GitHub', icon: 'github' }] } },
      [note],
    ],
    [
      { navigation: { languages: [{ language: 'de', pages: ['a'] }] } },
      { navigation: { languages: [{ code: 'de', pages: ['a'] }] } },
      [note],
    ],
    [
      { navigation: { versions: [{ version: '1', pages: ['a'] }] } },
      { navigation: { versions: [{ name: '1', pages: ['a'] }] } },
      [note],
    ],
    [
      { navigation: { groups: [{ group: 'G', isDefaultOpen: false, pages: ['a'] }] } },
      { navigation: { groups: [{ group: 'G', expanded: false, pages: ['a'] }] } },
      [note],
    ],
    [
      { feedback: { thumbsRating: false, suggestEdit: true, raiseIssue: true } },
      {
        addons: { feedback: { thumbsRating: false, editSuggestions: true, raiseIssues: true } },
      },
      [note],
    ],
    [
      { navigation: { dropdowns: [{ dropdown: 'D', pages: ['a'] }] } },
      { navigation: { products: [{ product: 'D', pages: ['a'] }] } },
      [note],
    ],
    [
      {
        navigation: {
          products: [{ product: 'P', menu: [{ item: 'M', description: 'D', pages: ['a'] }] }],
        },
      },
      { navigation: { products: [{ product: 'P', tabs: [{ tab: 'M', pages: ['a'] }] }] } },
      [note],
    ],
    [
      { navigation: { languages: [{ language: 'cn', pages: ['cn/a'] }] } },
      { navigation: { languages: [{ code: 'zh-CN', pages: ['cn/a'] }] } },
      [note, note],
    ],
    [
      { navigation: { global: { anchors: [{ anchor: 'Blog', href: '/b' }] }, pages: ['a'] } },
      { navigation: { pages: ['a'], anchors: [{ anchor: 'Blog', href: '/b' }] } },
      [note],
    ],
    [
      { navigation: [{ group: 'G', pages: ['a'] }] },
      { navigation: { groups: [{ group: 'G', pages: ['a'] }] } },
      [note],
    ],
    [
      { navigation: { groups: [{ group: 'G', directory: 'card', pages: ['a'] }] } },
      { navigation: { groups: [{ group: 'G', pages: ['a'] }] } },
      [],
    ],
    [
      {
        navigation: {
          tabs: [
            {
              tab: 'T',
              directory: 'card',
              groups: [
                {
                  group: 'G',
                  root: 'g',
                  pages: [
                    { group: 'H', root: 'h', directory: 'none', pages: ['a'] },
                    { group: 'I', pages: [{ group: 'J', root: 'j', pages: ['b'] }] },
                  ],
                },
              ],
            },
          ],
        },
      },
      {
        navigation: {
          tabs: [
            {
              tab: 'T',
              groups: [
                {
                  group: 'G',
                  root: 'g',
                  directory: 'card',
                  pages: [
                    { group: 'H', root: 'h', directory: 'none', pages: ['a'] },
                    {
                      group: 'I',
                      pages: [{ group: 'J', root: 'j', directory: 'card', pages: ['b'] }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      },
      [note],
    ],
  ])('%j', (written, expected, notes) => {
    const { raw, said } = rewritten(written);
    expect(raw).toEqual({ ...minimum, ...expected });
    expect(said).toEqual(notes);
  });

  test('what both dialects share is left alone', () => {
    const navigation = {
      tabs: [
        {
          tab: 'T',
          menu: [
            {
              item: 'M',
              pages: [
                'a',
                {
                  group: 'G',
                  root: 'r',
                  tag: 'New',
                  expanded: true,
                  openapi: 'o.json',
                  pages: ['GET /x'],
                },
              ],
            },
          ],
        },
      ],
    };
    const icons = { library: 'tabler' };
    expect(rewritten({ icons, navigation })).toEqual({
      raw: { ...minimum, icons, navigation },
      said: [],
    });
  });

  test('other unknown themes stay an error', () => {
    expect(rewritten({ theme: 'sequoya' }).said).toEqual(['error unexpected-value']);
  });
});

describe('docent migrate', () => {
  const migrate = (text: string) => migrateConfig(text, { file: 'docs.json' });

  test('a file in the shape of the specification is left byte for byte', () => {
    const text = '{"name":"Acme",\n\n  "navigation": {"pages":  ["a"]}}';
    expect(migrate(text)).toMatchObject({ text, changed: false });
  });

  test('only the lines that must change do', () => {
    const text = `{
    "name":   "Acme",
    "colors": { "primary": "#abc", "dark":"#000000" },
    "navigation": {
        "languages": [
            { "language": "de", "pages": ["a","b"] },
            {
                "language": "fr",
                "pages": [
                    "c"
                ]
            }
        ]
    }
}
`;
    expect(migrate(text).text).toBe(`{
    "name":   "Acme",
    "colors": { "primary": "#aabbcc", "dark":"#000000" },
    "navigation": {
        "languages": [
            { "code": "de", "pages": ["a","b"] },
            {
                "code": "fr",
                "pages": [
                    "c"
                ]
            }
        ]
    }
}
`);
  });

  test('a migrated file has nothing left to migrate', () => {
    const first = migrate(
      '{"navigation": [{"group": "A", "directory": "card", "pages": ["x"]}], "theme": "luma"}',
    );
    expect(first.changed).toBe(true);
    expect(migrate(first.text)).toMatchObject({ text: first.text, changed: false });
  });

  test("a file that can't be parsed is left unchanged, with its problem", () => {
    expect(migrate('{"a": ')).toMatchObject({
      text: '{"a": ',
      changed: false,
      problems: [{ ruleId: 'json-syntax' }],
    });
  });
});

describe('shapes of the other dialect refuse no site', () => {
  test.each([
    [
      { styling: { codeblocks: 'dracula' } },
      { styling: { codeblocks: { theme: 'dracula' } } },
      [note],
    ],
    [{ api: { mdx: { auth: { method: 'cobo' } } } }, { api: { mdx: { auth: {} } } }, [note]],
    [
      { api: { openapi: [{ source: 'a.json', directory: 'api' }, 'b.json'] } },
      { api: { openapi: ['a.json', 'b.json'] } },
      ['warning config-dialect'],
    ],
    [
      {
        navigation: {
          global: {
            dropdowns: [{ dropdown: 'D', href: 'https://d.example', icon: 'star' }],
            versions: [{ version: 'V', href: 'https://v.example' }],
          },
          tabs: [{ tab: 'T', pages: ['a'] }],
        },
      },
      {
        navigation: {
          tabs: [{ tab: 'T', pages: ['a'] }],
          anchors: [
            { anchor: 'D', href: 'https://d.example', icon: 'star' },
            { anchor: 'V', href: 'https://v.example' },
          ],
        },
      },
      [note],
    ],
    [{ api: { openapi: { directory: 'specs' } } }, { api: {} }, ['warning config-dialect']],
    [
      { footer: { socials: [{ type: 'github', url: 'https://github.com/acme' }] } },
      { footer: { socials: { github: 'https://github.com/acme' } } },
      [note],
    ],
    [
      { navbar: { primary: { label: 'Start', href: '/start' } } },
      { navbar: { primary: { label: 'Start', href: '/start', type: 'button' } } },
      [note],
    ],
    [
      { navbar: { links: [{ icon: 'github', href: 'https://github.com/acme' }] } },
      { navbar: { links: [{ icon: 'github', href: 'https://github.com/acme', label: '' }] } },
      ['warning empty-label'],
    ],
    [
      {
        navigation: {
          languages: [
            {
              language: 'en',
              pages: ['index'],
              navbar: {
                primary: { label: 'Start', url: '/start' },
                links: [{ label: '', href: '/' }],
              },
              footer: { socials: [{ type: 'github', url: 'https://github.com/acme' }] },
            },
          ],
        },
      },
      {
        navigation: {
          languages: [
            {
              code: 'en',
              pages: ['index'],
              navbar: { primary: { label: 'Start', href: '/start', type: 'button' }, links: [] },
              footer: { socials: { github: 'https://github.com/acme' } },
            },
          ],
        },
      },
      [note, note, note, note, 'warning empty-label'],
    ],
    [{ contextual: { options: ['copy', 'grok'] } }, { contextual: { options: ['copy'] } }, [note]],
    [
      {
        contextual: {
          options: [{ title: 'T', description: 'D', icon: { name: 'x' }, href: { base: '/t' } }],
        },
      },
      { contextual: { options: [{ title: 'T', description: 'D', icon: 'x', href: '/t' }] } },
      [note],
    ],
    [
      { variables: { '2fa': 'x', b: 'y' } },
      { variables: [{ name: 'b', defaultValue: 'y' }] },
      [note, 'warning config-dialect'],
    ],
    [
      { thumbnails: { background: 'https://acme.example/card' } },
      { thumbnails: { background: 'https://acme.example/card' } },
      [],
    ],
    [
      { navigation: { groups: [{ group: 'G', asyncapi: 'a.yaml' }], pages: ['a'] } },
      { navigation: { groups: [{ group: 'G', asyncapi: 'a.yaml' }], pages: ['a'] } },
      [],
    ],
  ])('%j', (written, expected, notes) => {
    const { raw, said } = rewritten(written);
    expect(raw).toEqual({ ...minimum, ...expected });
    expect(said).toEqual(notes);
  });

  test('a group may have descriptions of both kinds', () => {
    const groups = [{ group: 'G', openapi: 'o.json', asyncapi: 'a.yaml' }];
    const { raw } = rewritten({ navigation: { groups } });
    expect(raw.navigation).toEqual({ groups });
  });

  test('a language without pages yet is left out', () => {
    const languages = [
      { language: 'en', pages: ['a'] },
      { language: 'fr', groups: [] },
    ];
    const { said } = rewritten({ navigation: { languages } });
    expect(said).toEqual([note, note, 'warning empty-group']);
  });
});

describe('a public group', () => {
  const auth = {
    enabled: true,
    provider: 'custom',
    loginUrl: '/in',
    jwksUrl: 'https://a.org/keys',
  };
  const group = (more: object) => ({ navigation: { groups: [{ group: 'G', ...more }] } });
  const ofPublic = {
    public: true,
    root: 'r',
    pages: [
      '/a',
      'b/index',
      { group: 'H', pages: ['c'] },
      { group: 'I', public: false, pages: ['d'] },
    ],
  };

  test('names its pages and those of groups in it, and no others', () => {
    const { raw, said } = rewritten({
      auth: { ...auth, publicPaths: ['start'] },
      navigation: { tabs: [{ tab: 'T', groups: [{ group: 'F', pages: ['x', ofPublic] }] }] },
    });
    expect(raw.auth).toMatchObject({ publicPaths: ['start', 'r', 'a', 'b/index', 'c'] });
    expect(said).toContain(note);
    expect(said.join()).not.toContain('unknown-key');
  });

  test('opens nothing by a pattern, and says so where pages follow from a description', () => {
    const { raw, said } = rewritten({
      auth,
      ...group({ public: true, openapi: 'api.json', pages: ['**', 'GET /users', 'a'] }),
    });
    expect(raw.auth).toMatchObject({ publicPaths: ['a'] });
    expect(said).toContain('warning config-dialect');
  });

  test('needs nothing without sessions, and one that is not public has none', () => {
    expect(rewritten(group({ public: true, pages: ['a'] })).said).toEqual([note]);
    const { raw } = rewritten({ auth, ...group({ public: false, pages: ['a'] }) });
    expect(raw.auth).toEqual(auth);
  });
});
