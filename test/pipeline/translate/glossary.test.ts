import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createTermSearch,
  findTerms,
  type Term,
  usesForm,
} from '../../../pipeline/translate/glossary.ts';

const term = (name: string, more: Partial<Term> = {}): Term => ({
  term: name,
  description: '',
  translations: {},
  caseSensitive: true,
  doNotTranslate: false,
  ...more,
});
const found = (text: string, ...terms: Term[]) =>
  findTerms(text, terms).map(({ start, end }) => text.slice(start, end));

describe('terms in a text', () => {
  test('are whole words, whatever surrounds them', () => {
    expect(found('An API, the APIs and "API".', term('API'))).toEqual(['API', 'API']);
    expect(found('Zürich und Zürichs', term('Zürich'))).toEqual(['Zürich']);
    expect(found('Use C++ or C.', term('C++'))).toEqual(['C++']);
  });

  test('are found in Chinese, Japanese and Thai as parts of the text', () => {
    expect(found('打开工作区设置', term('工作区'))).toEqual(['工作区']);
  });

  test('are the longest matches, and never overlap', () => {
    const terms = [term('Cloud'), term('Acme Cloud')];
    expect(found('Acme Cloud is a Cloud.', ...terms)).toEqual(['Acme Cloud', 'Cloud']);
  });

  test('are case-sensitive only if set', () => {
    expect(found('The workspace and the Workspace', term('Workspace'))).toEqual(['Workspace']);
    const loose = term('Workspace', { caseSensitive: false });
    expect(found('The workspace and the Workspace', loose)).toEqual(['workspace', 'Workspace']);
  });

  test('are found in any case where small letters are longer or differ by place', () => {
    const loose = (name: string) => term(name, { caseSensitive: false });
    expect(found('İSTANBUL, the Workspace', loose('workspace'))).toEqual(['Workspace']);
    expect(found('İ', loose('İ'))).toEqual(['İ']);
    expect([...createTermSearch([loose('İ')])('İ')]).toHaveLength(1);
    expect(found('Η ΟΔΟΣ', loose('οδος'))).toEqual(['ΟΔΟΣ']);
  });
});

describe('a given translation', () => {
  const given = (form: string, more: Partial<Term> = {}) =>
    term('workspace', { translations: { x: form }, ...more });

  test.each([
    ['Öffnen Sie den Arbeitsbereich.', 'Arbeitsbereich', true],
    ['Öffnen Sie die Arbeitsbereiche.', 'Arbeitsbereich', true],
    ['Abra o espaço de trabalho.', 'Espaço de trabalho', true],
    ['Otwórz przestrzeni roboczej.', 'przestrzeń robocza', true],
    ['Öffnen Sie den Workspace.', 'Arbeitsbereich', false],
    ['ワークスペースを開く', 'ワークスペース', true],
    ['作業領域を開く', 'ワークスペース', false],
    ['Konten öffnen', 'Konto|Konten', true],
  ])('%s uses %s: %s', (text, form, used) => {
    expect(usesForm(text, given(form, { caseSensitive: false }), 'x')).toBe(used);
  });

  test('is not asked for where none is given, or where the term stays', () => {
    expect(usesForm('anything', given('Form'), 'y')).toBe(true);
    expect(usesForm('anything', given('Form', { doNotTranslate: true }), 'x')).toBe(true);
  });
});

describe('the search for many terms', () => {
  test('finds each term that is found alone, in any script', () => {
    const part = fc.constantFrom(
      'API',
      'api',
      ' ',
      'key',
      's',
      'C++',
      '設定',
      'İ',
      'Σ',
      'ς',
      '_',
      '-',
      'a',
    );
    const words = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    const some = fc
      .tuple(
        words.filter((word) => word.trim() !== ''),
        fc.boolean(),
      )
      .map(([name, caseSensitive]) => term(name, { caseSensitive }));
    fc.assert(
      fc.property(words, fc.array(some, { maxLength: 6 }), (text, terms) => {
        const alone = terms.filter((one) => findTerms(text, [one]).length > 0);
        expect([...createTermSearch(terms)(text)]).toEqual(expect.arrayContaining(alone));
        expect(createTermSearch(terms)(text).size).toBe(alone.length);
      }),
    );
  });

  test('takes as long for a thousand terms as for a few', () => {
    const terms = Array.from({ length: 1_000 }, (_, index) => term(`word${index} of it`));
    const search = createTermSearch(terms);
    const text = 'Some words of it are no terms, but word7 of it is. '.repeat(2_000);
    expect([...search(text)].map((one) => one.term)).toEqual(['word7 of it']);
  });
});
