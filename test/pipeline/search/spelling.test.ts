import { describe, expect, test } from 'vitest';
import { stemOf } from '../../../pipeline/search/stem.ts';
import { ownSynonyms, readSynonyms, writeSynonyms } from '../../../pipeline/search/synonyms.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { searchOf } from '../../support/search.ts';
import { record, section } from './records.ts';

const found = async (records: readonly PageRecord[], query: string) => {
  const { results, unknown } = await searchOf(records)({ query });
  return { paths: results.map(({ path }) => path), unknown };
};

describe('two spellings of an English word', () => {
  test.each([
    ['colour', 'color'],
    ['behaviours', 'behavior'],
    ['favourite', 'favorites'],
    ['organise', 'organization'],
    ['customising', 'customize'],
    ['analyse', 'analyzing'],
    ['centre', 'centers'],
    ['catalogue', 'catalogs'],
    ['cancelled', 'canceled'],
    ['labelling', 'labels'],
    ['licence', 'licenses'],
    ['grey', 'gray'],
    ['programmes', 'program'],
    ['judgement', 'judgment'],
  ])('%s and %s are one', (a, b) => {
    expect(stemOf(a, 'en')).toBe(stemOf(b, 'en'));
  });

  test.each([
    ['four', 'for'],
    ['tour', 'tor'],
    ['store', 'stor'],
    ['hour', 'hor'],
  ])('%s and %s are two words', (a, b) => {
    expect(stemOf(a, 'en')).not.toBe(stemOf(b, 'en'));
  });

  test('keeps forms together that are written with s in both', () => {
    expect(stemOf('precise', 'en')).toBe(stemOf('precision', 'en'));
    expect(stemOf('revise', 'en')).toBe(stemOf('revision', 'en'));
  });
});

describe('words that are written together', () => {
  const filler = record('other', 'The time of a zone is shown.', { title: 'Clock' });

  test('are found by their parts', async () => {
    const pages = [filler, record('dates', 'All timezones of the world.', { title: 'Dates' })];
    expect((await found(pages, 'time zone')).paths[0]).toBe('dates');
    expect((await found(pages, 'how do I set the time zone?')).paths).toContain('dates');
  });

  test('find pages that write them apart', async () => {
    const pages = [record('dates', 'Set the time zone.'), record('other', 'Another timeline.')];
    expect(await found(pages, 'timezone')).toEqual({ paths: ['dates'], unknown: [] });
  });

  test.each([
    ['norm27', 'We comply with NORM 27.'],
    ['norm 27', 'We comply with NORM27.'],
  ])('are found with the number behind them: %s', async (query, text) => {
    const pages = [record('right', text), record('wrong', 'We write 27 letters of any form.')];
    const { paths, unknown } = await found(pages, query);
    expect(paths[0]).toBe('right');
    expect(unknown).toEqual([]);
  });

  test.each([
    ['de', 'Benutzerverwaltung', 'Die Verwaltung der Benutzer.'],
    ['de', 'Versionsnummer', 'Die Nummer der Version.'],
    ['de', 'Benutzer Verwaltung', 'In der Benutzerverwaltung.'],
    ['nl', 'gebruikersbeheer', 'Het beheer van gebruikers.'],
  ])('are found in %s: %s', async (language, query, text) => {
    const pages = [
      record('right', text, { language }),
      record('wrong', 'Etwas anderes, iets anders.', { language }),
    ];
    const { results, unknown } = await searchOf(pages)({ query, language });
    expect(results.map(({ path }) => path)).toEqual(['right']);
    expect(unknown).toEqual([]);
  });

  test.each([
    ['de', 'Zeitüberschreitungswert', 'Die Zeitüberschreitung beträgt eine Minute.'],
    ['de', 'Zeitüberschreitungswert', 'Der Wert steht in der Datei.'],
    ['nl', 'beveiligingsinstelling', 'De instelling staat hier.'],
    ['de', 'Berechtigungskonzepte', 'Jede Berechtigung gilt sofort.'],
  ])('are found in %s by the one of them that there is: %s', async (language, query, text) => {
    const pages = [
      record('right', text, { language }),
      record('wrong', 'Etwas anderes, iets anders.', { language }),
    ];
    const { results } = await searchOf(pages)({ query, language });
    expect(results.map(({ path }) => path)).toEqual(['right']);
  });

  test('count as well where the whole word is on another page', async () => {
    const language = 'de';
    const pages = [
      record('a', 'Die Benutzerverwaltung.', { language }),
      record('b', 'Die Verwaltung der Benutzer.', { language }),
      record('c', 'Etwas anderes.', { language }),
    ];
    const { results } = await searchOf(pages)({ query: 'Benutzerverwaltung', language });
    expect(results.map(({ path }) => path)).toEqual(['a', 'b']);
  });
});

test('a synonym counts less for a word that the site has in its headings', async () => {
  const scoreOf = async (heading: string) => {
    const pages = [
      record('own', 'x', { title: 'A', sections: [section(heading, 'How to erase things.')] }),
      record('synonym', 'To delete one.', { title: 'B' }),
      record('other', 'Something else.', { title: 'C' }),
    ];
    const { results } = await searchOf(pages)({ query: 'erase' });
    return results.find(({ path }) => path === 'synonym')?.score ?? 0;
  };
  expect(await scoreOf('Erase things')).toBeLessThan(await scoreOf('Things'));
});

test('the groups of docs.json are added to those of the file', () => {
  const own = ownSynonyms('gizmo, widget\n', [['workspace', 'team space']]);
  const synonyms = readSynonyms(writeSynonyms({ general: '', own }, 'en'));
  expect([...(synonyms.get('gizmo') ?? [])]).toEqual(['widget']);
  expect(synonyms.get('workspac')).toContain('team');
  expect(ownSynonyms('', [['a', 'b']])).toBe('\na, b\n');
  expect(ownSynonyms('x, y\n', [])).toBe('x, y\n');
});

test('a long word with a wrong letter is the word it is like for an answer; a short one may be another', async () => {
  const pages = [record('right', 'The encapsulation of plugins, and their queue.')];
  const known = async (query: string) => {
    const { words } = await searchOf(pages)({ query });
    return words.map(({ isKnown }) => isKnown);
  };
  expect(await known('encapsulaton')).toEqual([true]);
  expect(await known('quene')).toEqual([false]);
  expect(await known('encyclopedia')).toEqual([false]);
});
