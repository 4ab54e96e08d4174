import { expect, test } from 'vitest';
import type { Term } from '../../../../../packages/client/models.ts';
import {
  glossaryCsv,
  readGlossary,
} from '../../../../../runtime/dashboard/client/sections/glossary-csv.ts';

const term = (name: string, more: Partial<Term> = {}): Term => ({
  ...{ id: `trm_${name}`, term: name, description: '', translations: {}, createdAt: '' },
  ...{ caseSensitive: true, doNotTranslate: false },
  ...more,
});

test('an export has a column for each language, and is read again', () => {
  const terms = [
    term('page', { description: 'A file,\n"one"', translations: { fr: 'page', ja: 'ページ' } }),
    term('=SUM', { caseSensitive: false, doNotTranslate: true }),
  ];
  const csv = glossaryCsv(terms, ['fr', 'de']);
  expect(csv.split('\r\n')[0]).toBe('term,description,caseSensitive,doNotTranslate,fr,de,ja');
  expect(readGlossary(csv)).toEqual([
    {
      ...{ line: 2, term: 'page' },
      body: {
        ...{ term: 'page', description: 'A file,\n"one"', caseSensitive: true },
        ...{ doNotTranslate: false, translations: { fr: 'page', ja: 'ページ' } },
      },
    },
    {
      ...{ line: 4, term: '=SUM' },
      body: { term: '=SUM', caseSensitive: false, doNotTranslate: true },
    },
  ]);
});

test('a file of a spreadsheet is read with its separators and names, and each problem has its line', () => {
  const text =
    '\ufeffTerm;Note;Case-sensitive;de\r\n\r\nkey;;maybe;Schlüssel\n;x;;\nsite;;no;Seite;more\nrow;;;Zeile\n';
  expect(readGlossary(text)).toEqual([
    {
      line: 3,
      term: 'key',
      problem: 'Unexpected “maybe” in caseSensitive, expected true or false.',
    },
    { line: 4, term: '', problem: 'There is no term.' },
    { line: 5, term: 'site', problem: 'There are 5 cells, but 4 columns.' },
    { line: 6, term: 'row', body: { term: 'row', translations: { de: 'Zeile' } } },
  ]);
  expect(() => readGlossary('de,fr\na,b\n')).toThrow('no column “term”');
  expect(() => readGlossary('term,Last changed\na,b\n')).toThrow('The column “Last changed”');
});
