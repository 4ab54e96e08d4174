import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../pipeline/config/read.ts';
import { resolveVariables } from '../../../pipeline/config/variables.ts';
import { ExpressionError, evaluate, parseExpression } from '../../../schema/expression.ts';

const known = new Map([
  ['region', 'eu'],
  ['port', '80'],
]);
const run = (text: string) =>
  evaluate(parseExpression(text), (name) => known.get(name) ?? `<${name}>`);

function resolve(variables: unknown) {
  const { config, locate } = readConfig(
    JSON.stringify({
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { pages: ['a'] },
      variables,
    }),
    { file: 'docs.json' },
  );
  if (config === undefined) throw new Error('no configuration');
  const { values, problems } = resolveVariables(config, { locate });
  return { values: Object.fromEntries(values), problems: problems.map(({ reason }) => reason) };
}

describe('expressions', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-2 - -3', 1],
    ['8 / 4 / 2', 1],
    ['upper(region) + "-1"', 'EU-1'],
    ["lower('ABC')", 'abc'],
    ['replace("a.b.c", ".", "/")', 'a/b/c'],
    ['port + 1', '801'],
    ['port * 1 + 1', 81],
    ['region == "eu" ? "yes" : "no"', 'yes'],
    ['port > 9 ? "big" : "small"', 'big'],
    ['region != "eu" ? 1 : 2 > 3 ? 4 : 5', 5],
    ['api.base', '<api.base>'],
    ['toString', '<toString>'],
    ['"say \\"hi\\""', 'say "hi"'],
  ])('%s', (text, value) => {
    expect(run(text)).toBe(value);
  });

  test.each([
    ['1 +', 'unexpected "the end"'],
    ['(1', 'unexpected "the end", expected ")"'],
    ['1 2', 'unexpected "2"'],
    ['a = 1', 'unexpected "="'],
    ['eval("1")', 'unknown function "eval", expected one of upper, lower, replace'],
    ['upper()', 'unexpected ")"'],
    ['replace("a", "b")', 'replace has 2 parts, expected 3'],
    ['1 / 0', 'division by zero'],
    ['"x" * 2', '"x" is not a number'],
    ['(((('.repeat(20), 'nested deeper than 50 levels'],
  ])('%s is a mistake', (text, message) => {
    expect(() => run(text)).toThrow(expect.objectContaining({ name: 'ExpressionError', message }));
  });

  test('any text is a value or an ExpressionError', () => {
    const piece = fc.constantFrom(
      'a',
      '1',
      '"s"',
      '+',
      '-',
      '*',
      '/',
      '?',
      ':',
      '(',
      ')',
      ',',
      '<',
      '==',
      'upper',
      ' ',
      '\\',
      '{',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 30 }).map((p) => p.join('')),
        ),
        (text) => {
          try {
            run(text);
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('variables', () => {
  test('strings, selects and computed ones have values, secrets never', () => {
    expect(
      resolve([
        { name: 'url', type: 'computed', expression: '"https://" + host' },
        { name: 'host', type: 'computed', expression: 'region + ".example.com"' },
        { name: 'region', type: 'select', options: ['eu', 'us'] },
        { name: 'key', type: 'secret' },
        { name: 'empty' },
      ]),
    ).toEqual({
      values: { url: 'https://eu.example.com', host: 'eu.example.com', region: 'eu', empty: '' },
      problems: [],
    });
  });

  test('a cycle is reported once', () => {
    expect(
      resolve([
        { name: 'a', type: 'computed', expression: 'b' },
        { name: 'b', type: 'computed', expression: 'a' },
      ]),
    ).toEqual({ values: {}, problems: ['Computed variables depend on each other: a → b → a'] });
  });

  test('mistakes name the variable and the character', () => {
    const { problems } = resolve([
      { name: 'a', type: 'computed', expression: '1 +' },
      { name: 'b', type: 'computed', expression: 'x + regon' },
      { name: 'x', defaultValue: '1' },
      { name: 'region' },
      { name: 'k', type: 'secret' },
      { name: 'c', type: 'computed', expression: 'k' },
    ]);
    expect(problems).toEqual([
      'Unexpected expression of variable "a": unexpected "the end" (at character 4)',
      'Unexpected expression of variable "b": unknown variable "regon"; did you mean "region"? (at character 5)',
      'Unexpected expression of variable "c": "k" is a secret and has no value at build time (at character 1)',
    ]);
  });
});
