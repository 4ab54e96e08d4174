import { expect, test } from 'vitest';
import { siteLanguages } from '../../../pipeline/config/languages.ts';
import { readConfig } from '../../../pipeline/config/read.ts';

function languages(changes: Readonly<Record<string, unknown>>) {
  const { config } = readConfig(
    JSON.stringify({ name: 'Acme', colors: { primary: '#0d9373' }, ...changes }),
    { file: 'docs.json' },
  );
  if (config === undefined) throw new Error('no configuration');
  return siteLanguages(config);
}

test('a folder is the first segment that the pages of a language share, not its code', () => {
  const found = languages({
    navigation: {
      languages: [
        { code: 'en', default: true, pages: ['en/a', 'en/b'] },
        { code: 'zh-CN', tabs: [{ tab: 'T', groups: [{ group: 'G', pages: ['zh/a'] }] }] },
      ],
    },
  });
  expect([...found.folders]).toEqual([
    ['en', 'en'],
    ['zh-CN', 'zh'],
  ]);
  expect(found.languageOf('zh/x/y')).toBe('zh-CN');
  expect(found.languageOf('en/x')).toBe('en');
  expect(found.languageOf('elsewhere')).toBe('en');
  expect(found.sourcePathOf('zh/x/y')).toBe('en/x/y');
  expect(found.sourcePathOf('en/x')).toBeUndefined();
  expect(found.pathIn('en/x', 'zh-CN')).toBe('zh/x');
});

test('the source language may live at the root', () => {
  const found = languages({
    navigation: {
      languages: [
        { code: 'de', default: true, pages: ['index', 'guides/a'] },
        { code: 'fr', pages: ['fr/index'] },
      ],
    },
  });
  expect(found.source).toBe('de');
  expect(found.languageOf('guides/a')).toBe('de');
  expect(found.sourcePathOf('fr/guides/a')).toBe('guides/a');
  expect(found.pathIn('guides/a', 'fr')).toBe('fr/guides/a');
});

test('languages to translate into have folders named by their code', () => {
  const found = languages({ navigation: { pages: ['a'] }, i18n: { languages: ['ja'] } });
  expect(found.languageOf('ja/a')).toBe('ja');
  expect(found.sourcePathOf('ja/a')).toBe('a');
  expect(found.languageOf('jam')).toBe('en');
});

test('a language with a prefix and no pages of its own uses the prefix', () => {
  const found = languages({
    navigation: {
      pages: ['a'],
      languages: [
        { code: 'en', name: 'English', url: '/' },
        { code: 'es', name: 'Español', url: '/es' },
      ],
    },
  });
  expect([...found.folders]).toEqual([
    ['en', ''],
    ['es', 'es'],
  ]);
});

test('the source language has no folder where the pages of the shared navigation are not in its url', () => {
  const shared = (pages: readonly string[]) =>
    languages({
      navigation: {
        languages: [
          { code: 'en', name: 'English', url: '/en' },
          { code: 'de', name: 'Deutsch', url: '/de' },
        ],
        groups: [{ group: 'Start', pages }],
      },
    });
  const root = shared(['index', 'guides/a']);
  expect([...root.folders]).toEqual([
    ['en', ''],
    ['de', 'de'],
  ]);
  expect(root.sourcePathOf('de/guides/a')).toBe('guides/a');
  expect(root.sourcePathOf('de/index')).toBe('index');
  const own = shared(['en/index', 'en/guides/a']);
  expect(own.folders.get('en')).toBe('en');
  expect(own.sourcePathOf('de/guides/a')).toBe('en/guides/a');
});

const inLanguages = (lists: Readonly<Record<string, readonly string[]>>) =>
  languages({
    navigation: { languages: Object.entries(lists).map(([code, pages]) => ({ code, pages })) },
  });

test('languages below one folder have the folders that are called like them', () => {
  const found = inLanguages({
    en: ['docs/index', 'docs/guides/a'],
    'fr-CA': ['docs/fr-ca/index', 'docs/fr-ca/guides/a'],
    ja: ['docs/ja-jp/index'],
  });
  expect([...found.folders]).toEqual([
    ['en', 'docs'],
    ['fr-CA', 'docs/fr-ca'],
    ['ja', 'docs/ja-jp'],
  ]);
  expect(found.languageOf('docs/fr-ca/unlisted')).toBe('fr-CA');
  expect(found.languageOf('docs/unlisted')).toBe('en');
  expect(found.sourcePathOf('docs/ja-jp/index')).toBe('docs/index');
  expect(found.pathIn('docs/guides/a', 'fr-CA')).toBe('docs/fr-ca/guides/a');
});

test('languages inside the folders of versions are known by a segment of the path', () => {
  const found = inLanguages({
    en: ['versions/1/en/index', 'versions/2/en/index', 'other/en/index'],
    zh: ['versions/1/zh/index', 'versions/2/zh/index', 'other/zh/index'],
  });
  expect(found.languageOf('versions/2/zh/index')).toBe('zh');
  expect(found.languageOf('versions/2/zh/unlisted')).toBe('zh');
  expect(found.languageOf('versions/2/en/unlisted')).toBe('en');
  expect(found.sourcePathOf('versions/2/zh/index')).toBe('versions/2/en/index');
  expect(found.pathIn('versions/2/en/index', 'zh')).toBe('versions/2/zh/index');
});

test('a segment that names a language may be missing from the paths of the source language', () => {
  const found = inLanguages({
    en: ['index', 'edge/start', 'v1/start'],
    'pt-BR': ['pt-BR/index', 'edge/pt-BR/start', 'v1/pt-BR/start'],
  });
  expect(found.folders.get('pt-BR')).toBe('pt-BR');
  expect(found.sourcePathOf('pt-BR/index')).toBe('index');
  expect(found.sourcePathOf('v1/pt-BR/start')).toBe('v1/start');
});

test('a page in no folder of a language has the language of the entry that lists it', () => {
  const found = inLanguages({
    en: ['introduction', 'changelog'],
    fr: ['fr/introduction', 'changelog', 'api/one'],
  });
  expect(found.folders.get('fr')).toBe('fr');
  expect(found.languageOf('fr/introduction')).toBe('fr');
  expect(found.languageOf('fr/unlisted')).toBe('fr');
  expect(found.languageOf('changelog')).toBe('en');
  expect(found.languageOf('api/one')).toBe('fr');
  expect(found.sourcePathOf('api/one')).toBeUndefined();
});

test('a page in a folder that is called like a language stays in it, whoever lists the page', () => {
  const found = inLanguages({ en: ['en/a', 'en/b'], fr: ['fr/a', 'en/c'] });
  expect(found.folders.get('fr')).toBe('fr');
  expect(found.languageOf('en/c')).toBe('en');
});

test('a folder whose name only begins like a language is not its folder', () => {
  const found = inLanguages({
    en: ['index', 'no-code/a'],
    no: ['no-code/b', 'hjelp/c', 'no/index'],
    zh: ['zh-hans/index', 'zh-hans/a'],
  });
  expect(found.folders.get('no')).toBe('no');
  expect(found.folders.get('zh')).toBe('zh-hans');
  expect(found.languageOf('no-code/unlisted')).toBe('en');
});

test('the source language is at the root where others repeat its folder', () => {
  const found = inLanguages({ en: ['guides/a', 'guides/b'], fr: ['fr/guides/a'] });
  expect(found.folders.get('en')).toBe('');
  expect(found.sourcePathOf('fr/guides/a')).toBe('guides/a');
});

test('a folder that is called like a language by chance is none elsewhere', () => {
  const found = inLanguages({ en: ['index'], id: ['id/index'] });
  expect(found.languageOf('api/id/users')).toBe('en');
});

test('a page of the shared navigation is in the source language, even if another lists it', () => {
  const found = languages({
    navigation: {
      groups: [{ group: 'Start', pages: ['index', 'a'] }],
      languages: [
        { code: 'en', name: 'English', url: '/en' },
        { code: 'fr', url: '/fr', pages: ['a', 'b'] },
      ],
    },
  });
  expect(found.languageOf('a')).toBe('en');
  expect(found.languageOf('b')).toBe('fr');
});
