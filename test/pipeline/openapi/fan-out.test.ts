import { describe, expect, test } from 'vitest';
import type { Field } from '../../../schema/operation.ts';
import { operationsOf } from './describe.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas of twelve levels, each with ten references to the next. */
function levels(make: (next: readonly unknown[]) => unknown): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  for (let level = 0; level < 12; level++) {
    schemas[`L${level}`] = make(Array.from({ length: 10 }, () => ref(`L${level + 1}`)));
  }
  return { ...schemas, L12: { type: 'object', properties: { id: { type: 'string' } } } };
}

const asks = (schemas: Record<string, unknown>, operations = 1) =>
  operationsOf({
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [
        `/p${index}`,
        { post: { requestBody: { content: { 'application/json': { schema: ref('L0') } } } } },
      ]),
    ),
    components: { schemas },
  });

const named = (list: unknown) => ({
  properties: Object.fromEntries((list as unknown[]).map((item, index) => [`p${index}`, item])),
});

/** How many fields are made of a body. */
function shown(field: Field | undefined): number {
  if (!field) return 0;
  const below = [...field.fields, ...field.variants.map((variant) => variant.field)];
  return below.reduce((sum, one) => sum + shown(one), 1);
}

describe('schemas that refer to each other ten times on twelve levels', () => {
  test('by allOf are merged once each, and that is reported', async () => {
    const { first, problems } = await asks(levels((next) => ({ allOf: next })));
    expect(first?.body?.contents[0]?.field.fields.map((field) => field.name)).toEqual(['id']);
    expect(problems).toMatchObject([
      { ruleId: 'openapi-fan-out', severity: 'warning', file: 'openapi.json' },
    ]);
    expect(problems[0]?.reason).toMatch(/^The schema at #\/components\/schemas\/L0 merges 1,111,/);
    expect(problems[0]?.place?.start.line).toBeGreaterThan(1);
  });

  test.each<[string, (next: readonly unknown[]) => unknown]>([
    ['oneOf', (next) => ({ oneOf: next })],
    ['anyOf', (next) => ({ anyOf: next })],
    ['properties', named],
    ['lists', (next) => ({ type: 'array', items: { anyOf: next } })],
  ])('by %s are shown as far as a page goes, and the operation is named', async (_, make) => {
    const { first, problems } = await asks(levels(make));
    expect(first?.body?.contents[0]?.field).toBeDefined();
    expect(problems).toMatchObject([{ ruleId: 'openapi-cut', severity: 'warning' }]);
    expect(problems[0]?.reason).toMatch(
      /^POST \/p0 has more fields than a page shows; the deepest are left out/,
    );
  });

  test('by all of them at once end', async () => {
    const { operations } = await asks(
      levels((next) => ({ allOf: next.slice(5), oneOf: next.slice(5), ...named(next) })),
    );
    expect(operations).toHaveLength(1);
  });

  test('in many operations are shared out: the last one has as much as others', async () => {
    const { operations, problems } = await asks(levels(named), 200);
    expect(operations).toHaveLength(200);
    // There are too many letters of examples as well.
    expect(problems).toMatchObject([{ ruleId: 'openapi-cut', severity: 'error' }]);
    const counts = operations.map(({ operation }) => shown(operation.body?.contents[0]?.field));
    expect(Math.min(...counts)).toBeGreaterThan(300);
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(120_000);
  }, 30_000);

  test('in more operations than there are fields for have their first ones', async () => {
    const { operations } = await asks(levels(named), 7000);
    const last = operations.at(-1)?.operation.body?.contents[0]?.field;
    expect(shown(last)).toBe(20);
  }, 60_000);

  test('leave out what is deepest first', async () => {
    const schemas = levels(named);
    const { first } = await asks(schemas);
    const fields = first?.body?.contents[0]?.field.fields ?? [];
    // 1,500 fields are all of three levels, and some of the fourth.
    const below = fields.flatMap((field) => field.fields).flatMap((field) => field.fields);
    expect([fields.length, below.length]).toEqual([10, 1000]);
  });
});

test('schemas that are each other’s only choice end', async () => {
  const { first, problems } = await asks({ L0: { oneOf: [ref('B')] }, B: { oneOf: [ref('L0')] } });
  expect(first?.body).toBeDefined();
  expect(problems).toEqual([]);
});

test('a chain of schemas that are each the only choice of the one before ends', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`L${index}`, { oneOf: [ref(`L${index + 1}`)] }]),
  );
  const { first, problems } = await asks({ ...chain, L10000: { type: 'string' } });
  expect(first?.body).toBeDefined();
  expect(problems).toEqual([]);
});

test('a tree of nodes is shown once, and where it repeats is marked', async () => {
  const node = { type: 'object', properties: { children: { type: 'array', items: ref('L0') } } };
  const { first, problems } = await asks({ L0: node });
  const [children] = first?.body?.contents[0]?.field.fields ?? [];
  expect(children).toMatchObject({ name: 'children', type: 'object[]', recursive: true });
  expect(problems).toEqual([]);
});

test('a long example that is referred to often is not written each time', async () => {
  const example = { text: 'x'.repeat(500_000) };
  const { first } = await asks({
    L0: named(Array.from({ length: 300 }, () => ref('E'))) as Record<string, unknown>,
    E: { type: 'object', example },
  });
  expect(JSON.stringify(first).length).toBeLessThan(1_000_000);
});

test('an example that is a long list is no reason to stop', async () => {
  const { first } = await asks({ L0: { type: 'array', example: Array(300_000).fill(0) } });
  expect(first?.body?.contents[0]?.examples).toMatchObject([{ text: '"…"' }]);
});

test('of many broken references the first hundred are named, the others counted', async () => {
  const gone = Array.from({ length: 150 }, (_, index) => ref(`Gone${index}`));
  const { first, problems } = await asks({ L0: named(gone) as Record<string, unknown> });
  expect(first?.body?.contents[0]?.field.fields).toHaveLength(150);
  expect(problems).toHaveLength(101);
  expect(problems[0]).toMatchObject({
    severity: 'error',
    ruleId: 'openapi-reference',
    actual: '#/components/schemas/Gone0',
  });
  expect(problems.at(-1)?.reason).toBe('50 more references of openapi.json have the same problem.');
});
