import { expect, test } from 'vitest';
import { checkNetworks } from '../../../pipeline/check/networks.ts';
import type { Config } from '../../../schema/config/config.ts';

const reported = (...names: readonly string[]) => {
  const socials = Object.fromEntries(names.map((name) => [name, 'https://a.example']));
  const config = { footer: { socials }, navigation: {} } as unknown as Config;
  return checkNetworks(config, () => ({ file: 'docs.json' })).map(({ reason }) => reason);
};

test('a name that is nearly that of a network is reported', () => {
  expect(reported('githbu')).toEqual([
    'Unknown network "githbu" in footer.socials; did you mean "github"?',
  ]);
});

test('names of icons, and of links that lead to no network, are known', () => {
  expect(reported('x-twitter', 'earth-americas', 'podcast', 'website')).toEqual([]);
});

test('the footer of a language is looked at as well, at its own place', () => {
  const footer = { socials: { githbu: 'https://a.example' } };
  const config = { navigation: { languages: [{ code: 'en' }, { code: 'de', footer }] } };
  const found = checkNetworks(config as unknown as Config, (pointer) => ({ file: pointer }));
  expect(found.map(({ file }) => file)).toEqual(['/navigation/languages/1/footer/socials/githbu']);
});

test('the footer of a language inside of a version is looked at as well', () => {
  const footer = { socials: { githbu: 'https://a.example' } };
  const config = { navigation: { versions: [{ languages: [{ code: 'de', footer }] }] } };
  const found = checkNetworks(config as unknown as Config, (pointer) => ({ file: pointer }));
  expect(found.map(({ file }) => file)).toEqual([
    '/navigation/versions/0/languages/0/footer/socials/githbu',
  ]);
});
