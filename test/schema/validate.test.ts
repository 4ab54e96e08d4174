import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { nearest, unknownKeys, validate } from '../../schema/validate.ts';

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

  test('a mistake deep in a recursive union is told once, at its place', () => {
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

test('only names that are close enough are suggested', () => {
  expect(nearest('mnt', ['mint', 'maple'])).toBe('mint');
  expect(nearest('Mint', ['mint', 'maple'])).toBe('mint');
  expect(nearest('zebra', ['mint', 'maple'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});
