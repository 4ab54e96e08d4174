import { describe, expect, test } from 'vitest';
import { pairsOf, pathText } from '../../../../../pipeline/openapi/serialize.ts';
import { checkItems, checkText } from '../../../../../pipeline/site/client/play/check.ts';
import { credentialsOf } from '../../../../../pipeline/site/client/play/credentials.ts';
import {
  buildRequest,
  cookieHeader,
  encodeBody,
} from '../../../../../pipeline/site/client/play/request.ts';
import type { FormInput, FormParameter, RequestForm } from '../../../../../schema/form.ts';

const form: RequestForm = {
  method: 'POST',
  path: '/things/{id}',
  servers: [],
  security: [],
  schemes: {},
  parameters: [],
};
const none = { headers: [], query: [], cookies: [] };
const parameter = (place: FormParameter['in'], name: string, way: object = {}): FormParameter => ({
  in: place,
  input: { name, kind: 'text' },
  ...way,
});

test('a request has every parameter in its place', () => {
  const parameters = [
    parameter('path', 'id'),
    parameter('query', 'tags'),
    parameter('query', 'empty'),
    parameter('query', 'next', { allowReserved: true }),
    parameter('header', 'X-Ids'),
    parameter('cookie', 'sid'),
  ];
  const request = buildRequest(
    { ...form, parameters },
    {
      server: 'https://api.example.com/v1/',
      parameters: ['a/b c', ['x', 'y&z'], undefined, '/a?b', [1, 2], 'é;'],
    },
    { headers: [['Authorization', 'Bearer t']], query: [['key', 'a b']], cookies: [] },
  );
  expect(request.url).toBe(
    'https://api.example.com/v1/things/a%2Fb%20c?tags=x&tags=y%26z&next=/a?b&key=a%20b',
  );
  expect(request.headers).toEqual([
    ['Authorization', 'Bearer t'],
    ['X-Ids', '1,2'],
  ]);
  expect(cookieHeader(request)).toEqual([['Cookie', 'sid=%C3%A9%3B']]);
});

test('a path that ends with a question mark has one', () => {
  const parameters = [parameter('query', 'q')];
  const typed = { server: 'https://a.example', parameters: ['v'] };
  expect(buildRequest({ ...form, path: '/x?', parameters }, typed, none).url).toBe(
    'https://a.example/x?q=v',
  );
});

describe('values of parameters', () => {
  const list = ['a', 'b c'];
  const object = { x: 1, y: 'a,b' };
  const query = (way: Partial<FormParameter>, value: unknown) =>
    pairsOf({ in: 'query', ...way }, 'p', value)
      .map((pair) => pair.join('='))
      .join('&');
  test.each([
    [{}, list, 'p=a&p=b%20c'],
    [{ explode: false }, list, 'p=a,b%20c'],
    [{ style: 'spaceDelimited' as const }, list, 'p=a%20b%20c'],
    [{ style: 'pipeDelimited' as const }, list, 'p=a%7Cb%20c'],
    [{}, object, 'x=1&y=a%2Cb'],
    [{ explode: false }, object, 'p=x,1,y,a%2Cb'],
    [{ style: 'deepObject' as const }, { x: { z: [1, 2] } }, 'p%5Bx%5D%5Bz%5D=1&p%5Bx%5D%5Bz%5D=2'],
    [{ json: true }, { a: 1 }, 'p=%7B%22a%22%3A1%7D'],
  ])('are in a query as %j says', (way, value, text) => {
    expect(query(way, value)).toBe(text);
  });

  test.each([
    [{}, list, 'a,b%20c'],
    [{ style: 'label' as const }, list, '.a,b%20c'],
    [{ style: 'label' as const, explode: true }, list, '.a.b%20c'],
    [{ style: 'matrix' as const }, 5, ';p=5'],
    [{ style: 'matrix' as const, explode: true }, list, ';p=a;p=b%20c'],
    [{ explode: true }, object, 'x=1,y=a%2Cb'],
    [{}, object, 'x,1,y,a%2Cb'],
  ])('are in a path as %j says', (way, value, text) => {
    expect(pathText({ in: 'path', ...way }, 'p', value)).toBe(text);
  });
});

describe('bodies', () => {
  const bodyOf = (mediaType: string, value: unknown) =>
    encodeBody({ method: 'POST', url: '', headers: [], cookies: [], body: { mediaType, value } });

  test('are JSON, forms, parts, texts and files', async () => {
    expect(bodyOf('application/vnd.api+json', { a: 1 })).toEqual({
      data: '{"a":1}',
      contentType: 'application/vnd.api+json',
    });
    expect(bodyOf('application/x-www-form-urlencoded', { a: 'b c', n: [1, 2] }).data).toBe(
      'a=b+c&n=1&n=2',
    );
    expect(bodyOf('text/xml', '<a/>')).toEqual({ data: '<a/>', contentType: 'text/xml' });
    const file = new Blob(['x'], { type: 'image/png' });
    expect(bodyOf('image/*', file)).toEqual({ data: file, contentType: 'image/png' });
    const parts = bodyOf('multipart/form-data', { file, meta: { a: 1 }, n: [1, 2] });
    expect(parts.contentType).toBeUndefined();
    const data = parts.data as FormData;
    expect(data.getAll('n')).toEqual(['1', '2']);
    expect(await (data.get('meta') as File).text()).toBe('{"a":1}');
    expect((data.get('meta') as File).type).toBe('application/json');
  });
});

describe('credentials', () => {
  const schemes: RequestForm['schemes'] = {
    token: { type: 'bearer' },
    login: { type: 'basic' },
    digest: { type: 'http', scheme: 'Digest' },
    query: { type: 'apiKey', in: 'query', parameter: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', parameter: 'sid' },
    header: { type: 'apiKey', in: 'header', parameter: 'X-Key' },
    oauth: { type: 'oauth2', flows: [] },
  };
  const all = Object.keys(schemes).map((scheme) => ({ scheme }));

  test('go where their scheme says', () => {
    const typed = (_: string, field: string) =>
      ({ token: 's', user: 'ü', password: 'p' })[field] ?? '';
    expect(credentialsOf({ ...form, schemes }, all, typed)).toEqual({
      headers: [
        ['Authorization', 'Bearer s'],
        ['Authorization', 'Basic w7w6cA=='],
        ['Authorization', 'Digest s'],
        ['X-Key', 's'],
        ['Authorization', 'Bearer s'],
      ],
      query: [['key', 's']],
      cookies: [['sid', 's']],
    });
  });

  test('add nothing that was not typed, and are words in samples', () => {
    expect(credentialsOf({ ...form, schemes }, all, () => '')).toEqual(none);
    const { query } = credentialsOf({ ...form, schemes }, all, () => 'secret', true);
    expect(query).toEqual([['key', '<api-key>']]);
    const request = buildRequest(
      form,
      { server: 'https://a.example', parameters: [] },
      { ...none, query },
    );
    expect(request.url).toContain('?key=<api-key>');
  });
});

describe('checks', () => {
  test.each<[FormInput, string, string | undefined]>([
    [{ kind: 'integer', min: 1, max: 5 }, '3', undefined],
    [{ kind: 'integer' }, '1.5', 'integer'],
    [{ kind: 'number' }, 'x', 'number'],
    [{ kind: 'number', min: 1 }, '0', 'atLeast'],
    [{ kind: 'number', max: 1 }, '2', 'atMost'],
    [{ kind: 'number', above: 1 }, '1', 'above'],
    [{ kind: 'number', below: 1 }, '1', 'below'],
    [{ kind: 'number', multipleOf: 0.1 }, '0.3', undefined],
    [{ kind: 'number', multipleOf: 2 }, '3', 'multipleOf'],
    [{ kind: 'text', minLength: 2 }, '👍', 'tooShort'],
    [{ kind: 'text', maxLength: 2 }, 'abc', 'tooLong'],
    [{ kind: 'text', pattern: '^\\d+$' }, 'a', 'pattern'],
    [{ kind: 'text', pattern: '(' }, 'a', undefined],
    [{ kind: 'text', format: 'email' }, 'a', 'format'],
    [{ kind: 'text', format: 'uuid' }, '3c90c3cc-0d44-4b50-8888-8dd25736052a', undefined],
    [{ kind: 'json' }, '{', 'badJson'],
  ])('%j of %j says %s', (input, text, word) => {
    expect(checkText(input, text)?.word).toBe(word);
  });

  test('a list has as many items as it may, each once', () => {
    const list = { kind: 'list', item: { kind: 'text' }, min: 1, max: 2, unique: true } as const;
    expect(checkItems(list, [])?.word).toBe('tooFew');
    expect(checkItems(list, [1, 2, 3])?.word).toBe('tooMany');
    expect(checkItems(list, [{ a: 1 }, { a: 1 }])?.word).toBe('unique');
    expect(checkItems(list, [1])).toBeUndefined();
  });
});
