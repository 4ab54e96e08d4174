import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { unknownKeys, validate } from '../../schema/validate.ts';
import { nearest } from '../../schema/validation/nearest.ts';

const words = (schema: JsonSchema, value: unknown) =>
  validate(schema, value).map(({ pointer, reason }) => `${pointer} ${reason}`);

describe('unions are folded into one violation', () => {
  const union: JsonSchema = {
    type: 'object',
    properties: {
      logo: {
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            properties: { light: { type: 'string' } },
            required: ['light'],
          },
        ],
      },
      option: { anyOf: [{ enum: ['copy', 'view'] }, { type: 'object' }] },
      tree: { $ref: '#/$defs/node' },
    },
    $defs: {
      node: {
        anyOf: [
          { type: 'string', expects: 'a leaf' },
          {
            type: 'object',
            properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
            required: ['children'],
          },
        ],
      },
    },
  };

  test('a value of no type in question names all of them', () => {
    expect(words(union, { logo: 4 })).toEqual([
      '/logo Unexpected logo 4, expected a string or an object',
    ]);
  });

  test('a value of one type is judged by that branch alone', () => {
    expect(words(union, { logo: { light: 1 } })).toEqual([
      '/logo/light Unexpected logo.light 1, expected a string',
    ]);
    expect(words(union, { option: 'copi' })).toEqual([
      '/option Unexpected option "copi", expected one of copy, view; did you mean "copy"?',
    ]);
  });

  test('a mistake deep in a recursive union is reported once, at its position', () => {
    const value = { tree: { children: ['x', { children: [{ children: [7] }] }] } };
    expect(words(union, value)).toEqual([
      '/tree/children/1/children/0/children/0 Unexpected tree.children[1].children[0].children[0] 7, expected a leaf or an object',
    ]);
  });
});

test('a value of the wrong type is not told its bounds as well', () => {
  const schema: JsonSchema = { type: 'string', pattern: '^x', minLength: 3 };
  expect(validate(schema, 5)).toHaveLength(1);
  expect(validate(schema, 'a')).toHaveLength(1);
});

test('two missing fields are two mistakes', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  };
  expect(words(schema, {})).toEqual([
    ' Missing a, expected a string',
    ' Missing b, expected a whole number',
  ]);
});

test('closed objects refuse unknown keys, open ones warn', () => {
  const open: JsonSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const closed: JsonSchema = { ...open, additionalProperties: false };
  expect(validate(closed, { nmae: 'x' })).toMatchObject([
    {
      severity: 'error',
      ruleId: 'unknown-key',
      pointer: '/nmae',
      part: 'key',
      reason: 'Unknown key "nmae"; did you mean "name"?',
    },
  ]);
  expect(validate(open, { nmae: 'x' })).toEqual([]);
  expect(unknownKeys(open, { nmae: 'x' })).toMatchObject([
    { severity: 'warning', ruleId: 'unknown-key', note: 'Rename it to "name".' },
  ]);
});

test('a key that is written already is not suggested', () => {
  const schema: JsonSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const value = { name: 'x', nmae: 'y' };
  const found = { reason: 'Unknown key "nmae"', note: 'Remove it; it has no effect.' };
  expect(unknownKeys(schema, value)).toMatchObject([found]);
  expect(validate({ ...schema, additionalProperties: false }, value)).toMatchObject([found]);
});

test('only names that are close enough are suggested', () => {
  expect(nearest('mnt', ['mint', 'maple'])).toBe('mint');
  expect(nearest('Mint', ['mint', 'maple'])).toBe('mint');
  expect(nearest('zebra', ['mint', 'maple'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});

describe('values from strangers', () => {
  const closed: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
    additionalProperties: false,
  };
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

  test('of unknown keys twenty are named, and the others counted', () => {
    const found = validate(closed, keys(100_000));
    expect(found).toHaveLength(21);
    expect(found[19]?.reason).toBe('Unknown key "key19"');
    expect(found[20]).toMatchObject({
      pointer: '',
      severity: 'error',
      ruleId: 'unknown-key',
      reason: '99980 more unknown keys',
    });
  });

  test('warnings of unknown keys end at a thousand', () => {
    const { additionalProperties: _, ...open } = closed;
    const found = unknownKeys(open, keys(100_000));
    expect(found).toHaveLength(1001);
    expect(found.at(-1)).toMatchObject({ severity: 'warning', reason: '99000 more unknown keys' });
  });

  test('a thousand mistakes are reported, whatever else there is', () => {
    expect(validate(closed, { list: new Array(200_000).fill(1) })).toHaveLength(1000);
  });

  test('a mistake below many levels is found without judging each level again', () => {
    const tree: JsonSchema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          anyOf: [
            { type: 'string' },
            {
              type: 'object',
              properties: { in: { type: 'array', items: { $ref: '#/$defs/node' } } },
            },
          ],
        },
      },
    };
    let value: unknown = { in: [...new Array(50_000).fill('leaf'), 7] };
    for (let depth = 0; depth < 400; depth++) value = { in: [value] };
    expect(words(tree, value)).toEqual([
      `${'/in/0'.repeat(400)}/in/50000 Unexpected ${'in[0].'.repeat(400)}in[50000] 7, expected a string or an object`,
    ]);
  });

  test('a limit of one is one character', () => {
    expect(words({ type: 'string', minLength: 1 }, '')).toEqual([
      ' Unexpected length 0 of value, expected at least 1 character',
    ]);
  });

  test('keys and values of any length are shown by their beginning', () => {
    const [unknown] = validate(closed, { ['k'.repeat(500_000)]: 1 });
    expect(unknown?.reason.length).toBeLessThan(150);
    const [wrong] = validate({ enum: ['mint'] }, 'm'.repeat(500_000));
    expect(wrong?.reason.length).toBeLessThan(150);
    expect(nearest('m'.repeat(500_000), ['mint', 'maple'])).toBeUndefined();
  });
});
