import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeExact } from '../../../pipeline/openapi/exact-json.ts';
import { operationPages } from '../../../pipeline/openapi/pages.ts';
import { readDescriptions } from '../../../pipeline/openapi/read.ts';
import { configOf, filesOf } from './describe.ts';

/** A description with a bit of everything, to be broken in many ways. */
const sound = {
  openapi: '3.0.3',
  info: { title: 'x', version: '1' },
  servers: [{ url: 'https://{a}.example.com', variables: { a: { default: 'b' } } }],
  security: [{ key: [] }],
  tags: [{ name: 't', 'x-group': 'T' }],
  paths: {
    '/a/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: {
        tags: ['t'],
        summary: 's',
        description: 'First.\n\nSecond.',
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'array', items: { enum: [1, 2] } } },
        ],
        responses: { 200: { $ref: '#/components/responses/ok' }, default: { description: 'no' } },
        'x-mint': { href: '/x', metadata: { title: 'T' }, groups: ['g'] },
        'x-codeSamples': [{ lang: 'bash', source: 'ls' }],
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Node' },
              examples: { one: { summary: 'One', value: { a: 1 } } },
            },
            'multipart/form-data': {
              schema: { type: 'object', properties: { f: { type: 'string', format: 'binary' } } },
            },
          },
        },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    responses: {
      ok: {
        description: 'ok',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
      },
    },
    schemas: {
      Node: {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } },
          { $ref: '#/components/schemas/More' },
        ],
      },
      More: {
        type: 'object',
        nullable: true,
        properties: {
          next: { $ref: '#/components/schemas/Node' },
          either: {
            oneOf: [{ $ref: '#/components/schemas/More' }, { type: 'string' }],
            discriminator: { propertyName: 'k', mapping: { m: '#/components/schemas/More' } },
          },
        },
        additionalProperties: { type: 'array', items: { type: 'array', items: {} } },
      },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } },
  },
};

/** Paths of all values below a value. */
function paths(value: unknown, at: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...at]];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const found: (string | number)[][] = at.length > 0 ? [[...at]] : [];
  for (const key of keys) {
    found.push(...paths((value as Record<string | number, unknown>)[key], [...at, key]));
  }
  return found;
}

/** Descriptions of both kinds, by the key that names them. */
const sounds = [
  ['openapi', sound, 2],
  ['asyncapi', parse(readFileSync('fixtures/sites/asyncapi/site/chat.yaml', 'utf8')), 1],
  [
    'asyncapi',
    withoutFiles(parse(readFileSync('fixtures/sites/asyncapi/site/lamps-2.yaml', 'utf8'))),
    3,
  ],
  [
    'asyncapi',
    withoutFiles(parse(readFileSync('fixtures/sites/asyncapi/site/lamps-3.yaml', 'utf8'))),
    3,
  ],
] as const;

/** A document whose references lead to no other file. */
function withoutFiles(document: unknown): object {
  return JSON.parse(JSON.stringify(document).replaceAll('schemas/light.yaml#/Light', '#/info'));
}

function put(document: unknown, path: readonly (string | number)[], value: unknown): void {
  let parent = document as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) {
    const next = parent[key];
    if (typeof next !== 'object' || next === null) return;
    parent = next as Record<string | number, unknown>;
  }
  parent[path.at(-1) ?? ''] = value;
}

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    true,
    [],
    {},
    [null],
    { $ref: '#/components/schemas/Node' },
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: './gone.yaml#/x' },
    { $ref: '../../out.json' },
    { $ref: 'https://[' },
    { allOf: [{ $ref: '#/components/schemas/More' }, null, 3] },
    '__proto__',
    '%E0%A4%A',
    '#/%E0%A4%A',
    '\ud800',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const run = async (text: string, key = 'openapi') => {
  const config = configOf({ api: { [key]: 'openapi.json' } });
  const files = filesOf({ 'openapi.json': text });
  const descriptions = await readDescriptions(config, [], files);
  const made = operationPages({ config, descriptions, pages: new Map() });
  writeExact(made.pages);
  return { ...made, problems: [...descriptions.problems, ...made.problems] };
};

describe.each(sounds)('%s', (key, document, count) => {
  test('the sound description has no problems', async () => {
    const { pages, problems } = await run(JSON.stringify(document), key);
    expect(problems).toEqual([]);
    expect(pages).toHaveLength(count);
  });

  test('a description broken in any value never throws, and problems name its file', async () => {
    const mutations = fc.array(fc.tuple(fc.constantFrom(...paths(document)), junk), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const broken = structuredClone(document);
        for (const [path, value] of changes) put(broken, path, structuredClone(value));
        const { pages, problems } = await run(JSON.stringify(broken), key);
        for (const problem of problems) {
          expect(['openapi.json', 'docs.json']).toContain(problem.file);
          expect(problem.reason).not.toBe('');
        }
        for (const page of pages) expect(page.path).not.toMatch(/^\/|\/$|(^|\/)\.\.(\/|$)|\/\//);
      }),
      { numRuns: 600 },
    );
  });
});

test('a text cut or changed anywhere never throws', async () => {
  const text = JSON.stringify(sound, null, 1);
  const position = fc.integer({ min: 0, max: text.length });
  const insert = fc.constantFrom(
    '',
    '{',
    '}',
    '"',
    ',',
    '[',
    ':',
    '\0',
    '\t',
    '&a ',
    '*a ',
    '- ',
    '\ud800',
  );
  await fc.assert(
    fc.asyncProperty(position, fc.integer({ min: 0, max: 30 }), insert, async (at, drop, add) => {
      const { problems } = await run(text.slice(0, at) + add + text.slice(at + drop));
      for (const problem of problems) expect(problem.file).toMatch(/^(openapi|docs)\.json$/);
    }),
    { numRuns: 300 },
  );
});

test('a YAML document that grows exponentially is a problem, not a hang', async () => {
  const lines = ['openapi: 3.1.0', 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 12; i += 1) {
    lines.push(
      `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    );
  }
  const started = performance.now();
  const { problems } = await run(lines.join('\n'));
  expect(performance.now() - started).toBeLessThan(5000);
  expect(problems[0]?.ruleId).toBe('openapi-syntax');
});

test('a value inside itself, or nested endlessly, is a problem', async () => {
  const inside = await run('openapi: 3.1.0\npaths: &p\n  /a:\n    get:\n      x: *p\n');
  expect(inside.problems[0]?.ruleId).toBe('openapi-depth');
  const nested = `{"openapi":"3.1.0","x":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  expect((await run(nested)).problems[0]?.ruleId).toBe('openapi-depth');
});
