import { describe, expect, test } from 'vitest';
import { readOperations } from '../../../pipeline/openapi/operations.ts';
import { readDescription } from '../../../pipeline/openapi/read.ts';
import { api, filesOf } from './describe.ts';

/** Keys of the operations of a description, and what is said about it with its line. */
async function read(text: string) {
  const { description } = await readDescription('api.yaml', filesOf({ 'api.yaml': text }));
  if (!description) throw new Error('The description is not read.');
  const { operations, problems } = readOperations(description, api);
  return {
    keys: operations.map(({ key }) => key),
    found: problems
      .filter(({ ruleId }) => ruleId === 'openapi-left-out')
      .map(({ place, reason }) => `${place?.start.line} ${reason}`),
  };
}

describe('parts of a description that no page shows', () => {
  test.each([
    [
      'a path without a slash, which is read with one',
      'paths:\n  orders:\n    get: {}',
      ['GET /orders'],
      '3 The path orders has no slash at its start; it is read as /orders.',
    ],
    [
      'a path that is a whole URL',
      'paths:\n  https://example.com/orders:\n    get: {}',
      [],
      '3 The path https://example.com/orders is a whole URL; its operations are left out.',
    ],
    [
      'a method in capitals',
      'paths:\n  /orders:\n    GET: {}',
      [],
      '4 The method GET is not in small letters; its operation is left out.',
    ],
    [
      'responses in a list',
      'paths:\n  /orders:\n    get:\n      responses: [ok]',
      ['GET /orders'],
      '5 Unexpected list in "responses", expected an object; it is left out.',
    ],
    [
      'a parameter in the body',
      'paths:\n  /orders:\n    get:\n      parameters:\n        - { name: order, in: body }',
      ['GET /orders'],
      '6 The parameter order is in the body; it is left out.',
    ],
    [
      'a parameter without a name',
      'paths:\n  /orders:\n    get:\n      parameters:\n        - { in: query }',
      ['GET /orders'],
      '6 A parameter has no "name"; it is left out.',
    ],
    [
      'a security scheme that is not there',
      'paths:\n  /orders:\n    get:\n      security:\n        - token: []',
      ['GET /orders'],
      '6 There is no security scheme token; it is left out.',
    ],
  ])('%s', async (_, paths, keys, found) => {
    expect(await read(`openapi: 3.1.0\n${paths}\n`)).toEqual({ keys, found: [found] });
  });

  test('are named up to 20, and then counted', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `  path-${index}: { get: {} }`);
    const { keys, found } = await read(`openapi: 3.1.0\npaths:\n${paths.join('\n')}\n`);
    expect(keys).toHaveLength(30);
    expect(found).toHaveLength(20);
    expect(found.at(-1)).toContain('So are 10 more parts.');
  });

  test('are none in a description that follows the specification', async () => {
    const { found } = await read(
      'openapi: 3.1.0\nsecurity: []\npaths:\n  /a:\n    parameters: []\n    get: { tags: [x], responses: {} }\n  x-note: {}\n',
    );
    expect(found).toEqual([]);
  });
});
