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
