import { describe, expect, test } from 'vitest';
import { manualForm } from '../../../../pipeline/openapi/form/manual.ts';
import { withFields } from '../../../../pipeline/openapi/form/written-fields.ts';
import type { Api } from '../../../../schema/config/api.ts';
import type { FormInput } from '../../../../schema/form.ts';
import { api, operationsOf } from '../describe.ts';

/** The form of the only operation of a description. */
async function formOf(operation: object, more: object = {}, settings: Api = api, method = 'post') {
  const { first } = await operationsOf(
    {
      openapi: '3.1.0',
      info: { title: 'Test', version: '1' },
      paths: { '/things/{id}': { [method]: { responses: {}, ...operation } } },
      ...more,
    },
    settings,
  );
  const form = first?.form;
  if (!form) throw new Error('The operation has no form');
  return form;
}

/** What a form asks for a body with this schema. */
async function inputOf(schema: object, schemas: object = {}): Promise<FormInput | undefined> {
  const form = await formOf(
    { requestBody: { content: { 'application/json': { schema } } } },
    { components: { schemas } },
  );
  return form.body?.contents[0]?.input;
}

describe('the form of an operation', () => {
  test('asks for each kind of value with its limits', async () => {
    const input = await inputOf({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^a' },
        count: { type: 'integer', minimum: 1, exclusiveMaximum: 10, multipleOf: 3 },
        price: { type: 'number', default: 1.5 },
        open: { type: ['boolean', 'null'] },
        kind: { enum: ['a', 2, null] },
        day: { type: 'string', format: 'date' },
        photo: { type: 'string', format: 'binary' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
        labels: { type: 'object', additionalProperties: { type: 'integer' } },
        anything: {},
      },
    });
    expect(input).toEqual({
      kind: 'object',
      fields: [
        { name: 'name', required: true, kind: 'text', minLength: 2, maxLength: 5, pattern: '^a' },
        { name: 'count', kind: 'integer', min: 1, below: 10, multipleOf: 3 },
        { name: 'price', kind: 'number', value: 1.5 },
        { name: 'open', kind: 'boolean', nullable: true },
        { name: 'kind', kind: 'choice', options: ['a', 2], nullable: true },
        { name: 'day', kind: 'text', format: 'date' },
        { name: 'photo', kind: 'file' },
        { name: 'tags', kind: 'list', item: { kind: 'text' }, min: 1, unique: true },
        { name: 'labels', kind: 'object', fields: [], values: { kind: 'integer' } },
        { name: 'anything', kind: 'json' },
      ],
    });
  });

  test('reads flags next to bounds as exclusive bounds, as in 3.0', async () => {
    const schema = { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5 };
    expect(await inputOf(schema)).toEqual({ kind: 'number', above: 1, max: 5 });
  });

  test('does not ask for what is read-only, behind a reference as well', async () => {
    const input = await inputOf(
      {
        type: 'object',
        properties: { id: { $ref: '#/components/schemas/Id' }, name: { type: 'string' } },
      },
      { Id: { type: 'string', readOnly: true } },
    );
    expect(input).toEqual({ kind: 'object', fields: [{ name: 'name', kind: 'text' }] });
  });

  test('asks for a recursion as JSON', async () => {
    const node = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    };
    expect(await inputOf({ $ref: '#/components/schemas/Node' }, { Node: node })).toEqual({
      kind: 'object',
      fields: [
        { name: 'name', kind: 'text' },
        { name: 'children', kind: 'list', item: { kind: 'json' } },
      ],
    });
  });

  test('asks for a map of maps of its own kind as JSON', async () => {
    const node = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Node' } };
    expect(await inputOf({ $ref: '#/components/schemas/Node' }, { Node: node })).toEqual({
      kind: 'object',
      fields: [],
      values: { kind: 'json' },
    });
  });

  test('stays small for schemas that name each other again and again', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => {
        const next = { $ref: `#/components/schemas/S${index + 1}` };
        return [`S${index}`, { type: 'object', properties: { a: next, b: next, c: next } }];
      }),
    );
    const input = await inputOf({ $ref: '#/components/schemas/S0' }, { ...schemas, S14: {} });
    expect(JSON.stringify(input).length).toBeLessThan(20_000);
  });

  test('offers the alternatives of oneOf, with the fields next to it', async () => {
    const input = await inputOf({
      type: 'object',
      properties: { id: { type: 'string' } },
      oneOf: [
        { title: 'Cat', type: 'object', properties: { meow: { type: 'boolean' } } },
        { title: 'Dog', type: 'object', properties: { bark: { type: 'string' } } },
      ],
    });
    expect(input).toMatchObject({
      kind: 'variants',
      variants: [
        { label: 'Cat', input: { kind: 'object', fields: [{ name: 'id' }, { name: 'meow' }] } },
        { label: 'Dog', input: { kind: 'object', fields: [{ name: 'id' }, { name: 'bark' }] } },
      ],
    });
  });

  test('names alternatives without a title as the page does, each once', async () => {
    const tagged = (name: string) => ({
      type: 'object',
      required: [name],
      properties: { [name]: { type: 'string' } },
    });
    const input = await inputOf({
      oneOf: [
        tagged('CardRedirect'),
        { title: 'Card', type: 'object', properties: { number: { type: 'string' } } },
        { title: 'Card', type: 'object', properties: { token: { type: 'string' } } },
        { type: 'object' },
        { type: 'string' },
      ],
    });
    const { variants } = input as Extract<FormInput, { kind: 'variants' }>;
    expect(variants.map(({ label }) => label)).toEqual([
      'CardRedirect',
      'Card',
      'Card (2)',
      '4',
      'string',
    ]);
  });

  test("leaves fields empty that can't hold the default of the description", async () => {
    const parser = {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string' }, pages: { type: 'integer' } },
    };
    const input = await inputOf({
      type: 'object',
      properties: {
        short: {
          type: 'array',
          items: { oneOf: [parser, { ...parser, title: 'B' }] },
          default: ['pdf'],
        },
        right: { type: 'array', items: parser, default: [{ type: 'pdf' }] },
        words: { type: 'array', items: { type: 'string' }, default: 'a,b', example: ['a'] },
        list: { type: 'array', items: { type: 'string' }, default: 'a,b' },
        object: { ...parser, default: 'pdf' },
        either: { anyOf: [parser, { type: 'string' }], default: 'pdf' },
      },
    });
    const { fields } = input as Extract<FormInput, { kind: 'object' }>;
    const values = fields.map((field) => [field.name, 'value' in field ? field.value : undefined]);
    expect(Object.fromEntries(values)).toEqual({
      short: undefined,
      right: [{ type: 'pdf' }],
      words: ['a'],
      list: undefined,
      object: undefined,
      either: 'pdf',
    });
  });

  test('says the first sentences of a long description', async () => {
    const long = 'and many more words that nobody reads in a form '.repeat(4);
    const hints = {
      'Formats as texts, such as `a`, or as objects with options (e.g., `{ type }`) of any kind. One more': `Formats as texts, such as a, or as objects with options (e.g., { type }) of any kind.`,
      'Where the customer is redirected after a payment.You can add words':
        'Where the customer is redirected after a payment.',
      'Signature of the body with version 1.2 of the scheme, formatted as `sha256=<hex>`.':
        'Signature of the body with version 1.2 of the scheme, formatted as sha256=<hex>.',
    };
    for (const [text, hint] of Object.entries(hints)) {
      const input = await inputOf({ type: 'string', description: `${text} ${long}` });
      const end = hint.endsWith('<hex>.') ? `${hint} and many more` : hint;
      expect(input?.hint?.startsWith(end)).toBe(true);
      if (end === hint) expect(input?.hint).toBe(hint);
    }
  });

  test('offers all examples of a body, as long as they are not very long together', async () => {
    const examples = (count: number, letters: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${index}`, { value: 'x'.repeat(letters) }]),
      );
    const offered = async (found: object) => {
      const content = { 'application/json': { schema: { type: 'string' }, examples: found } };
      const form = await formOf({ requestBody: { content } });
      return form.body?.contents[0]?.examples?.length;
    };
    expect(await offered(examples(12, 100))).toBe(12);
    expect(await offered(examples(30, 9000))).toBe(11);
  });

  test('has parameters with their style, and none that OpenAPI ignores', async () => {
    const form = await formOf({
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'filter',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { type: 'object', properties: { a: { type: 'string' } } },
        },
        {
          name: 'ids',
          in: 'query',
          explode: false,
          schema: { type: 'array', items: { type: 'integer' } },
        },
        {
          name: 'where',
          in: 'query',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        { name: 'Accept', in: 'header', schema: { type: 'string' } },
      ],
    });
    expect(form.parameters.map(({ input, ...way }) => [input.name, way])).toEqual([
      ['id', { in: 'path' }],
      ['filter', { in: 'query', style: 'deepObject', explode: true }],
      ['ids', { in: 'query', explode: false }],
      ['where', { in: 'query', json: true }],
    ]);
  });

  test('asks for a parameter of several plain types, or of any, as text', async () => {
    const form = await formOf({
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: ['integer', 'string'] } },
        { name: 'any', in: 'query' },
        { name: 'map', in: 'query', schema: { type: 'object' } },
        { name: 'where', in: 'query', content: { 'application/json': { schema: {} } } },
      ],
    });
    expect(form.parameters.map(({ input }) => [input.name, input.kind])).toEqual([
      ['id', 'text'],
      ['any', 'text'],
      ['map', 'json'],
      ['where', 'json'],
    ]);
  });

  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } };
  const sort = { name: 'sort', in: 'query', example: 'name', schema: { type: 'string' } };
  const id = { name: 'id', in: 'path', schema: { type: 'string', examples: ['a1'] } };
  test.each([
    ['with examples', { prefill: true }, ['a1', 20, 'name']],
    [
      'with those of required fields',
      { prefill: true, defaults: 'required' as const },
      ['a1', 20, undefined],
    ],
    ['without examples', { prefill: false }, [undefined, 20, undefined]],
  ])('is filled in %s', async (_, examples, values) => {
    const settings = { ...api, examples: { ...api.examples, ...examples } };
    const form = await formOf({ parameters: [id, limit, sort] }, {}, settings);
    expect(form.parameters.map(({ input }) => input.value)).toEqual(values);
  });

  test('has servers with their variables, and the alternatives of security', async () => {
    const form = await formOf(
      { security: [{ token: [], key: [] }, { login: ['read'] }, {}] },
      {
        servers: [
          {
            url: 'https://{region}.example.com/',
            description: 'Not **public**.',
            variables: {
              region: { default: 'eu', enum: ['eu', 'us'], description: 'Such as `eu`.' },
            },
          },
        ],
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'Bearer' },
            key: { type: 'apiKey', in: 'cookie', name: 'sid' },
            login: {
              type: 'oauth2',
              flows: {
                implicit: { authorizationUrl: 'https://a.example/authorize', scopes: {} },
                authorizationCode: {
                  authorizationUrl: 'https://a.example/authorize',
                  tokenUrl: 'https://a.example/token',
                  scopes: { read: '`GET` only' },
                },
              },
            },
          },
        },
      },
    );
    expect(form.servers).toEqual([
      {
        url: 'https://{region}.example.com',
        description: 'Not public.',
        variables: [
          { name: 'region', value: 'eu', options: ['eu', 'us'], description: 'Such as eu.' },
        ],
      },
    ]);
    expect(form.security).toEqual([
      [{ scheme: 'token' }, { scheme: 'key' }],
      [{ scheme: 'login', scopes: ['read'] }],
      [],
    ]);
    expect(form.schemes).toEqual({
      token: { type: 'bearer' },
      key: { type: 'apiKey', in: 'cookie', parameter: 'sid' },
      login: {
        type: 'oauth2',
        flows: [
          {
            type: 'authorizationCode',
            tokenUrl: 'https://a.example/token',
            authorizationUrl: 'https://a.example/authorize',
            scopes: [{ name: 'read', description: 'GET only' }],
          },
        ],
      },
    });
  });

  test('names the metadata of OpenID Connect, and asks for a token where it has no address', async () => {
    const { schemes } = await formOf(
      { security: [{ id: ['read'] }, { odd: [] }] },
      {
        components: {
          securitySchemes: {
            id: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/metadata' },
            odd: { type: 'openIdConnect', openIdConnectUrl: 'javascript:alert(1)' },
          },
        },
      },
    );
    expect(schemes).toEqual({
      id: { type: 'openIdConnect', url: 'https://id.example/metadata' },
      odd: { type: 'oauth2', flows: [] },
    });
  });

  test('asks for no body that a browser would not send', async () => {
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    expect((await formOf({ requestBody }, {}, api, 'get')).body).toBeUndefined();
  });
});

describe('the form of an endpoint that is written by hand', () => {
  const endpoint = {
    method: 'post',
    path: '/books/{isbn}',
    servers: ['https://api.example.com/'],
    auth: {},
  };

  test('asks for its fields, those in others, and the rest of the path', () => {
    const form = withFields(
      manualForm(endpoint),
      [
        {
          place: 'query',
          name: 'limit',
          type: 'integer',
          required: false,
          default: '20',
          fields: [],
        },
        {
          place: 'body',
          name: 'author',
          type: 'object',
          required: true,
          fields: [{ name: 'names', type: 'string[]', required: false, fields: [] }],
        },
        { name: 'status', type: 'string', required: false, fields: [] },
      ],
      { prefill: true },
    );
    expect(form.parameters).toEqual([
      { in: 'path', input: { name: 'isbn', required: true, kind: 'text' } },
      { in: 'query', input: { name: 'limit', kind: 'integer', value: 20 } },
    ]);
    expect(form.body).toEqual({
      required: true,
      contents: [
        {
          mediaType: 'application/json',
          input: {
            kind: 'object',
            fields: [
              {
                name: 'author',
                required: true,
                kind: 'object',
                fields: [{ name: 'names', kind: 'list', item: { kind: 'text' } }],
              },
            ],
          },
        },
      ],
    });
  });

  test.each(['array', 'object[]', 'array<object>', 'list[object]', 'Array of objects'])(
    'asks for the fields of the items of %s',
    (type) => {
      const inner = [{ name: 'q', type: 'string', required: true, fields: [] }];
      const faqs = { place: 'body' as const, name: 'faqs', type, required: false, fields: inner };
      expect(
        withFields(manualForm(endpoint), [faqs], { prefill: true }).body?.contents[0]?.input,
      ).toEqual({
        kind: 'object',
        fields: [
          {
            ...{ name: 'faqs', kind: 'list' },
            item: { kind: 'object', fields: [{ name: 'q', required: true, kind: 'text' }] },
          },
        ],
      });
    },
  );

  test.each([
    ['array', '[]', { kind: 'list', item: { kind: 'text' }, value: [] }],
    ['integer[]', '[1, 2]', { kind: 'list', item: { kind: 'integer' }, value: [1, 2] }],
    ['string[]', 'a', { kind: 'list', item: { kind: 'text' }, value: ['a'] }],
    ['object[]', 'a', { kind: 'list', item: { kind: 'json' } }],
    ['string | null', 'null', { kind: 'text', nullable: true, value: null }],
    ['object', '{"a": 1}', { kind: 'json', value: { a: 1 } }],
  ])('fills in the default of %s, %s, as the value of its type', (type, value, input) => {
    const field = { place: 'body' as const, name: 'a', type, required: false, fields: [] };
    const form = withFields(manualForm(endpoint), [{ ...field, default: value }], {
      prefill: true,
    });
    expect(form.body?.contents[0]?.input).toEqual({
      kind: 'object',
      fields: [{ name: 'a', ...input }],
    });
  });

  test.each([
    ['application/x-www-form-urlencoded', 'string', 'application/x-www-form-urlencoded', 'object'],
    ['Multipart/Form-Data; boundary=x', 'string', 'multipart/form-data', 'object'],
    ['application/json', 'file', 'multipart/form-data', 'object'],
    ['application/json', 'file[]', 'multipart/form-data', 'object'],
    ['image/png', 'file', 'image/png', 'file'],
    ['form', 'string', 'application/json', 'object'],
  ])('has a body of the type %s with a %s as %s', (contentType, type, mediaType, kind) => {
    const field = { place: 'body' as const, name: 'a', type, required: true, fields: [] };
    const form = withFields(manualForm(endpoint), [field], { prefill: true, contentType });
    expect(form.body?.contents).toMatchObject([{ mediaType, input: { kind } }]);
    const header = {
      ...{ place: 'header' as const, name: 'content-type', default: contentType },
      ...{ type: 'string', required: false, fields: [] },
    };
    expect(withFields(manualForm(endpoint), [header, field], { prefill: true })).toEqual(form);
  });

  test('sends a header that the text describes once', () => {
    const headers = ['Authorization', 'content-type'].map((name) => ({
      ...{ place: 'header' as const, name, type: 'string', required: true, fields: [] },
    }));
    const body = { place: 'body' as const, name: 'a', type: 'string', required: true, fields: [] };
    const own = manualForm({ ...endpoint, path: '/', auth: { method: 'bearer' } });
    const form = withFields(own, [...headers, body], { prefill: true });
    expect(form.security).toEqual([]);
    expect(form.parameters.map(({ input }) => input.name)).toEqual(['Authorization']);
    expect(withFields(own, [body], { prefill: true }).security).toHaveLength(1);
  });

  test('sends a file as a form', () => {
    const fields = [
      { place: 'body' as const, name: 'cover', type: 'file', required: true, fields: [] },
    ];
    expect(
      withFields(manualForm(endpoint), fields, { prefill: true }).body?.contents[0]?.mediaType,
    ).toBe('multipart/form-data');
  });

  test('authenticates as docs.json says', () => {
    const auth = {
      method: 'oauth2',
      oauth2AuthUrl: 'https://a.example/authorize',
      oauth2TokenUrl: 'https://a.example/token',
      oauth2ClientId: 'docs',
      oauth2Scopes: 'read write',
    };
    const { security, schemes } = manualForm({ ...endpoint, auth });
    expect(security).toEqual([[{ scheme: 'Authorization', scopes: ['read', 'write'] }]]);
    expect(schemes.Authorization).toMatchObject({
      type: 'oauth2',
      flows: [
        { type: 'authorizationCode', clientId: 'docs' },
        { type: 'clientCredentials', clientId: 'docs' },
      ],
    });
    expect(manualForm({ ...endpoint, auth: { method: 'api_key', name: 'X-Key' } }).schemes).toEqual(
      {
        Authorization: { type: 'apiKey', in: 'header', parameter: 'X-Key' },
      },
    );
  });
});
