import { expect, test } from 'vitest';
import { xmlOf } from '../../../pipeline/openapi/xml-example.ts';
import { sampleLanguages } from '../../../schema/config/sample-languages.ts';
import { api, operationsOf } from './describe.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The XML that a response of a schema is shown as. */
async function shown(schema: object, example?: unknown, schemas: object = {}) {
  const media = { schema, ...(example === undefined ? {} : { example }) };
  const { first } = await operationsOf({
    paths: { '/a': { get: { responses: { 200: { content: { 'application/xml': media } } } } } },
    components: { schemas },
  });
  const text = first?.responses[0]?.contents[0]?.examples[0];
  expect(text?.language).toBe('xml');
  return text?.text.replace(head, '').split('\n');
}

test('elements have the names and places that the schema gives them', async () => {
  const Pet = {
    type: 'object',
    xml: { name: 'pet', prefix: 'p', namespace: 'https://a.example/?a&b' },
    properties: {
      id: { type: 'integer', xml: { attribute: true } },
      name: { type: 'string', example: 'A & <B>' },
      photoUrls: {
        type: 'array',
        xml: { wrapped: true },
        items: { type: 'string', xml: { name: 'url' }, example: 'u' },
      },
      tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
      'odd key': { type: 'null' },
    },
  };
  const Tag = { type: 'object', properties: { on: { type: 'boolean' } } };
  expect(await shown({ $ref: '#/components/schemas/Pet' }, undefined, { Pet, Tag })).toEqual([
    '<p:pet xmlns:p="https://a.example/?a&amp;b" id="123">',
    '  <name>A &amp; &lt;B&gt;</name>',
    '  <photoUrls>',
    '    <url>u</url>',
    '  </photoUrls>',
    '  <tags>',
    '    <on>true</on>',
    '  </tags>',
    '  <odd_key/>',
    '</p:pet>',
  ]);
});

test('a list at the top has an element of its own', async () => {
  const Pet = { type: 'object', properties: { id: { type: 'integer' } } };
  const list = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  expect(await shown(list, [{ id: 1 }, { id: 2 }], { Pet })).toEqual([
    ...['<root>', '  <Pet>', '    <id>1</id>', '  </Pet>'],
    ...['  <Pet>', '    <id>2</id>', '  </Pet>', '</root>'],
  ]);
});

test('a text is XML already', async () => {
  expect(await shown({ type: 'object' }, '<a/>')).toEqual(['<a/>']);
});

test('a request sends XML in every language, and so does the form', async () => {
  const media = { schema: { title: 'note', type: 'object' }, example: { text: 'it' } };
  const { first } = await operationsOf(
    { paths: { '/a': { post: { requestBody: { content: { 'text/xml': media } } } } } },
    { ...api, examples: { ...api.examples, languages: [...sampleLanguages] } },
  );
  expect(first?.samples).toHaveLength(sampleLanguages.length);
  for (const { text } of first?.samples ?? []) {
    expect(text).toContain('<text>it</text>');
    expect(text).toContain('text/xml');
  }
  expect(first?.form?.body?.contents[0]?.examples?.[0]?.value).toBe(
    `${head}<note>\n  <text>it</text>\n</note>`,
  );
});

test('a form without written examples begins with the XML that samples send', async () => {
  const schema = { title: 'note', type: 'object', properties: { id: { type: 'integer' } } };
  const { first } = await operationsOf({
    paths: { '/a': { post: { requestBody: { content: { 'application/xml': { schema } } } } } },
  });
  const [content] = first?.form?.body?.contents ?? [];
  expect(content).toMatchObject({ prefill: true, examples: [{ label: '' }] });
  const text = content?.examples?.[0]?.value as string;
  expect(text).toContain('<id>123</id>');
  expect(first?.samples[0]?.text).toContain(text);
});

test('what is nested too deeply is left out', () => {
  let value: unknown = 'x';
  for (let depth = 0; depth < 50_000; depth++) value = [{ a: value }];
  expect(xmlOf(value).match(/<a>/g)).toHaveLength(10);
});
