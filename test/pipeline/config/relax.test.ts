import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../pipeline/config/read.ts';
import { validateConfig } from '../../../schema/config/validate.ts';

const navigation = { groups: [{ group: 'Start', pages: ['index'] }] };
const minimum = { name: 'Acme', colors: { primary: '#0d9373' }, navigation };

function read(changes: Readonly<Record<string, unknown>>) {
  const { valid, raw, problems } = readConfig(JSON.stringify({ ...minimum, ...changes }), {
    file: 'docs.json',
  });
  const rules = problems.map(({ severity, ruleId }) => `${severity} ${ruleId}`);
  return { valid, raw: raw as Readonly<Record<string, unknown>>, rules, problems };
}

const empty = 'warning empty-value';
const loose = 'warning loose-value';

describe('an empty value is an absent one', () => {
  test.each([
    [{ favicon: '' }, {}, [empty]],
    [{ description: null, footer: null }, {}, [empty, empty]],
    [{ logo: { light: '', dark: '' } }, {}, [empty, empty]],
    [{ background: { image: '' } }, { background: {} }, [empty]],
    [{ api: { openapi: [] } }, { api: {} }, [empty]],
    [{ colors: { primary: '#0d9373', light: '' } }, { colors: minimum.colors }, [empty]],
    // What can't do without the value goes with it.
    [{ banner: { content: '', dismissible: true } }, {}, [empty, empty]],
    [{ integrations: { ga4: { measurementId: '' } } }, { integrations: {} }, [empty, empty]],
    [
      {
        redirects: [
          { source: '', destination: '/b' },
          { source: '/c', destination: '/d' },
        ],
      },
      { redirects: [{ source: '/c', destination: '/d' }] },
      [empty, empty],
    ],
    [
      { navigation: { groups: [{ group: 'Start', pages: ['', 'index', null] }] } },
      { navigation },
      [empty, empty],
    ],
  ])('%j', (changes, expected, said) => {
    const { valid, raw, rules } = read(changes);
    expect(valid).toBe(true);
    expect(raw).toEqual({ ...minimum, ...without(changes), ...expected });
    expect(rules).toEqual(said);
  });

  test.each([
    [{ name: '' }, 'error out-of-range'],
    [{ colors: { primary: '' } }, 'error wrong-format'],
    [{ navigation: null }, 'error wrong-type'],
    [{ banner: {} }, 'error missing-field'],
  ])('but not when the site needs it: %j', (changes, said) => {
    const { valid, rules } = read(changes);
    expect(valid).toBe(false);
    expect(rules).toEqual([said]);
  });

  test('is reported where it was written', () => {
    const text = '{"name":"A","colors":{"primary":"#0d9373"},"navigation":{"pages":["a",""]}}';
    const { problems } = readConfig(text, { file: 'docs.json' });
    expect(problems).toMatchObject([
      { ruleId: 'empty-value', file: 'docs.json', place: { start: { line: 1, column: 71 } } },
    ]);
  });
});

describe('a value with one plain meaning has it', () => {
  test.each([
    [{ appearance: { strict: 'true' } }, { appearance: { strict: true } }],
    [{ appearance: { default: 'Dark' } }, { appearance: { default: 'dark' } }],
    [{ theme: ' Mint' }, { theme: 'mint' }],
    [{ colors: { primary: '0D9373' } }, { colors: { primary: '#0d9373' } }],
    [{ colors: { primary: '#0d9373ff' } }, { colors: { primary: '#0d9373' } }],
    [{ seo: { metatags: { 'og:width': 1200 } } }, { seo: { metatags: { 'og:width': '1200' } } }],
    [{ api: { examples: { languages: 'curl' } } }, { api: { examples: { languages: ['curl'] } } }],
    [
      { redirects: [{ source: '/a', destination: '/b', permanent: 'false' }] },
      { redirects: [{ source: '/a', destination: '/b', permanent: false }] },
    ],
    [
      { navigation: { versions: [{ version: 2, pages: ['index'] }] } },
      { navigation: { versions: [{ name: '2', pages: ['index'] }] } },
    ],
  ])('%j', (changes, expected) => {
    const { valid, raw, rules } = read(changes);
    expect(valid).toBe(true);
    expect(raw).toEqual({ ...minimum, ...changes, ...expected });
    expect(rules.filter((rule) => rule !== 'note config-dialect')).toEqual([loose]);
  });

  test.each([
    [
      { appearance: { strict: 'maybe' } },
      'Unexpected appearance.strict "maybe", expected true or false',
    ],
    [{ redirects: 'none' }, 'Unexpected redirects "none", expected a list'],
  ])('and without one it is refused as it was written: %j', (changes, reason) => {
    const { valid, problems } = read(changes);
    expect(valid).toBe(false);
    expect(problems.map((problem) => problem.reason)).toEqual([reason]);
  });
});

/** The changed sections, which an expected value has to name again. */
function without(changes: Readonly<Record<string, unknown>>) {
  const kept = Object.keys(changes).filter((key) => Object.hasOwn(minimum, key));
  return Object.fromEntries(kept.map((key) => [key, changes[key]]));
}

test('sections that did not change are not checked again', () => {
  const checked = new Map();
  const wrong = { ...minimum, theme: 5, colors: { primary: 5 } };
  expect(validateConfig(wrong, checked).map(({ pointer }) => pointer)).toEqual([
    '/colors/primary',
    '/theme',
  ]);
  const found = checked.get('theme');
  checked.delete('colors');
  const right = { ...wrong, colors: minimum.colors, theme: 'mint' };
  expect(validateConfig(right, checked)).toEqual(found);
});
