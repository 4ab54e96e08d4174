import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkConfig } from '../../../pipeline/check/config.ts';
import { checkSite } from '../../../pipeline/check.ts';
import { projectRoot } from '../../support/corpus.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';
import { openSqliteTest, type TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

const base = {
  name: 'Acme',
  colors: { primary: '#0d9373' },
  navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
};
const text = (more: object) => JSON.stringify({ ...base, ...more }, null, 1);
const navigation = (more: object) => text({ navigation: { ...base.navigation, ...more } });
const pages = ['index'];
const version = (name: string, more: object = {}) => ({ name, url: `/${name}`, pages, ...more });
const redirect = (source: string, destination: string) =>
  text({ redirects: [{ source, destination }] });
const manyRedirects = Array.from({ length: 30 }, (_, index) => ({
  source: `/a${index}`,
  destination: `/a${index + 1}`,
}));
const computed = (name: string, expression: string) => ({ name, type: 'computed', expression });

/** Texts with the codes of errors in them that no page can cure. */
const cases: readonly (readonly [code: string, text: string])[] = [
  ['json-syntax', '{ "name": '],
  ['json-empty', ''],
  ['json-comment', text({}).replace('{', '{ // a comment\n')],
  ['json-trailing-comma', text({}).replace(/\}$/, ',}')],
  ['json-duplicate-key', text({}).replace('{', '{ "name": "A",')],
  ['json-depth', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['wrong-type', text({ name: 1 })],
  ['wrong-format', text({ colors: { primary: 'greenish' } })],
  ['wrong-format', text({ hosting: { basePath: '/a//b' } })],
  ['wrong-format', text({ variables: [{ name: 'a-b', type: 'string' }] })],
  ['out-of-range', text({ name: '' })],
  ['unexpected-value', text({ theme: 'mnt' })],
  ['unexpected-value', text({ fonts: { family: 'Inter', weight: '700 400' } })],
  ['missing-field', '{ "name": "A" }'],
  ['missing-field', text({ auth: { enabled: true, provider: 'custom' } })],
  ['missing-field', text({ api: { mdx: { auth: { method: 'oauth2' } } } })],
  ['missing-field', navigation({ products: [{ product: 'A' }] })],
  ['missing-field', navigation({ versions: [{ name: 'v1' }] })],
  ['missing-field', text({ variables: [{ name: 'a', type: 'select' }] })],
  ['unknown-key', text({ nmae: 'A', name: undefined })],
  ['incomplete-logo', text({ logo: { dark: '/logo.svg' } })],
  ['empty-navigation', text({ navigation: {} })],
  [
    'empty-tab',
    text({
      navigation: {
        tabs: [
          { tab: 'A', pages },
          { tab: 'B', groups: [] },
        ],
      },
    }),
  ],
  ['unsafe-link', text({ navbar: { links: [{ label: 'A', href: 'javascript:alert(1)' }] } })],
  ['unsafe-link', navigation({ anchors: [{ anchor: 'A', href: 'javascript:alert(1)' }] })],
  [
    'several-defaults',
    navigation({ versions: [version('v1', { default: true }), version('v2', { default: true })] }),
  ],
  ['duplicate-version', navigation({ versions: [version('v1'), version('v1')] })],
  [
    'duplicate-language',
    navigation({ languages: [version('a', { code: 'de' }), version('b', { code: 'de' })] }),
  ],
  [
    'conflicting-fields',
    navigation({ anchors: [{ anchor: 'A', name: 'B', href: 'https://example.com' }] }),
  ],
  [
    'duplicate-variable',
    text({
      variables: [
        { name: 'a', type: 'string' },
        { name: 'a', type: 'string' },
      ],
    }),
  ],
  ['secret-default', text({ variables: [{ name: 'a', type: 'secret', defaultValue: 'x' }] })],
  ['variable-cycle', text({ variables: [computed('a', 'b'), computed('b', 'a')] })],
  ['variable-expression', text({ variables: [computed('a', 'nobody + 1')] })],
  ['redirect-source', redirect('https://example.com/a', '/index')],
  ['redirect-destination', redirect('/a', 'ftp://example.com')],
  ['redirect-pattern', redirect('/*/a/*', '/index')],
  ['redirect-parameter', redirect('/a', '/:slug')],
  ['redirect-loop', redirect('/a', '/a')],
  ['redirect-chain', text({ redirects: manyRedirects })],
  ['ref-missing', text({ footer: { $ref: './footer.json' } })],
  ['ref-outside', text({ footer: { $ref: '../footer.json' } })],
  ['ref-cycle', text({ footer: { $ref: './docs.json' } })],
];

/** Codes of the same sources that need files, or are never errors. */
const others = new Set([
  ...['missing-page', 'missing-landing', 'missing-operation', 'excluded-operation'],
  ...['json-encoding', 'ref-limit', 'redirect-limit', 'redirect-fragment', 'duplicate-redirect'],
  ...['duplicate-page', 'mixed-navigation', 'deep-group', 'empty-group', 'incomplete-anchor'],
  ...[
    'unknown-language',
    'unknown-model',
    'unused-field',
    'essential-cookies',
    'chain-without-node',
    'font-without-source',
  ],
  ...['default-language-listed', 'empty-value', 'loose-value', 'empty-label', 'config-dialect'],
]);

let opened: TestStore;
let api: TestApi;
let site: string;
beforeAll(async () => {
  opened = await openSqliteTest();
  api = await testApi(opened.store, { checkConfig: (text) => checkConfig(text) });
  site = await api.site();
});
afterAll(() => opened.drop());

describe('a configJson that docent check refuses for itself alone', () => {
  test.each(cases)('is refused with the same words: %s', async (code, configJson) => {
    const dir = writeFiles(tempDir(), { 'index.mdx': '---\ntitle: A\n---\n\nText.\n' });
    writeFiles(dir, { 'docs.json': configJson });
    const { problems } = await checkSite({ dir, threads: 1 });
    const checked = problems
      .filter(({ severity, file }) => severity === 'error' && file === 'docs.json')
      .map(({ ruleId, reason, note }) => ({ code: ruleId, words: [reason, note] }));
    expect(checked.map((one) => one.code)).toContain(code);

    const { status, body } = await api.call(`PATCH /projects/${site}`, { configJson });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const details = body.error.details as { readonly code: string; readonly message: string }[];
    expect(details.map((detail) => detail.code).sort()).toEqual(
      checked.map((one) => one.code).sort(),
    );
    for (const { code: told, words } of checked) {
      const [reason = '', note = ''] = words;
      const same = details.filter((detail) => detail.code === told);
      const said = same.map(({ message }) => message);
      expect(said.some((message) => message.includes(reason) && message.endsWith(note))).toBe(true);
    }
  });

  test('is so for every code of these rules', () => {
    const sources = [
      ...['check', 'check-navigation', 'navigation', 'redirects', 'variables', 'include', 'read'],
      ...['relax', 'labels'],
    ].map((name) => `pipeline/config/${name}.ts`);
    const codes = [...sources, 'schema/validate.ts', 'schema/pointer.ts'].flatMap((file) => {
      const source = readFileSync(join(projectRoot, file), 'utf8');
      const pattern = /(?:ruleId:|code:|fail\((?:name, )?) ?'([a-z]+(?:-[a-z]+)+)'/g;
      return [...source.matchAll(pattern)].map((match) => match[1] ?? '');
    });
    const covered = new Set(cases.map(([code]) => code));
    const open = codes.filter((code) => !covered.has(code) && !others.has(code));
    expect([...new Set(open)]).toEqual([]);
  });
});
