import { expect, test } from 'vitest';
import { operationMarkdown, rowsOf } from '../../../../pipeline/site/machine/operation.ts';
import type { Field, Operation } from '../../../../schema/operation.ts';

const field = (name: string, type: string, more: Partial<Field> = {}): Field => ({
  ...{ name, type, required: false, deprecated: false, readOnly: false, writeOnly: false },
  ...{ recursive: false, constraints: [], fields: [], variants: [], ...more },
});

const answering = (response: Operation['responses'][number]): Operation =>
  ({
    ...{ kind: 'operation', method: 'GET', path: '/', servers: [], security: [], parameters: [] },
    ...{ samples: [], responses: [response] },
  }) as unknown as Operation;

test('types with angle brackets are code: Markdown would take them for tags', () => {
  const rows = rowsOf(
    field('id', 'string<uuid>', {
      required: true,
      fields: [field('name', 'string')],
      variants: [{ label: 'enum<string>', field: field('', 'enum<string>') }],
    }),
    0,
  );
  expect(rowsOf(field('note', 'string', { default: '' }), 0)).toEqual([
    '- `note` (string; default `""`)',
  ]);
  expect(rows).toEqual([
    '- `id` (`string<uuid>`; required)',
    '  - `name` (string)',
    '  - One of: `enum<string>` (`enum<string>`)',
  ]);
});

test('an example of several lines stays in its entry, and an alternative may be deprecated', () => {
  const rows = rowsOf(
    field('rules', 'object', {
      example: '\n[{"a": 1},\n  {"b": 2}]\n',
      variants: [{ label: 'Old', field: field('', 'object', { deprecated: true }) }],
    }),
    0,
  );
  expect(rows).toEqual([
    '- `rules` (object; example `[{"a": 1}, {"b": 2}]`)',
    '  - One of: Old (object; deprecated)',
  ]);
});

test('a description keeps its lists and code below its field', () => {
  const description =
    'How it\nresponds.\n\n- `streaming`: as it\n  is made.\n- `blocking`: at once.\n\nFor example:\n\n```json\n{\n  "mode": 1\n}\n```\n\nThat is all.';
  const rows = rowsOf(
    field('body', 'object', { fields: [field('mode', 'string', { description })] }),
    0,
  );
  expect(rows.join('\n')).toBe(`- \`body\` (object)
  - \`mode\` (string): How it responds.
    - \`streaming\`: as it is made.
    - \`blocking\`: at once.

    For example:
    \`\`\`json
    {
      "mode": 1
    }
    \`\`\`
    That is all.`);
});

test('a body says what it is as a whole, like its page', () => {
  const whole = field('', 'object', { description: 'A message for each invalid field.' });
  const contents = [{ mediaType: 'application/json', field: whole, examples: [] }];
  expect(operationMarkdown(answering({ status: '400', contents }))).toContain(
    '`application/json`: object\n\nA message for each invalid field.',
  );
});

test('alternatives and whole bodies keep their values, limits and examples', () => {
  const one = field('', 'enum<string>', { enum: ['cat'], example: 'cat' });
  const whole = field('', 'string', {
    constraints: ['max length 9'],
    variants: [{ label: 'Kind', field: one }],
  });
  const contents = [{ mediaType: 'application/json', field: whole, examples: [] }];
  const text = operationMarkdown(answering({ status: '200', contents }));
  expect(text).toContain('`application/json`: string; max length 9\n\n');
  expect(text).toContain('- One of: Kind (`enum<string>`; one of `cat`; example `cat`)');
});

test('all examples of answers are there, and those of requests that no sample shows', () => {
  const examples = ['First', 'Second'].map((label) => ({ label, language: 'json', text: label }));
  const contents = [{ mediaType: 'application/json', field: field('', 'any'), examples }];
  const operation = answering({ status: '200', contents });
  const samples = [{ label: 'cURL', language: 'bash', text: 'curl First' }];
  const text = operationMarkdown({ ...operation, samples, body: { required: true, contents } });
  expect(text.match(/Example: \w+/g)).toEqual([
    'Example: Second',
    'Example: First',
    'Example: Second',
  ]);
  const answer = operationMarkdown(operation);
  expect(answer).toContain('Example: Second\n\n```json\nSecond\n```');
});

test('the only way to authenticate has its scopes and addresses as well', () => {
  const flows = [{ type: 'clientCredentials', tokenUrl: 'https://a.example.com/t' }];
  const text = operationMarkdown({
    ...answering({ status: '200', contents: [] }),
    security: [{ name: 'o', type: 'oauth2', flows }],
    ways: [[{ scheme: 'o', scopes: [{ name: 'read' }, { name: 'write' }] }]],
  });
  expect(text).toContain(
    '- `Authorization` (oauth2; clientCredentials https://a.example.com/t; scopes `read`, `write`)',
  );
});

test('fields that several responses have are listed once', () => {
  const details = field('details', 'object[]', {
    fields: [...['path', 'code', 'message'].map((name) => field(name, 'string'))],
    variants: [{ label: 'text', field: field('', 'string') }],
  });
  const errorOf = (code: string, inner = details) =>
    field('', 'object', { fields: [field('code', 'string', { enum: [code] }), inner] });
  const json = (whole: Field) => ({ mediaType: 'application/json', field: whole, examples: [] });
  const xml = { ...json(errorOf('BAD')), mediaType: 'application/xml' };
  const other = field('details', 'object[]', { fields: details.fields });
  const operation = {
    ...answering({ status: '400', contents: [] }),
    responses: [
      { status: '400', contents: [json(errorOf('BAD')), xml] },
      { status: '404', contents: [json(errorOf('GONE'))] },
      { status: '409', contents: [json(errorOf('BAD'))] },
      { status: '500', contents: [json(errorOf('FAIL', other))] },
    ],
  };
  const text = operationMarkdown(operation);
  expect(text.slice(text.indexOf('### 400'))).toBe(`### 400

\`application/json\`

- \`code\` (string; one of \`BAD\`)
- \`details\` (object[])
  - \`path\` (string)
  - \`code\` (string)
  - \`message\` (string)
  - One of: text (string)

\`application/xml\`: object; fields as in \`application/json\`

### 404

\`application/json\`

- \`code\` (string; one of \`GONE\`)
- \`details\` (object[]; fields as in \`400\`)

### 409

\`application/json\`: object; fields as in \`400\`

### 500

\`application/json\`

- \`code\` (string; one of \`FAIL\`)
- \`details\` (object[])
  - \`path\` (string)
  - \`code\` (string)
  - \`message\` (string)`);
});

test('a list that one response has twice is written twice, and one of another field is named with it', () => {
  const fields = ['street', 'city', 'zip', 'land'].map((name) => field(name, 'string'));
  const home = field('home', 'object', { fields });
  const work = field('work', 'object', { fields: [...fields] });
  const contentOf = (...inner: Field[]) => [
    { mediaType: 'application/json', field: field('', 'object', { fields: inner }), examples: [] },
  ];
  const text = operationMarkdown({
    ...answering({ status: '200', contents: [] }),
    responses: [
      { status: '200', contents: contentOf(home, work) },
      { status: '201', contents: contentOf(home, field('other', 'object', { fields })) },
    ],
  });
  expect(text.match(/`city`/g)).toHaveLength(2);
  expect(text.slice(text.indexOf('### 201'))).toBe(`### 201

\`application/json\`

- \`home\` (object; fields as in \`200\`)
- \`other\` (object; fields as in \`home\` of \`200\`)`);
});
