import { expect, test } from 'vitest';
import { manualOperation } from '../../../pipeline/openapi/manual.ts';
import { writtenEndpoints, writtenParameters } from '../../../pipeline/openapi/written-tags.ts';
import type { Page } from '../../../schema/site.ts';
import { api, configOf, pageOf } from './describe.ts';

const text = `Adds a copy.

<ParamField path="id" type="string" required placeholder="bk_1">Id.</ParamField>
<ParamField query="dry" type="boolean" required>Only try.</ParamField>
<ParamField query="page" type="integer">Page.</ParamField>
<ParamField header="X-Trace" default={"t > 1"}>Trace.</ParamField>
<ParamField body="count" type="integer" required placeholder="3">How many.</ParamField>
<ParamField body="tags" type="string[]">Tags.</ParamField>
`;

function operationOf(page: Partial<Page> & { readonly text?: string }, settings: object = {}) {
  const base = pageOf('copies', { api: 'POST /books/{id}/copies', ...page.frontmatter });
  const config = configOf({
    api: {
      ...api,
      mdx: {
        auth: { method: 'bearer' },
        server: ['https://a.example.com', 'https://b.example.com'],
      },
      ...settings,
    },
  });
  const file = { ...base.file, text: page.text ?? text };
  const made = manualOperation({ ...base, file }, config);
  if (!('operation' in made)) throw new Error(made.problem.reason);
  return made.operation;
}

test('a hand-written endpoint has all servers, and samples in the languages of the site', () => {
  const { servers, samples } = operationOf({});
  expect(servers).toEqual([{ url: 'https://a.example.com' }, { url: 'https://b.example.com' }]);
  expect(samples.map(({ label }) => label)).toEqual(['cURL', 'Python']);
  const [curl] = samples;
  expect(curl?.text).toContain('https://a.example.com/books/bk_1/copies?dry=true');
  expect(curl?.text).toContain('Authorization: Bearer <token>');
  expect(curl?.text).toContain('X-Trace: t > 1');
  expect(curl?.text).toContain('"count": 3');
  expect(curl?.text).toContain('"tags": []');
  expect(curl?.text).not.toContain('page=');
});

test('samples hold only what is required if the site says so', () => {
  const { samples } = operationOf({}, { examples: { ...api.examples, defaults: 'required' } });
  expect(samples[0]?.text).toContain('"count": 3');
  expect(samples[0]?.text).not.toContain('tags');
  expect(samples[0]?.text).not.toContain('X-Trace');
});

test('samples hold all parameters if the site says so', () => {
  const { samples } = operationOf({}, { examples: { ...api.examples, defaults: 'all' } });
  expect(samples[0]?.text).toContain('/books/bk_1/copies?dry=true&page=123');
  expect(samples[0]?.text).toContain('X-Trace: t > 1');
  expect(samples[0]?.text).toContain('"tags"');
});

test('a page with samples of its own, or without a server, gets none', () => {
  expect(operationOf({ text: `${text}\n<RequestExample>\n</RequestExample>\n` }).samples).toEqual(
    [],
  );
  expect(operationOf({}, { mdx: { auth: {}, server: [] } }).samples).toEqual([]);
});

test('tags are read as authors write them, also over several lines', () => {
  expect(
    writtenParameters(
      '<ParamField\n  header="X-A"\n  required={false}\n  type=\'a<b>\'\n/> <ParamField>',
    ),
  ).toEqual([{ place: 'header', name: 'X-A', required: false, type: 'a<b>', fields: [] }]);
  expect(
    writtenEndpoints('<Endpoint method="post" path="/a" /> <Endpoint title="No path">'),
  ).toEqual([
    { method: 'POST', path: '/a' },
    { method: 'GET', path: '/' },
  ]);
});

test('many tags that never end are no parameters', () => {
  expect(writtenParameters('<ParamField header="'.repeat(20_000))).toEqual([]);
  expect(writtenParameters('<ParamField header={{{}'.repeat(20_000))).toEqual([]);
});

/** The body that the sample for the shell sends. */
function bodyOf(text: string): unknown {
  const sent = operationOf({ text }).samples[0]?.text.split("--data '")[1];
  return sent && JSON.parse(sent.slice(0, -1));
}

test('fields between the tags of a field are part of its value', () => {
  const inner = `<Expandable title="more">
    <ParamField body="q" type="string" required>Question.</ParamField>
    <ParamField body="a" type="integer" default={3} />
    <ParamField name="meta" type="object"><ParamField body="on" type="boolean" /></ParamField>
  </Expandable>`;
  const item = { q: '<string>', a: 3, meta: { on: true } };
  const fieldOf = (name: string, type: string) =>
    `<ParamField body="${name}" type="${type}">\n${inner}\n</ParamField>\n`;
  expect(
    bodyOf(
      `${fieldOf('faqs', 'array')}${fieldOf('list', 'object[]')}${fieldOf('one', 'object')}
<ParamField body="last" type="string" />`,
    ),
  ).toEqual({ faqs: [item], list: [item], one: item, last: '<string>' });
});

test('a field that is not closed holds nothing of what follows, and fields are only nested so deep', () => {
  const open = '<ParamField body="a" type="object">';
  expect(bodyOf(`A \`${open}\` is closed.\n\n<ParamField body="b" />`)).toEqual({
    ...{ a: {}, b: '<string>' },
  });
  const text = `${open.repeat(5000)}${'</ParamField>'.repeat(5000)}`;
  expect(JSON.stringify(bodyOf(text)).match(/"a"/g)).toHaveLength(20);
});

test('a list or an object that a query needs is written as one', () => {
  const { samples } = operationOf({
    text: `<ParamField query="tags" type="string[]" required />
<ParamField query="filter" type="object" required><ParamField query="size" type="integer" /></ParamField>`,
  });
  expect(samples[0]?.text).toContain('/copies?tags=<string>&size=123');
});

test.each([
  ['array', '[]', []],
  ['array', '[1, "a"]', [1, 'a']],
  ['integer[]', '3', [3]],
  ['string[]', 'a', ['a']],
  ['string | null', 'null', null],
  ['string', 'null', 'null'],
  ['string', '[]', '[]'],
  ['object', '{"a": [1]}', { a: [1] }],
  ['any', '[true]', [true]],
  ['map<string, string>', '{}', {}],
])('the default of a field of %s, %s, is the value of its type', (type, value, sent) => {
  expect(bodyOf(`<ParamField body="a" type="${type}" default='${value}' />`)).toEqual({ a: sent });
  expect(bodyOf(`<ParamField body="a" type="${type}" placeholder={${value}} />`)).toEqual({
    a: sent,
  });
});

test('a list in the default of a parameter is a list, and null is nothing', () => {
  const { samples } = operationOf({
    text: `<ParamField query="ids" type="integer[]" default="[1, 2]" />
<ParamField query="none" type="string | null" default="null" />`,
  });
  expect(samples[0]?.text).toContain("/copies?ids=1&ids=2'");
});

test.each([
  ['https://a.example/x?fixed=1', 'https://a.example/x?fixed=1&q=v'],
  ['https://a.example?fixed=1', 'https://a.example/?fixed=1&q=v'],
  ['/x?', 'https://a.example.com/x?q=v'],
])('the query of %s has room for parameters', (address, url) => {
  const frontmatter = { ...pageOf('x').frontmatter, api: `GET ${address}` };
  const { samples } = operationOf({ frontmatter, text: '<ParamField query="q" default="v" />' });
  expect(samples[0]?.text).toContain(`'${url}'`);
});

test('a header that the text describes is sent once, with its own value', () => {
  const { samples } = operationOf({
    text: `<ParamField header="authorization" default="Token abc" />
<ParamField header="Content-Type" default="application/json" />
<ParamField body="a" />`,
  });
  expect(samples[0]?.text.match(/--header '.*'/g)).toEqual([
    "--header 'authorization: Token abc'",
    "--header 'Content-Type: application/json'",
  ]);
});

test('a list of files is sent in a form', () => {
  const { samples } = operationOf({ text: '<ParamField body="files" type="file[]" />' });
  expect(samples[0]?.text).toContain("--form 'files=@path/to/file'");
});

test('a body is of the type that the front matter or a header says', () => {
  const frontmatter = {
    ...pageOf('x').frontmatter,
    ...{ api: 'POST /x', contentType: 'application/x-www-form-urlencoded' },
  };
  const body = '<ParamField body="a" default="b c" />';
  const { samples } = operationOf({ frontmatter, text: body });
  const header = `<ParamField header="Content-Type" default="${frontmatter.contentType}" />`;
  const { contentType: _, ...rest } = frontmatter;
  expect(operationOf({ frontmatter: rest, text: header + body }).samples).toEqual(samples);
  expect(samples[0]?.text).toContain("--data-urlencode 'a=b c'");
  expect(samples[0]?.text).toContain("'Content-Type: application/x-www-form-urlencoded'");
});
