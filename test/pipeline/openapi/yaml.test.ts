import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../pipeline/openapi/yaml.ts';

const value = (text: string) => {
  const read = readYaml(text);
  return 'value' in read ? read.value : read;
};

describe('merge keys', () => {
  test('add the keys of other maps, and those of the map itself stay', () => {
    const text = `
base: &base {a: 1, b: 2}
more: &more {<<: *base, b: 3, c: 3}
own: {b: own, <<: *more}
both: {<<: [*base, *more], d: 4}
inline: {<<: {a: 1}}
`;
    expect(value(text)).toEqual({
      base: { a: 1, b: 2 },
      more: { a: 1, b: 3, c: 3 },
      own: { a: 1, b: 'own', c: 3 },
      both: { a: 1, b: 2, c: 3, d: 4 },
      inline: { a: 1 },
    });
  });

  test('are keys like any other in quotes', () => {
    expect(value('"<<": {a: 1}')).toEqual({ '<<': { a: 1 } });
  });

  test('with another value are an error at that value', () => {
    expect(value('a:\n  <<: text\n')).toMatchObject({
      reason: 'The value of "<<" must be a map or a list of maps.',
      place: { start: { line: 2, column: 7 } },
    });
  });
});

describe('aliases', () => {
  test('may be many', () => {
    const uses = Array.from({ length: 5000 }, (_, index) => `p${index}: {400: *error}`);
    const read = value(`error: &error {description: Bad}\n${uses.join('\n')}\n`);
    expect(read).toMatchObject({ p4999: { 400: { description: 'Bad' } } });
  });

  test('name the last value before them', () => {
    expect(value('[&a 1, *a, &a [&a 2], *a]')).toEqual([1, 1, [2], 2]);
    expect(value('a: *gone\n')).toMatchObject({
      reason: 'There is no "&gone" before "*gone".',
      place: { start: { line: 1, column: 4 } },
    });
  });

  test.each([
    ['lists', (name: string) => `[${Array(10).fill(`*${name}`).join(', ')}]`],
    ['merged maps', (name: string) => `{<<: [${Array(10).fill(`*${name}`).join(', ')}]}`],
    ['merge keys of merge keys', (name: string) => `{a: {<<: *${name}}, b: {<<: *${name}}}`],
    ['keys', (name: string) => `{? *${name} : 1, b: *${name}}`],
  ])('of %s that grow when they are written out are an error', (_, level) => {
    const levels = Array.from(
      { length: 40 },
      (_, index) => `a${index + 1}: &a${index + 1} ${level(`a${index}`)}`,
    );
    const started = performance.now();
    expect(value(`a0: &a0 {x: xxxxxxxxxx}\n${levels.join('\n')}\n`)).toMatchObject({
      reason: 'With its aliases written out, it has more than 10,000,000 letters.',
    });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('of one long text are an error when they are too many', () => {
    const uses = Array(1100).fill('- *text').join('\n');
    expect(value(`- &text ${'x'.repeat(10_000)}\n${uses}\n`)).toMatchObject({
      reason: 'With its aliases written out, it has more than 10,000,000 letters.',
    });
  });

  test('inside of what they name are told apart', () => {
    expect(value('a: &a\n  b: *a\n')).toMatchObject({
      endless: true,
      place: { start: { line: 2, column: 6 } },
    });
    expect(value('a: &a {<<: *a}\n')).toMatchObject({ endless: true });
  });
});

describe('keys', () => {
  test('are texts, whatever they are written as', () => {
    const read = value('200: a\n1.5: b\ntrue: c\n~: d\n? [1, 2]\n: e\n__proto__: f\n');
    expect(Object.entries(read as object)).toEqual([
      ['200', 'a'],
      ['1.5', 'b'],
      ['true', 'c'],
      ['', 'd'],
      ['[1, 2]', 'e'],
      ['__proto__', 'f'],
    ]);
  });

  test('that are there twice are an error', () => {
    expect(value('a:\n  b: 1\n  b: 2\n')).toMatchObject({
      reason: 'The key b is there twice.',
      place: { start: { line: 3, column: 3 } },
    });
  });
});

describe('a comment of another language', () => {
  test.each([
    ['before a key', '{\n  "a": 1,\n  // why\n  "b": {}\n}', 3, 3],
    ['before the first key', '{ /* why */ "a": 1}', 1, 3],
    ['after a number', '{\n  "a": 1 // why\n}', 2, 10],
    ['after a text', '{\n  "a": "1" // why\n}', 2, 12],
    ['above everything', '// why\n{"a": 1}', 1, 1],
  ])('%s of a JSON text is an error at its place', (_, text, line, column) => {
    expect(value(text)).toMatchObject({
      reason: 'JSON has no comments.',
      place: { start: { line, column } },
    });
  });

  test('is part of a text in YAML, and in quotes', () => {
    expect(value('a: b // c\n')).toEqual({ a: 'b // c' });
    expect(value('{a: "b // c", d: https://e.f, "//": 1, # g\n}')).toEqual({
      a: 'b // c',
      d: 'https://e.f',
      '//': 1,
    });
  });
});
