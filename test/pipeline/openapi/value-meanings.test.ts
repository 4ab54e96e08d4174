import { expect, test } from 'vitest';
import { operationMarkdown } from '../../../pipeline/site/machine/operation.ts';
import { operationsOf } from './describe.ts';

/** The field of a body with one schema. */
async function fieldWith(schema: object) {
  const body = { content: { 'application/json': { schema } } };
  const { first } = await operationsOf({
    paths: { '/x': { post: { requestBody: body, responses: {} } } },
  });
  return { first, field: first?.body?.contents[0]?.field };
}

test('a list below the description says what values mean', async () => {
  const described = {
    type: 'string',
    description: 'The kind.\n',
    enum: ['event', 'general', 'old', ''],
    'x-enumDescriptions': { event: 'One *day*.\nNot two.', general: 'All days.', '': 'Any.' },
  };
  expect((await fieldWith(described)).field?.description).toBe(
    'The kind.\n\n- `event`: One *day*.\n  Not two.\n- `general`: All days.\n- `""`: Any.',
  );
  const listed = { enum: ['asc', null, 'desc'], 'x-enum-descriptions': ['Up', 'None', 'Down'] };
  expect((await fieldWith(listed)).field?.description).toBe('- `asc`: Up\n- `desc`: Down');
});

test('numbers have their names; those of words are of generated code', async () => {
  const numbers = { type: 'integer', enum: [1, 2], 'x-enum-varnames': ['MONDAY', 'TUESDAY'] };
  expect((await fieldWith(numbers)).field?.description).toBe('- `1`: MONDAY\n- `2`: TUESDAY');
  const both = { ...numbers, 'x-enum-descriptions': ['First', 'Second'] };
  const rows = '- `1` (MONDAY): First\n- `2` (TUESDAY): Second';
  expect((await fieldWith({ type: 'array', items: both })).field?.description).toBe(rows);
  const words = { enum: ['a'], 'x-enumNames': ['A'] };
  expect((await fieldWith(words)).field?.description).toBeUndefined();
});

test('alternatives that are constants are the values of one field', async () => {
  const { field } = await fieldWith({
    oneOf: [
      { const: 'new', title: 'New', description: 'Not sold.' },
      { const: 'sold', description: 'Sold.' },
      { const: 'gone', title: 'Gone' },
      { type: 'null' },
    ],
  });
  expect(field).toMatchObject({
    type: 'enum<string> | null',
    enum: ['new', 'sold', 'gone'],
    variants: [],
    description: '- `new` (New): Not sold.\n- `sold`: Sold.\n- `gone`: Gone',
  });
  const open = await fieldWith({ anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'number' }] });
  expect(open.field?.enum).toBeUndefined();
  expect(open.field?.variants).toHaveLength(3);
});

test('texts of other types and values with a backtick are passed over', async () => {
  const values = { enum: ['a`b', 'c', 'd'], 'x-enumDescriptions': { 'a`b': 'x', c: 7, d: '' } };
  expect((await fieldWith(values)).field?.description).toBeUndefined();
  const many = Array.from({ length: 300 }, (_, index) => index);
  const { field } = await fieldWith({ enum: many, 'x-enum-descriptions': many.map(String) });
  expect(field?.description?.split('\n')).toHaveLength(100);
  expect(field?.enum).toHaveLength(300);
});

test('the list begins on a line of its own in Markdown', async () => {
  const { first } = await fieldWith({
    type: 'object',
    properties: { kind: { enum: ['a'], 'x-enumDescriptions': { a: 'First' } } },
  });
  if (!first) throw new Error('no operation');
  expect(operationMarkdown(first)).toContain('one of `a`):\n  - `a`: First\n');
});
