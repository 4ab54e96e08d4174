import { describe, expect, test } from 'vitest';
import type { Field, Operation } from '../../../../../schema/operation.ts';
import { select, textOf } from '../../../../support/html.ts';
import { rendered } from './rendered.ts';

const field = (name: string, type: string, rest: Partial<Field> = {}): Field => ({
  name,
  type,
  required: false,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  constraints: [],
  fields: [],
  variants: [],
  recursive: false,
  ...rest,
});

const operation: Operation = {
  source: 'openapi.json',
  kind: 'operation',
  method: 'POST',
  path: '/users/{id}',
  description: 'Adds **one**.',
  tags: [],
  deprecated: false,
  servers: [{ url: 'https://api.example.com' }],
  security: [{ name: 'key', type: 'apiKey', in: 'header', parameter: 'X-Key' }],
  parameters: [
    { name: 'id', in: 'path', field: field('id', 'string', { required: true }) },
    { name: 'q', in: 'query', field: field('q', 'string', { constraints: ['max length 5'] }) },
  ],
  body: {
    required: true,
    contents: [
      {
        mediaType: 'application/json',
        examples: [],
        field: field('', 'object', {
          fields: [
            field('user', 'object', {
              fields: [field('name', 'string', { description: 'The *name*.', enum: ['a', 'b'] })],
            }),
            field('either', 'any', {
              variants: [
                {
                  label: 'Cat',
                  field: field('', 'object', { fields: [field('lives', 'integer')] }),
                },
                { label: 'Text', field: field('', 'string') },
              ],
            }),
          ],
        }),
      },
    ],
  },
  responses: [
    {
      status: '200',
      description: 'Fine',
      contents: [
        {
          mediaType: 'application/json',
          field: field('', 'object', { fields: [field('ok', 'boolean')] }),
          examples: [{ label: '', language: 'json', text: '{"ok": true}' }],
        },
      ],
    },
    { status: '404', description: 'Not **there**.\n\nOr gone.', contents: [] },
    { status: '204', description: 'Nothing', contents: [] },
  ],
  samples: [
    { label: 'cURL', language: 'bash', text: 'curl "<x>"' },
    { label: 'Python', language: 'python', text: 'print(1)' },
  ],
};

describe('a page of an operation', () => {
  test('lays out its parts in order, listed in the contents', async () => {
    const { body, html } = await rendered('Words of the author.', { operation });
    expect(body.contents.map((entry) => entry.text)).toEqual([
      'Authorization',
      'Path parameters',
      'Query parameters',
      'Body',
      'Responses',
    ]);
    const text = textOf(html);
    expect(text.indexOf('Adds')).toBeLessThan(text.indexOf('Words of the author'));
    expect(text.indexOf('Words of the author')).toBeLessThan(text.indexOf('X-Key'));
    expect(body.problems).toEqual([]);
  });

  test('gives every field an anchor with those above it, each id once', async () => {
    const { body, html } = await rendered('', { operation });
    expect(body.ids).toEqual(
      expect.arrayContaining([
        'authorization-x-key',
        'path-id',
        'query-q',
        'body-user',
        'body-user-name',
        'body-either-cat-lives',
        'response-ok',
      ]),
    );
    const ids = select(html, '[id]').map((element) => element.attributes.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('folds nested fields, and opens them where the site asks for that', async () => {
    const closed = await rendered('', { operation });
    const more = select(closed.html, '.field-more');
    expect(more.length).toBeGreaterThan(0);
    expect(more.every((part) => part.attributes.open === undefined)).toBe(true);
    expect(textOf(closed.html)).toContain('The');
    const open = await rendered('', {
      operation,
      config: { api: { params: { expanded: 'all' } } },
    });
    const opened = select(open.html, '.field-more');
    expect(opened.every((part) => part.attributes.open !== undefined)).toBe(true);
  });

  test('opens the first good response; one without words or fields does not fold', async () => {
    const { html } = await rendered('', { operation });
    const responses = select(html, '.dc-response');
    expect(responses.map((part) => [part.tag, part.attributes.open !== undefined])).toEqual([
      ['details', true],
      ['details', false],
      ['div', false],
    ]);
  });

  test('says a short description with marks in the line of its status, once', async () => {
    const { html } = await rendered('', {
      operation: {
        ...operation,
        responses: [{ status: '200', description: 'Return any `2xx` **status**.', contents: [] }],
      },
    });
    expect(select(html, '.dc-response').map(({ tag }) => tag)).toEqual(['div']);
    expect(textOf(html).match(/Return any 2xx status\./g)).toHaveLength(1);
  });

  test('keeps a placeholder in the line of a status, and no tag', async () => {
    const description = 'No <b>thing</b> <br/>with `<id>` or <name>.';
    const responses = [{ status: '404', description, contents: [] }];
    const { html } = await rendered('', { operation: { ...operation, responses } });
    expect(select(html, '.response-lead').map(textOf)).toEqual(['No thing with <id> or <name>.']);
  });

  test('folds options that are too many to look through', async () => {
    const enumOf = (count: number) =>
      field('zone', 'enum<string>', {
        enum: Array.from({ length: count }, (_, at) => `zone-${at}`),
      });
    const shown = async (count: number) => {
      const parameters = [{ name: 'zone', in: 'query' as const, field: enumOf(count) }];
      return (await rendered('', { operation: { ...operation, parameters } })).html;
    };
    expect(select(await shown(40), '.field-options')).toHaveLength(0);
    const html = await shown(41);
    const [rest] = select(html, '.field-options');
    expect(select(html, '.field-options summary').map(textOf)).toEqual(['21 more']);
    expect(textOf(rest as never)).toContain('zone-20');
    expect(textOf(html).match(/zone-\d+/g)).toHaveLength(41);
  });

  test('marks deprecated alternatives, and has no example that is the only option', async () => {
    const { html } = await rendered('', {
      operation: {
        ...operation,
        body: {
          required: true,
          contents: [
            {
              mediaType: 'application/json',
              examples: [],
              field: field('', 'object', {
                fields: [field('type', 'enum<string>', { enum: ['paid'], example: 'paid' })],
                variants: [
                  { label: 'Old', field: field('', 'object', { deprecated: true }) },
                  { label: 'New', field: field('', 'object', { description: 'Better.' }) },
                ],
              }),
            },
          ],
        },
      },
    });
    const names = select(html, '.field-variant').map((part) => textOf(part).replace(/\s+/g, ' '));
    expect(names[0]).toContain('deprecated');
    expect(names[1]).not.toContain('deprecated');
    expect(textOf(html)).not.toContain('Example: paid');
  });

  test('is not found by the form of its errors, which all operations share', async () => {
    const shape = (name: string, description: string) => ({
      mediaType: 'application/json',
      field: field('', 'object', { fields: [field(name, 'string', { description })] }),
      examples: [],
    });
    const { body } = await rendered('', {
      operation: {
        ...operation,
        responses: [
          { status: '200', description: 'Fine', contents: [shape('ok', 'Whether it was added.')] },
          {
            status: '404',
            description: 'There is no such user.',
            headers: [field('X-Retry', 'integer', { description: 'Seconds to wait.' })],
            contents: [shape('code', 'One of the codes of the previews.')],
          },
        ],
      },
    });
    const texts = body.sections.map(({ text }) => text).join('\n');
    expect(texts).toContain('Whether it was added.');
    expect(texts).toContain('There is no such user.');
    expect(texts).not.toMatch(/previews|Seconds to wait/);
    expect(body.html).toContain('codes of the previews');
  });

  test('puts samples and examples next to it, escaped, readable without JavaScript', async () => {
    const { aside, body } = await rendered('', { operation });
    const panels = select(aside, '.api-panel');
    expect(panels.map((panel) => panel.attributes['aria-label'])).toEqual(['Request', 'Response']);
    expect(select(aside, 'option').map((option) => textOf(option).trim())).toEqual([
      'cURL',
      'Python',
    ]);
    expect(select(aside, 'option').every((option) => option.attributes.hidden === undefined)).toBe(
      true,
    );
    const codes = select(aside, 'code').map((code) => textOf(code).replace(/\s+/g, ''));
    expect(codes).toEqual(expect.arrayContaining(['curl"<x>"', 'print(1)', '{"ok":true}']));
    expect(body.features).toContain('endpoint');
  });

  test('keeps samples in the page where it has no column', async () => {
    const { html, body } = await rendered('', { operation, mode: 'wide' });
    expect(body.aside).toBeUndefined();
    expect(select(html, '.api-panel')).toHaveLength(2);
    expect(select(html, '.endpoint-line')).toHaveLength(1);
  });

  test('of a schema shows its attributes, without method or address', async () => {
    const { html, aside } = await rendered('', {
      operation: {
        ...operation,
        kind: 'schema',
        method: '',
        samples: [],
        responses: [],
        security: [],
        parameters: [],
      },
    });
    expect(select(html, '.dc-method')).toHaveLength(0);
    expect(textOf(html)).toContain('Attributes');
    expect(select(aside, '.api-panel')).toHaveLength(0);
  });

  test('speaks the language of the page', async () => {
    const { body } = await rendered('', { operation, language: 'zh-CN' });
    expect(body.contents.map((entry) => entry.text)).toEqual([
      '身份验证',
      '路径参数',
      '查询参数',
      '请求体',
      '响应',
    ]);
  });
});
