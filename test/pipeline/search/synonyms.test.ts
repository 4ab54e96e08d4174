import { describe, expect, test } from 'vitest';
import { stemOf } from '../../../pipeline/search/stem.ts';
import {
  phrasesIn,
  readSynonyms,
  synonymKeys,
  writeSynonyms,
} from '../../../pipeline/search/synonyms.ts';
import { vocabulary } from '../../../pipeline/search/vocabulary.ts';

const read = (own: string, language: string) =>
  readSynonyms(writeSynonyms({ general: vocabulary[language] ?? '', own }, language));

const others = (list: string, word: string, language = 'xx') =>
  [...(read(list, language).get(word) ?? [])].sort();

describe('a list of synonyms', () => {
  test.each(Object.keys(vocabulary))('has its keys in the order of its groups: %s', (language) => {
    const general = vocabulary[language] ?? '';
    const written = writeSynonyms(
      { general, own: 'turn off, disable\nsso, single sign on' },
      language,
    );
    expect([...synonymKeys(written)]).toEqual([...readSynonyms(written).keys()]);
  });

  test.each([
    ['separated by commas', 'gizmo, widget, thing'],
    ['separated by blanks', 'gizmo widget  thing'],
    ['with a comment', '# ours\ngizmo, widget, thing # all of them'],
    ['on two lines', 'gizmo, widget\ngizmo, thing'],
  ])('holds groups %s', (_name, list) => {
    expect(others(list, 'gizmo')).toEqual(['thing', 'widget']);
  });

  test('is added to the general one of the language', () => {
    const remove = stemOf('remove', 'en');
    expect(others('', remove, 'en')).toContain(stemOf('delete', 'en'));
    expect(others('remove, scrap', remove, 'en')).toEqual(
      [...others('', remove, 'en'), 'scrap'].sort(),
    );
    expect(others('', '删除', 'zh')).toContain('移除');
    expect(others('', remove, 'de')).toEqual([]);
  });

  test('may hold phrases, which are recognised as a whole and looked for by word', () => {
    const synonyms = read('single sign-on, sso', 'en');
    const [phrase] = phrasesIn('How do I set up Single Sign-On?', 'en', synonyms).filter((one) =>
      one.startsWith('singl'),
    );
    expect([...(synonyms.get(phrase ?? '') ?? [])]).toEqual(['sso']);
    expect([...(synonyms.get('sso') ?? [])]).toContain('singl');
    expect(phrasesIn('a single page', 'en', synonyms)).toEqual([]);
  });

  test('may hold longer words of text without spaces', () => {
    const synonyms = read('智能体, agent', 'zh');
    expect(phrasesIn('如何创建智能体?', 'zh', synonyms)).toEqual(['智能体']);
    expect([...(synonyms.get('智能体') ?? [])]).toEqual(['agent']);
    expect([...(synonyms.get('agent') ?? [])]).toEqual(['智能', '能体']);
  });

  test.each(['', ',', ', ,', '#', 'alone', 'same same'])(
    'without a pair says nothing: %j',
    (list) => {
      expect([...read(list, 'xx').values()].every((set) => set.size === 0)).toBe(true);
    },
  );

  test.each(Object.entries(vocabulary))('in %s has no group of one', (_language, list) => {
    const lines = list.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines)
      expect(line.split(line.includes(',') ? ',' : ' ').length, line).toBeGreaterThan(1);
  });
});
