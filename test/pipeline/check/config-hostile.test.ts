import { expect, test } from 'vitest';
import { checkConfig } from '../../../pipeline/check/config.ts';

/** A file of that many entries: what took the square of its size would not end in this test's time. */
const many = 20_000;

const head = '"name":"x","colors":{"primary":"#112233"}';
const pages = '"navigation":{"groups":[{"group":"a","pages":["index"]}]}';
const list = (entry: (index: number) => string) => Array.from({ length: many }, (_, i) => entry(i));
const groups = (entry: (index: number) => string) =>
  `{${head},"navigation":{"groups":[${list(entry)}]}}`;
const site = (more: string) => `{${head},${pages},${more}}`;
const nested = (inner: string) => {
  let group = inner;
  for (let depth = 0; depth < 95; depth++) group = `{"group":"g","pages":[${group}]}`;
  return `{${head},"navigation":{"groups":[${group}]}}`;
};

test.each<[string, string, number]>([
  ['unknown keys', site(`"seo":{${list((i) => `"metatag${i}":1`)}}`), 0],
  [
    'pages that are none',
    `{${head},"navigation":{"groups":[{"group":"a","pages":[${list(() => '1')}]}]}}`,
    1000,
  ],
  ['groups without a name', groups(() => '{}'), 1000],
  ['groups with wrong fields', groups(() => '{"group":1,"pages":2}'), 1000],
  ['mistakes below 95 groups', nested(`${list(() => '1')}`), 1000],
  [
    'a long key',
    site(`"auth":{"groups":{"${'k'.repeat(400_000)}":{"pages":[${list(() => '1')}]}}}`),
    10,
  ],
  ['control characters', site(`"x":[${list(() => '"\u0001"')}]`), 1000],
  ['the same key', site(`${list(() => '"a":1')}`), 1000],
  ['languages', site(`"i18n":{"languages":[${list(() => '"de"')}]}`), 0],
  [
    'blanks in a colour',
    site(`"banner":{"content":"x","color":"color-mix(in srgb, a${' '.repeat(400_000)}b, red)"}`),
    1,
  ],
  [
    'colours in colours',
    site(`"banner":{"content":"x","color":"${'color-mix(in x,'.repeat(many)}"}`),
    1,
  ],
  [
    'variables that name unknown ones',
    site(`"variables":[${list((i) => `{"name":"v${i}","type":"computed","expression":"w${i}"}`)}]`),
    1000,
  ],
  [
    'variables that need the next one',
    site(
      `"variables":[${list((i) => `{"name":"v${i}","type":"computed","expression":"v${i + 1}"}`)}]`,
    ),
    200,
  ],
  [
    'a chain of redirects',
    site(`"redirects":[${list((i) => `{"source":"/a${i}","destination":"/a${i + 1}"}`)}]`),
    1,
  ],
])(
  'a docs.json with tens of thousands of %s is checked to its end',
  { timeout: 60_000 },
  (_, text, errors) => {
    expect(checkConfig(text)).toHaveLength(errors);
  },
);
