import { expect, test } from 'vitest';
import type { SiteReader } from '../../../pipeline/output/read.ts';
import { languageOf } from '../../../runtime/site/address-language.ts';

const site = (folders: Record<string, string>, basePath = '') =>
  ({
    deployment: { basePath, sourceLanguage: 'en' },
    routes: { redirects: [], folders },
  }) as unknown as SiteReader;

test.each([
  ['/docs/de', 'de'],
  ['/docs/de/setup?tab=2', 'de'],
  ['/docs/de?tab=2', 'de'],
  ['/docs/design', 'en'],
  ['/docs/guide/zh/setup', 'zh-CN'],
  ['/docs/guide/zh/old/setup', 'zh-TW'],
  ['/docs/guide', 'en'],
  ['/de/setup', 'en'],
  ['', 'en'],
])('the language of %s is %s', (address, language) => {
  const folders = { de: 'de', 'guide/zh': 'zh-CN', 'guide/zh/old': 'zh-TW' };
  expect(languageOf(site(folders, '/docs'), address).language).toBe(language);
});
