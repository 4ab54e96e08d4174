import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Detector,
  judge,
  judgeTogether,
  openDetector,
  wrongLanguage,
} from '../../../pipeline/translate/language.ts';
import { languages } from '../../../schema/languages.ts';
import { english, texts } from '../../support/texts-in-languages.ts';

/** Languages that no detector tells apart in a few sentences. */
const alike = [
  ['id', 'ms'],
  ['no', 'da'],
  ['zh-CN', 'zh-TW'],
];
const targets = Object.keys(languages).filter((code) => code !== 'en');
const way = (to: string) => ({ from: 'en', to, common: new Set<string>() });

describe('the check of languages', () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await openDetector();
  });

  test('knows a text in each of the 23 languages to translate into', () => {
    expect(Object.keys(texts).sort()).toEqual([...targets].sort());
  });

  test.each(targets)('takes a good translation into %s, whole and by sentences', (to) => {
    const target = texts[to] ?? '';
    expect(wrongLanguage(target, to, detector)).toBe(undefined);
    expect(judge({ source: english, target }, way(to), detector)).toBe(undefined);
    const own = target.split(/(?<=[.。])\s*/).filter((sentence) => sentence !== '');
    const theirs = english.split(/(?<=\.)\s+/);
    for (const [index, sentence] of own.slice(0, 4).entries()) {
      const judged = judge({ source: theirs[index] ?? '', target: sentence }, way(to), detector);
      // A short sentence may be doubted; a doubt is asked about once, and then believed.
      expect(judged?.isDoubt ?? true, sentence).toBe(true);
    }
  });

  test.each(targets)('refuses the source over again for %s', (to) => {
    const judged = judge({ source: english, target: english }, way(to), detector);
    expect(judged).toMatchObject({ isDoubt: false });
  });

  test.each(targets)('refuses every other language in place of %s', (to) => {
    for (const [language, target] of Object.entries(texts)) {
      if (language === to) continue;
      if (alike.some((group) => group.includes(language) && group.includes(to))) continue;
      const judged = judge({ source: english, target }, way(to), detector);
      const found = judged?.fault ?? wrongLanguage(target, to, detector);
      expect(found, `${language} for ${to}`).toBeDefined();
    }
  });

  test.each(['ja', 'zh-CN', 'zh-TW', 'ko', 'th', 'ar', 'he', 'uk'])(
    'takes no Finnish title for one in %s, however short',
    (to) => {
      for (const target of ['Johdanto', 'Asetukset ja käyttö', 'Opas']) {
        const judged = judge({ source: 'Introduction', target }, way(to), detector);
        expect(judged, target).toMatchObject({ isDoubt: false });
      }
    },
  );

  test('takes names, codes and given terms in Latin letters for what they are', () => {
    const pairs = [
      ['Use the Docker API', 'Docker API を使用する'],
      ["Docker's APIs", 'Docker API'],
      ['GitHub Actions', 'GitHub Actions'],
    ];
    for (const [source = '', target = ''] of pairs) {
      expect(judge({ source, target }, way('ja'), detector), target).toBe(undefined);
    }
    const pair = { source: 'Open the dashboard', target: 'Console を開く' };
    expect(judge(pair, { ...way('ja'), given: 'Console' }, detector)).toBe(undefined);
    // A word more is asked about once, and then believed.
    const more = { source: 'Sign in with your identity provider', target: 'IdP でサインインする' };
    expect(judge(more, way('ja'), detector)).toMatchObject({ isDoubt: true });
  });

  test('asks no detector about less than 40 letters, nor to tell near languages apart', () => {
    const certain: Detector = { guess: () => 'sv', detect: () => 'sv' };
    const source = 'Change the settings of your team at any time you like to do so.';
    const target = 'Du kan endre innstillingene for teamet ditt når som helst du vil.';
    expect(judge({ source, target }, way('no'), certain)).toBe(undefined);
    expect(judge({ source, target }, way('fi'), certain)?.fault).toEqual({
      kind: 'other-language',
      what: 'sv',
    });
    const short = { source: 'Change all of the settings', target: 'Endre alle innstillingene' };
    expect(judge(short, way('fi'), certain)).toBe(undefined);
  });

  test('reads titles, headings and cells together, where each is too short to tell', () => {
    const sources = ['Settings', 'First steps', 'Change the password', 'Members of the team'];
    const finnish = ['Asetukset', 'Ensimmäiset vaiheet', 'Vaihda salasana', 'Ryhmän jäsenet'];
    const german = ['Einstellungen', 'Erste Schritte', 'Passwort ändern', 'Mitglieder des Teams'];
    const pairs = (targets: readonly string[]) =>
      sources.map((source, index) => ({ source, target: targets[index] ?? '' }));
    const to = { from: 'en', to: 'de' };
    expect(judgeTogether(pairs(german), to, detector)).toBe(undefined);
    expect(judgeTogether(pairs(finnish), to, detector)).toEqual({
      kind: 'short-texts-language',
      what: 'fi',
    });
    expect(judgeTogether(pairs(['E', 'E', 'P', 'M']), to, detector)).toEqual({
      kind: 'short-texts-cut',
    });
    // Names are the same in every language.
    const names = ['Docker Compose', 'Kubernetes', 'GitHub Actions', 'PostgreSQL', 'Elasticsearch'];
    const same = names.map((name) => ({ source: name, target: name }));
    expect(judgeTogether(same, to, detector)).toBe(undefined);
  });

  test('tells the two Chinese scripts apart on a page', () => {
    expect(wrongLanguage(texts['zh-TW'] ?? '', 'zh-CN', detector)?.kind).toBe('other-chinese');
    expect(wrongLanguage(texts['zh-CN'] ?? '', 'zh-TW', detector)?.kind).toBe('other-chinese');
  });
});
