import { describe, expect, test } from 'vitest';
import { findTerms, type Term, usesForm } from '../../../pipeline/translate/glossary.ts';

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
