import { describe, expect, test } from 'vitest';
import { writeExact } from '../../../pipeline/openapi/exact-json.ts';
import { readModel, readOperations } from '../../../pipeline/openapi/operations.ts';
import { readDescription } from '../../../pipeline/openapi/read.ts';
import { readYaml } from '../../../pipeline/openapi/yaml.ts';
import { sampleLanguages } from '../../../schema/config/sample-languages.ts';
import { api, filesOf, operationsOf } from './describe.ts';

const get = (rest: object) => ({ paths: { '/users/{id}': { get: rest } } });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

describe('readOperations', () => {
  test('reads methods in the order of the file, webhooks last', async () => {
    const { operations } = await operationsOf({
      webhooks: { paid: { post: { summary: 'Paid', requestBody: json({ type: 'object' }) } } },
      paths: { '/b': { get: {}, post: {} }, '/a': { delete: {} }, 'x-note': { get: {} } },
    });
    expect(operations.map((entry) => entry.key)).toEqual([
      'GET /b',
      'POST /b',
      'DELETE /a',
      'WEBHOOK paid',
    ]);
    expect(operations[3]?.operation).toMatchObject({ kind: 'webhook', path: 'paid', samples: [] });
  });

  test('merges parameters of path and operation, and reads 3.0 bounds', async () => {
    const { first } = await operationsOf({
      openapi: '3.0.3',
      paths: {
        '/users/{id}': {
          parameters: [
            { name: 'id', in: 'path', schema: { type: 'string', format: 'uuid' } },
            { name: 'limit', in: 'query', schema: { type: 'string' } },
          ],
          get: {
            parameters: [
              {
                name: 'limit',
                in: 'query',
                description: 'How many',
                schema: {
                  type: 'integer',
                  minimum: 0,
                  exclusiveMinimum: true,
                  maximum: 100,
                  default: 20,
                  nullable: true,
                },
              },
            ],
          },
        },
      },
    });
    expect(first?.parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ['id', 'path'],
      ['limit', 'query'],
    ]);
    expect(first?.parameters[0]?.field).toMatchObject({ type: 'string<uuid>', required: true });
    expect(first?.parameters[1]?.field).toMatchObject({
      type: 'integer | null',
      required: false,
      default: 20,
      description: 'How many',
      constraints: ['0 < x ≤ 100'],
    });
  });

  test('merges allOf, keeps fields next to a reference, names enums and lists', async () => {
    const { first } = await operationsOf({
      ...get({
        responses: {
          200: json({
            allOf: [
              { $ref: '#/components/schemas/Base' },
              { type: 'object', required: ['role'], properties: { role: { enum: ['a', 'b'] } } },
            ],
          }),
        },
      }),
      components: {
        schemas: {
          Base: {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string' },
              tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
              owner: { $ref: '#/components/schemas/Owner', description: 'Who owns it' },
            },
          },
          Owner: { type: 'object', description: 'A person', properties: { name: {} } },
        },
      },
    });
    const field = first?.responses[0]?.contents[0]?.field;
    expect(field?.fields.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['id', 'string', true],
      ['tags', 'string[]', false],
      ['owner', 'object', false],
      ['role', 'enum<string>', true],
    ]);
    expect(field?.fields[1]?.constraints).toEqual(['max items 5']);
    expect(field?.fields[2]).toMatchObject({
      description: 'Who owns it',
      fields: [{ name: 'name', type: 'any' }],
    });
  });

  test('stops at a schema that is open above it', async () => {
    const { first, problems } = await operationsOf({
      ...get({ responses: { 200: json({ $ref: '#/components/schemas/Node' }) } }),
      components: {
        schemas: {
          Node: {
            type: 'object',
            properties: {
              parent: { $ref: '#/components/schemas/Node' },
              children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
              loop: { $ref: '#/components/schemas/Loop' },
            },
          },
          Loop: { $ref: '#/components/schemas/Loop' },
        },
      },
    });
    const field = first?.responses[0]?.contents[0]?.field;
    expect(field?.recursive).toBe(false);
    expect(field?.fields[0]).toMatchObject({ name: 'parent', recursive: true, fields: [] });
    expect(field?.fields[1]).toMatchObject({ type: 'object[]', recursive: true, fields: [] });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.reason).toContain('points back to itself');
  });

  test('reports a broken reference once, at its place', async () => {
    const { problems } = await operationsOf({
      ...get({
        responses: {
          200: json({ $ref: '#/components/schemas/Gone' }),
          404: json({ $ref: '#/components/schemas/Gone' }),
        },
      }),
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      ruleId: 'openapi-reference',
      file: 'openapi.json',
      actual: '#/components/schemas/Gone',
    });
    expect(problems[0]?.place?.start.line).toBeGreaterThan(1);
  });

  test('reads what is next to a reference, also whether it may be null', async () => {
    const { first } = await operationsOf({
      openapi: '3.0.3',
      ...get({
        requestBody: json({
          type: 'object',
          properties: {
            a: { $ref: '#/components/schemas/A', nullable: true, description: 'Own.' },
          },
        }),
      }),
      components: { schemas: { A: { type: 'string', description: 'A.' } } },
    });
    const [field] = first?.body?.contents[0]?.field.fields ?? [];
    expect([field?.type, field?.description]).toEqual(['string | null', 'Own.']);
  });

  test('labels written samples by their languages', async () => {
    const { first } = await operationsOf(
      get({
        'x-codeSamples': ['javascript', 'typescript'].map((lang) => ({ lang, source: lang })),
      }),
    );
    const labels = first?.samples.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['JavaScript', 'TypeScript']));
  });

  test('tells written samples apart by their languages where their labels are the same', async () => {
    const labelsOf = async (labels: readonly string[]) => {
      const written = labels.flatMap((label) =>
        ['swift', 'kotlin'].map((lang) => ({ lang, label, source: `${lang} ${label}` })),
      );
      const { first } = await operationsOf(get({ 'x-codeSamples': written }));
      return first?.samples.slice(0, written.length).map(({ label }) => label);
    };
    expect(await labelsOf(['Get a file'])).toEqual(['Swift', 'Kotlin']);
    expect(await labelsOf(['All', 'One'])).toEqual([
      'Swift: All',
      'Kotlin: All',
      'Swift: One',
      'Kotlin: One',
    ]);
  });

  test('labels alternatives by their titles before the names of a discriminator, of which the first counts', async () => {
    const cat = '#/components/schemas/Cat';
    const bird = '#/components/schemas/Bird';
    const { first } = await operationsOf({
      ...get({
        requestBody: json({
          oneOf: [{ $ref: cat }, { $ref: bird }],
          discriminator: {
            propertyName: 'kind',
            mapping: { meow: cat, purr: cat, bird_v1: bird, bird_v2: bird },
          },
        }),
      }),
      components: {
        schemas: { Cat: { title: 'A cat', type: 'object' }, Bird: { type: 'object' } },
      },
    });
    const labels = first?.body?.contents[0]?.field.variants.map(({ label }) => label);
    expect(labels).toEqual(['A cat', 'bird_v1']);
  });

  test('labels alternatives without a title by what tells them apart', async () => {
    const choice = (...values: object[]) => ({ oneOf: values });
    const tagged = (name: string) => ({
      type: 'object',
      required: [name],
      properties: { [name]: {} },
    });
    const typed = (type: string) => ({
      type: 'object',
      required: ['data', 'type'],
      properties: { data: { type: 'string' }, type: { type: 'string', enum: [type] } },
    });
    const { first } = await operationsOf(
      get({
        responses: {
          200: json({
            type: 'object',
            properties: {
              tagged: choice(tagged('card'), tagged('wallet')),
              typed: choice(typed('card'), typed('token')),
              asked: { ...tagged('a'), ...choice({ required: ['b'] }, { required: ['c'] }) },
              alike: choice(tagged('id'), tagged('id'), { type: 'string' }),
              silent: choice({ type: 'object' }, { type: ['object', 'null'], minProperties: 1 }),
            },
          }),
        },
      }),
    );
    const { fields = [] } = first?.responses[0]?.contents[0]?.field ?? {};
    const labels = fields.map(({ variants }) => variants.map(({ label }) => label));
    expect(labels).toEqual([
      ['card', 'wallet'],
      ['card', 'token'],
      ['b', 'c'],
      ['Option 1', 'Option 2', 'string'],
      ['Option 1', 'Option 2'],
    ]);
  });

  test('keeps the words of links to other parts of the file, which no page has', async () => {
    const link = 'The [owner](#/components/schemas/User) of [it](/it), see ![x](#/x.png).';
    const shown = 'The owner of [it](/it), see ![x](#/x.png).';
    const { first } = await operationsOf(
      get({
        description: link,
        parameters: [{ name: 'q', in: 'query', description: link, schema: { type: 'string' } }],
        requestBody: json({ type: 'string', description: `${link} Here.` }),
        responses: { 200: { description: link } },
      }),
    );
    const { description, parameters, body, responses } = first ?? {};
    expect(description).toBe(shown);
    expect(parameters?.find(({ name }) => name === 'q')?.field.description).toBe(shown);
    expect(body?.contents[0]?.field.description).toBe(`${shown} Here.`);
    expect(responses?.[0]?.description).toBe(shown);
  });

  test('does not say of a body again what is said of its operation', async () => {
    const described = (description: string) =>
      json({ type: 'object', description, properties: { id: { type: 'string' } } });
    const { operations } = await operationsOf({
      paths: {},
      webhooks: {
        paid: {
          post: {
            description: 'Sent when it is paid.',
            requestBody: described('Sent when it is paid.\n'),
          },
        },
        sent: { post: { description: 'Sent.', requestBody: described('A parcel.') } },
      },
    });
    const bodies = operations.map(({ operation }) => operation.body?.contents[0]?.field);
    expect(bodies.map((body) => body?.description)).toEqual([undefined, 'A parcel.']);
    expect(bodies[0]?.fields.map(({ name }) => name)).toEqual(['id']);
  });

  test('labels alternatives by discriminator, title or name, and null is no alternative', async () => {
    const { first } = await operationsOf({
      ...get({
        requestBody: json({
          oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
          discriminator: { propertyName: 'kind', mapping: { meow: '#/components/schemas/Cat' } },
        }),
        responses: {
          200: json({
            type: 'object',
            properties: {
              a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
              b: { oneOf: [{ type: 'string', maxLength: 9 }, { type: 'integer' }] },
            },
          }),
        },
      }),
      components: {
        schemas: {
          Cat: { type: 'object', properties: { lives: { type: 'integer' } } },
          Dog: { type: 'object', properties: { bark: { type: 'boolean' } } },
        },
      },
    });
    const body = first?.body?.contents[0]?.field;
    expect(body?.variants.map((variant) => variant.label)).toEqual(['meow', 'Dog']);
    expect(body?.variants[0]?.field.fields[0]?.name).toBe('lives');
    const fields = first?.responses[0]?.contents[0]?.field.fields;
    expect(fields?.map((field) => [field.type, field.variants.length])).toEqual([
      ['string | null', 0],
      ['string | integer', 2],
    ]);
  });

  test('lists alternatives only where they say more than the type', async () => {
    const list = (...types: string[]) => ({ anyOf: types.map((type) => ({ type })) });
    const { first } = await operationsOf(
      get({
        responses: {
          200: json({
            type: 'object',
            properties: {
              plain: list('string', 'number'),
              listed: { type: 'array', items: list('string', 'number') },
              many: list('string', 'number', 'object', 'array', 'boolean'),
              valued: { oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['low', 'high'] }] },
              titled: { oneOf: [{ type: 'string', title: 'Name' }, { type: 'number' }] },
              typed: { type: 'string', oneOf: [{ format: 'email' }, { format: 'ipv4' }] },
            },
          }),
        },
      }),
    );
    const fields = first?.responses[0]?.contents[0]?.field.fields;
    expect(fields?.map((field) => [field.type, field.variants.length])).toEqual([
      ['string | number', 0],
      ['(string | number)[]', 0],
      ['any', 5],
      ['boolean | enum<string>', 2],
      ['string | number', 2],
      ['string', 2],
    ]);
  });

  test('names the values of tuples and the patterns of keys', async () => {
    const color = { type: 'string', enum: ['red', 'blue'] };
    const { first } = await operationsOf(
      get({
        requestBody: json({
          type: 'object',
          properties: {
            pair: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
            more: { type: 'array', prefixItems: [color], items: { type: 'integer' } },
            open: { type: ['array', 'null'], prefixItems: [{ type: 'boolean' }] },
            extra: { patternProperties: { '^x-': { type: 'string' } } },
          },
        }),
        responses: {},
      }),
    );
    const content = first?.body?.contents[0];
    expect(content?.field.fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'pair: [string, number]',
      'more: [enum<string>, …integer]',
      'open: [boolean, …] | null',
      'extra: object',
    ]);
    const below = content?.field.fields.map(({ fields }) => fields.map(({ name }) => name));
    expect(below).toEqual([[], ['[0]'], [], ['{^x-}']]);
    const example = JSON.parse(content?.examples[0]?.text ?? '');
    expect(example).toMatchObject({ more: ['red'], open: [true] });
  });

  test('shows read-only fields in responses only, write-only ones in requests only', async () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        password: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
      additionalProperties: { type: 'integer' },
    };
    const { first } = await operationsOf(
      get({ requestBody: json(schema), responses: { 200: json(schema) } }),
    );
    const names = (field?: { fields: readonly { name: string }[] }) =>
      field?.fields.map(({ name }) => name);
    expect(names(first?.body?.contents[0]?.field)).toEqual(['password', 'name', '{key}']);
    expect(names(first?.responses[0]?.contents[0]?.field)).toEqual(['id', 'name', '{key}']);
  });

  test('makes examples from schemas, required fields only where the site says so', async () => {
    const body = json({
      type: 'object',
      required: ['email'],
      properties: {
        email: { type: 'string', format: 'email' },
        age: { type: 'integer', minimum: 200 },
        kind: { enum: ['x', 'y'] },
        tags: { type: 'array', items: { type: 'string', example: 'new' } },
      },
    });
    const all = await operationsOf(get({ requestBody: body }));
    expect(JSON.parse(all.first?.body?.contents[0]?.examples[0]?.text ?? '')).toEqual({
      email: 'user@example.com',
      age: 200,
      kind: 'x',
      tags: ['new'],
    });
    const few = await operationsOf(get({ requestBody: body }), {
      ...api,
      examples: { ...api.examples, defaults: 'required' },
    });
    expect(JSON.parse(few.first?.body?.contents[0]?.examples[0]?.text ?? '')).toEqual({
      email: 'user@example.com',
    });
  });

  test('has the optional parameters in samples that the configuration asks for', async () => {
    const query = (name: string, more: object) => ({ name, in: 'query', ...more });
    const parameters = [
      query('must', { required: true, schema: { type: 'integer' } }),
      query('shown', { schema: { type: 'string' }, example: 'x' }),
      query('plain', { schema: { type: 'boolean' } }),
    ];
    const queryOf = async (defaults?: 'required' | 'all') => {
      const examples = { ...api.examples, ...(defaults ? { defaults } : {}) };
      const { first } = await operationsOf(get({ parameters }), { ...api, examples });
      return first?.samples[0]?.text.match(/\?[^']*/)?.[0];
    };
    expect(await queryOf()).toBe('?must=123&shown=x');
    expect(await queryOf('required')).toBe('?must=123');
    expect(await queryOf('all')).toBe('?must=123&shown=x&plain=true');
  });

  test('reads what is next to the reference of a schema', async () => {
    const Id = { type: 'string', minLength: 1 };
    const Base = { type: 'object', properties: { id: { $ref: '#/components/schemas/Id' } } };
    const schema = {
      $ref: '#/components/schemas/Base',
      required: ['id', 'name'],
      properties: {
        name: { $ref: '#/components/schemas/Id', maxLength: 9, title: 'Name' },
        at: { $ref: '#/components/schemas/Id', readOnly: true },
      },
    };
    const { first } = await operationsOf({
      ...get({ requestBody: json(schema) }),
      components: { schemas: { Id, Base } },
    });
    const fields = first?.body?.contents[0]?.field.fields;
    expect(fields?.map(({ name, required, constraints }) => [name, required, constraints])).toEqual(
      [
        ['id', true, ['min length 1']],
        ['name', true, ['min length 1', 'max length 9']],
      ],
    );
  });

  test('has the words that an author wants next to a name', async () => {
    const email = { type: 'string', 'x-mint': { pre: ['PII', 5], post: ['unique'] } };
    const { first } = await operationsOf(
      get({ requestBody: json({ type: 'object', properties: { email } }) }),
    );
    expect(first?.body?.contents[0]?.field.fields[0]).toMatchObject({
      pre: ['PII'],
      post: ['unique'],
    });
  });

  test('sends a file where the body is one, with a schema or without', async () => {
    const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
    const contents = [
      { 'image/png': {} },
      { 'application/x-disk': { schema: { type: 'string', format: 'binary' } } },
      { 'multipart/form-data': { schema: { type: 'object', properties: { upload: bytes } } } },
    ];
    for (const content of contents) {
      const { first } = await operationsOf(get({ requestBody: { content } }));
      expect(first?.samples[0]?.text).toMatch(/(?:--data-binary '|upload=)@path\/to\/file'$/);
      const examples = first?.body?.contents[0]?.examples.map(({ text }) => text) ?? [];
      expect(examples).not.toContain('@file');
    }
  });

  test('keeps all digits of long whole numbers, in JSON and in YAML', async () => {
    const long = ['9007199254740993', '12345678901234567890', '9007199254740995'];
    const yaml = `openapi: 3.1.0
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                one: { type: integer, minimum: ${long[0]}, maximum: 18446744073709551615 }
                two: { type: integer, default: ${long[1]} }
                three: { enum: [${long[2]}] }
                four: { type: integer, exclusiveMinimum: -${long[0]}, exclusiveMaximum: -9007199254740991 }
`;
    for (const text of [yaml, writeExact((readYaml(yaml) as { value: unknown }).value)]) {
      const read = await readDescription('openapi.yaml', filesOf({ 'openapi.yaml': text }));
      if (!read.description) throw new Error('no description');
      const [first] = readOperations(read.description, api).operations;
      const content = first?.operation.body?.contents[0];
      expect(content?.examples[0]?.text.match(/-?\d+/g)).toEqual([...long, '-9007199254740992']);
      expect(content?.field.fields[0]?.constraints).toEqual([
        `${long[0]} ≤ x ≤ 18446744073709551615`,
      ]);
      expect(content?.field.fields[3]?.constraints).toEqual([
        `-${long[0]} < x < -9007199254740991`,
      ]);
      expect(content?.field.fields[2]?.type).toBe('enum<integer>');
      expect(first?.operation.samples[0]?.text).toContain(long[1]);
      expect(writeExact(first?.operation.form)).toContain(`"min":${long[0]}`);
    }
  });

  test('takes a part of a form for a file where only its encoding says so', async () => {
    const properties = { cover: { description: 'Front' }, note: {} };
    const content = {
      'multipart/form-data': {
        schema: { type: 'object', properties },
        encoding: {
          cover: { contentType: 'image/png, image/jpeg' },
          note: { contentType: 'text/csv' },
        },
      },
    };
    const { first } = await operationsOf({
      paths: { '/a': { post: { requestBody: { content } } } },
    });
    const [cover, note] = first?.body?.contents[0]?.field.fields ?? [];
    expect([cover?.type, cover?.description, note?.type]).toEqual(['file', 'Front', 'any']);
    expect(first?.samples[0]?.text).toContain("--form 'cover=@path/to/file'");
    const input = first?.form?.body?.contents[0]?.input;
    expect(input?.kind === 'object' && input.fields.map(({ kind }) => kind)).toEqual([
      ...['file', 'json'],
    ]);
  });

  test('shows the last fields of a body after one that has too many below it', async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`n${n}`, {}]));
    const properties = { first: { properties: many }, last: { properties: { in: {} } } };
    const { first, problems } = await operationsOf(get({ requestBody: json({ properties }) }));
    const fields = first?.body?.contents[0]?.field.fields ?? [];
    expect(fields.map(({ name }) => name)).toEqual(['first', 'last']);
    expect(fields[1]).toMatchObject({ fields: [], recursive: false });
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['openapi-cut']);
  });

  test('leaves out what no value is right for', async () => {
    const Base = { properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const { first } = await operationsOf(
      get({ requestBody: json({ allOf: [Base, { properties: { b: false, c: true } }] }) }),
    );
    expect(first?.body?.contents[0]?.field.fields.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('takes text in another type, or encoded as text, for a text', async () => {
    const text = (words: object) => ({ type: 'string', ...words });
    const properties = {
      settings: text({ contentMediaType: 'application/vnd.x+json' }),
      picture: text({ contentMediaType: 'image/png', contentEncoding: 'base64' }),
      note: text({ contentMediaType: 'text/csv' }),
      upload: text({ contentMediaType: 'application/vnd.ms-excel' }),
    };
    const schema = { type: 'object', properties };
    const { first } = await operationsOf({
      paths: {
        '/a': { post: { requestBody: { content: { 'multipart/form-data': { schema } } } } },
      },
    });
    expect(first?.body?.contents[0]?.field.fields.map(({ type }) => type)).toEqual([
      'string<application/vnd.x+json>',
      'string<base64>',
      'string<text/csv>',
      'file',
    ]);
    const input = first?.form?.body?.contents[0]?.input;
    expect(input?.kind === 'object' && input.fields.map(({ kind }) => kind)).toEqual([
      ...['text', 'text', 'text', 'file'],
    ]);
    expect(first?.samples[0]?.text).toContain("--form 'picture=aGVsbG8='");
    expect(first?.samples[0]?.text).toContain("--form 'upload=@path/to/file'");
  });

  test('writes lists, objects and moments in samples as the parameters say', async () => {
    const list = { type: 'array', items: { type: 'string' } };
    const { first } = await operationsOf(
      get({
        parameters: [
          { name: 'a', in: 'query', schema: list, example: ['x', 'y'] },
          { name: 'b', in: 'query', explode: false, schema: list, example: ['x', 'y'] },
          { name: 'c', in: 'query', style: 'deepObject', schema: {}, example: { k: { l: 1 } } },
          { name: 'd', in: 'query', content: { 'application/json': { example: { k: 1 } } } },
          { name: 'X-E', in: 'header', schema: list, example: ['x', 'y'] },
        ],
      }),
    );
    expect(first?.samples[0]?.text).toContain(
      '?a=x&a=y&b=x,y&c%5Bk%5D%5Bl%5D=1&d=%7B%22k%22%3A1%7D',
    );
    expect(first?.samples[0]?.text).toContain("'X-E: x,y'");
  });

  test.each([
    ['/', 'https://api.example.com/run'],
    ['/v1/', 'https://api.example.com/v1/run'],
    ['./v1', 'https://api.example.com/v1/run'],
    ['//a.example/v1', 'https://a.example/v1/run'],
    ['https://a.example/', 'https://a.example/run'],
  ])('sends requests to the server %s with a host', async (url, address) => {
    const { first } = await operationsOf({ servers: [{ url }], paths: { '/run': { get: {} } } });
    expect(first?.samples[0]?.text).toContain(`'${address}'`);
  });

  test('sends JSON that is written as one text once', async () => {
    const text = '{"a": {"b": 1}}';
    const value = { a: { b: 1 } };
    const object = { type: 'object' };
    const contents = [
      { schema: object, example: text },
      { example: text },
      { schema: object, examples: { one: { value: text } } },
      { schema: { ...object, example: text } },
    ];
    for (const media of contents) {
      const requestBody = { content: { 'application/json': media } };
      const { first } = await operationsOf({ paths: { '/a': { post: { requestBody } } } });
      const [, sent = ''] = first?.samples[0]?.text.split("--data '") ?? [];
      expect(JSON.parse(sent.slice(0, -1))).toEqual(value);
      const content = first?.form?.body?.contents[0];
      if ('examples' in media) expect(content?.examples?.[0]?.value).toEqual(value);
      if (media.schema && 'example' in media.schema) expect(content?.input.value).toEqual(value);
    }
    const note = { content: { 'application/json': { schema: { type: 'string' }, example: text } } };
    const { first } = await operationsOf({ paths: { '/a': { post: { requestBody: note } } } });
    expect(first?.samples[0]?.text).toContain(`--data '${JSON.stringify(text)}'`);
  });

  test('sends a parameter of JSON that is written as one text once', async () => {
    const content = { 'application/json': { schema: { type: 'object' }, example: '{"a": 1}' } };
    const parameters = [{ name: 'q', in: 'query', content }];
    const { first } = await operationsOf({ paths: { '/a': { get: { parameters } } } });
    expect(first?.samples[0]?.text).toContain('?q=%7B%22a%22%3A1%7D');
    expect(first?.form?.parameters[0]?.input.value).toEqual({ a: 1 });
  });

  test('adds parameters to the query that a path has already', async () => {
    const parameters = [{ name: 'b', in: 'query', example: 'z' }];
    const { first } = await operationsOf({ paths: { '/t/s?action=foo': { get: { parameters } } } });
    expect(first?.samples[0]?.text).toContain("/t/s?action=foo&b=z'");
  });

  test('sends no header as a parameter that a request has from elsewhere', async () => {
    const header = (name: string) => ({ name, in: 'header', required: true, example: 'Own x' });
    const parameters = ['authorization', 'Content-Type', 'Accept', 'X-Key'].map(header);
    const requestBody = json({ type: 'object' });
    const headersOf = async (security: readonly object[]) => {
      const { first } = await operationsOf({
        ...get({ security, parameters, requestBody }),
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'bearer' },
            oauth: { type: 'oauth2', flows: {} },
            key: { type: 'apiKey', in: 'header', name: 'x-key' },
          },
        },
      });
      const asked = first?.form?.parameters.map(({ input }) => input.name);
      return { asked, sent: first?.samples[0]?.text.match(/(?<=--header ').*(?=')/g) };
    };
    expect(await headersOf([{ token: [], oauth: [], key: [] }])).toEqual({
      asked: ['id'],
      sent: ['Authorization: Bearer <token>', 'x-key: <api-key>', 'Content-Type: application/json'],
    });
    // Without a scheme, the parameter is all that says how to authenticate.
    expect(await headersOf([])).toEqual({
      asked: ['authorization', 'X-Key', 'id'],
      sent: ['authorization: Own x', 'X-Key: Own x', 'Content-Type: application/json'],
    });
  });

  test('names the scheme of HTTP that a sample needs', async () => {
    const { first } = await operationsOf({
      ...get({ security: [{ digest: [] }] }),
      components: { securitySchemes: { digest: { type: 'http', scheme: 'digest' } } },
    });
    expect(first?.samples[0]?.text).toContain('Authorization: Digest <credentials>');
    expect(first?.form?.schemes.digest).toEqual({ type: 'http', scheme: 'Digest' });
    const hmac = await operationsOf({
      ...get({ security: [{ hmac: [] }] }),
      components: { securitySchemes: { hmac: { type: 'http', scheme: 'HMAC' } } },
    });
    expect(hmac.first?.samples[0]?.text).toContain('Authorization: HMAC <credentials>');
  });

  test('writes fields of a form as their encoding says', async () => {
    const list = (example: unknown) => ({ type: 'array', items: {}, example });
    const form = (mediaType: string, encoding: object, properties: object) =>
      operationsOf(
        get({
          requestBody: {
            content: { [mediaType]: { encoding, schema: { type: 'object', properties } } },
          },
        }),
        { ...api, examples: { ...api.examples, languages: [...sampleLanguages] } },
      ).then(({ first }) => first?.samples ?? []);
    const [curl, javascript, python, , , , php, csharp] = await form(
      'application/x-www-form-urlencoded',
      { items: { style: 'deepObject' }, tags: { explode: false } },
      {
        items: list([{ price: 'p1' }, { price: 'p2', metadata: { k: ['v'] } }]),
        tags: list(['a', 'b']),
        names: list(['x', 'y']),
      },
    );
    const rows = ['items[0][price]=p1', 'items[1][price]=p2', 'items[1][metadata][k][]=v'];
    for (const row of [...rows, 'tags=a,b', 'names=x', 'names=y']) {
      expect(curl?.text).toContain(`--data-urlencode '${row}'`);
    }
    expect(javascript?.text).toContain("body.append('names', 'y');");
    // A map would have one of them only.
    expect(python?.text).toContain('("names", "x"),\n    ("names", "y"),');
    expect(php?.text).toContain('names=x&names=y');
    expect(csharp?.text).toContain('new("names", "x"),\n    new("names", "y"),');
    const [parts] = await form(
      'multipart/form-data',
      { note: { contentType: 'text/csv' }, photo: { contentType: 'image/*' } },
      { note: { example: '1,2' }, meta: { example: { a: 1 } }, ids: list([1, 2]) },
    );
    for (const row of ['note=1,2;type=text/csv', 'meta={"a":1};type=application/json', 'ids=2']) {
      expect(parts?.text).toContain(`--form '${row}'`);
    }
  });

  test('asks for what the path names without a description, and says which alternative an example is', async () => {
    const schemas = {
      Cat: { type: 'object', properties: { kind: { type: 'string' } } },
      Dog: { type: 'object', properties: { kind: { type: 'string' } } },
    };
    const pet = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    };
    const { first } = await operationsOf({
      paths: { '/pets/{id}': { post: { requestBody: json(pet) } } },
      components: { schemas },
    });
    expect(first?.parameters).toMatchObject([
      { name: 'id', in: 'path', field: { required: true } },
    ]);
    expect(first?.form?.parameters).toMatchObject([
      { in: 'path', input: { name: 'id', kind: 'text' } },
    ]);
    expect(JSON.parse(first?.body?.contents[0]?.examples[0]?.text ?? '')).toEqual({ kind: 'cat' });
  });

  test('fills variables of servers and takes the nearest security', async () => {
    const { operations } = await operationsOf({
      servers: [
        { url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } },
      ],
      security: [{ key: [] }],
      paths: { '/a': { get: { security: [] }, post: { servers: [{ url: '/local' }] } } },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Yours' },
        },
      },
    });
    expect(operations[0]?.operation).toMatchObject({
      servers: [{ url: 'https://eu.example.com/v1' }],
      security: [],
    });
    expect(operations[1]?.operation).toMatchObject({
      servers: [{ url: '/local' }],
      security: [{ name: 'key', type: 'apiKey', in: 'header', parameter: 'X-Key' }],
    });
  });

  test('puts hand-written samples first and fills in the languages they leave out', async () => {
    const { first } = await operationsOf(
      get({
        'x-codeSamples': [{ lang: 'Python', label: 'SDK', source: 'client.get()' }],
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string' }, example: 'a b' }],
      }),
    );
    expect(first?.samples.map(({ label, language }) => [label, language])).toEqual([
      ['SDK', 'python'],
      ['cURL', 'bash'],
    ]);
    expect(first?.samples[1]?.text).toBe(
      "curl --request GET \\\n  --url 'https://api.example.com/users/a%20b'",
    );
  });

  test('reads what a description says about its pages', async () => {
    const { operations } = await operationsOf({
      tags: [{ name: 'users', 'x-group': 'People' }],
      ...get({
        tags: ['users'],
        'x-hidden': true,
        'x-mint': { href: '/here', metadata: { tag: 'NEW' }, content: 'Hi', groups: ['staff'] },
      }),
    });
    expect(operations[0]).toMatchObject({
      tagLabel: 'People',
      hidden: true,
      excluded: false,
      href: '/here',
      metadata: { tag: 'NEW' },
      content: 'Hi',
      groups: ['staff'],
    });
  });
});

test('a very wide description stays a page', async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `S${i}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 40 }, (_, k) => [`p${k}`, { $ref: `#/components/schemas/S${k}` }]),
        ),
      },
    ]),
  );
  const started = performance.now();
  const { first } = await operationsOf({
    ...get({ responses: { 200: json({ $ref: '#/components/schemas/S0' }) } }),
    components: { schemas: wide },
  });
  expect(JSON.stringify(first).length).toBeLessThan(2_000_000);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('readModel reads a schema with its fields and an example', async () => {
  const { description } = await readDescription(
    'openapi.json',
    filesOf({
      'openapi.json': {
        openapi: '3.1.0',
        components: {
          schemas: {
            User: {
              type: 'object',
              description: 'A user.',
              properties: { id: { type: 'string' } },
            },
          },
        },
      },
    }),
  );
  if (!description) throw new Error('no description');
  expect(readModel(description, 'User')).toMatchObject({
    kind: 'schema',
    method: '',
    path: 'User',
    body: { contents: [{ field: { fields: [{ name: 'id', type: 'string' }] } }] },
  });
  const user = readModel(description, 'User');
  expect(user?.description).toBe('A user.');
  expect(user?.body?.contents[0]?.field.description).toBeUndefined();
  expect(readModel(description, 'Nobody')).toBeUndefined();
  expect(readModel(description, 'constructor')).toBeUndefined();
  expect(readOperations(description, api).operations).toEqual([]);
});

describe('a description of 3.2', () => {
  const plain = { responses: { 200: { description: 'ok' } } };

  test('has operations with any method', async () => {
    const { operations, problems } = await operationsOf({
      paths: {
        '/search': {
          query: { summary: 'Search', ...plain },
          additionalOperations: { COPY: { summary: 'Copy', ...plain, tags: 3 } },
        },
      },
    });
    expect(operations.map(({ key }) => key)).toEqual(['QUERY /search', 'COPY /search']);
    expect(problems.map(({ reason }) => reason)).toEqual([
      'Unexpected number in "tags", expected a list; it is left out.',
    ]);
  });

  test('has streams, references to media types, and examples by their new names', async () => {
    const Lines = { itemSchema: { type: 'object', properties: { n: { type: 'integer' } } } };
    const examples = {
      raw: { serializedValue: 'data: 1\n\n' },
      read: { dataValue: { data: '2' } },
    };
    const content = {
      'application/jsonl': { $ref: '#/components/mediaTypes/Lines' },
      'text/event-stream': { itemSchema: { type: 'object' }, examples },
    };
    const { first } = await operationsOf({
      ...get({ responses: { 200: { description: 'ok', content } } }),
      components: { mediaTypes: { Lines } },
    });
    const [lines, events] = first?.responses[0]?.contents ?? [];
    expect(lines?.field.type).toBe('object[]');
    expect(lines?.field.fields.map(({ name }) => name)).toEqual(['n']);
    expect(lines?.examples.map(({ text }) => text)).toEqual(['{\n  "n": 123\n}']);
    expect(events?.examples.map(({ label, text }) => [label, text])).toEqual([
      ['raw', 'data: 1\n\n'],
      ['read', '{\n  "data": "2"\n}'],
    ]);
  });

  test('has a query string as a whole: the fields of a form are its parameters', async () => {
    const schema = { required: ['a'], properties: { a: { type: 'integer' }, b: {} } };
    const whole = (mediaType: string) => ({
      ...{ name: 'q', in: 'querystring', content: { [mediaType]: { schema } } },
    });
    const form = await operationsOf(
      get({ parameters: [whole('application/x-www-form-urlencoded')] }),
    );
    expect(form.first?.parameters.map((one) => [one.in, one.name, one.field.required])).toEqual([
      ['query', 'a', true],
      ['query', 'b', false],
      ['path', 'id', true],
    ]);
    expect(form.problems).toEqual([]);
    const other = await operationsOf(get({ parameters: [whole('application/jsonpath')] }));
    expect(other.problems.map(({ reason }) => reason)).toEqual([
      'The query string q is not a form; it is left out.',
    ]);
  });

  test('has tags that are badges, and tags that are places', async () => {
    const { operations } = await operationsOf({
      ...get({ ...plain, tags: ['beta', 'other', 'plants'] }),
      tags: [
        { name: 'beta', summary: 'Beta', kind: 'badge' },
        { name: 'plants', summary: 'Plants', kind: 'nav' },
      ],
    });
    expect(operations[0]?.operation.tags).toEqual(['plants', 'other']);
    expect(operations[0]?.tagLabel).toBe('Plants');
    expect(operations[0]?.metadata).toEqual({ tag: 'Beta' });
  });
});
