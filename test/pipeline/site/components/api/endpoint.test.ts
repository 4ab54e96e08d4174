import { expect, test } from 'vitest';
import { select, textOf } from '../../../../support/html.ts';
import { rendered } from './rendered.ts';

test('Endpoint shows every prop of the specification', async () => {
  const { html, body } = await rendered(
    '<Endpoint title="Create a user" method="post" path="/users/{id}" auth="Bearer" rateLimit="100/min" idempotency="Key header" sdk="node, python|go" since="2025-03-01">\nMakes **one**.\n</Endpoint>',
  );
  expect(body.contents).toEqual([{ id: 'create-a-user', text: 'Create a user', depth: 2 }]);
  expect(select(html, 'h2')[0]?.attributes.id).toBe('create-a-user');
  const [chip] = select(html, '.dc-method');
  expect(chip?.attributes['data-method']).toBe('post');
  expect(chip && textOf(chip).trim()).toBe('POST');
  expect(select(html, 'dt').map((term) => textOf(term).trim())).toEqual([
    'Authorization',
    'Rate limit',
    'Idempotency',
    'SDK',
    'Since',
  ]);
  expect(select(html, '.field-chip').map((chip) => textOf(chip).trim())).toEqual(['100/min']);
  expect(select(html, '.endpoint-kits li').map((item) => textOf(item).trim())).toEqual([
    'node',
    'python',
    'go',
  ]);
  const [time] = select(html, 'time');
  expect(time?.attributes.datetime).toBe('2025-03-01');
  expect(time && textOf(time).trim()).toBe('March 1, 2025');
  expect(select(html, '.endpoint-text strong')).toHaveLength(1);
  expect(body.features).toContain('endpoint');
  expect(body.problems).toEqual([]);
});

test('Endpoint has defaults, takes any method and any words for since', async () => {
  const { html } = await rendered(
    '<Endpoint />\n\n<Endpoint method="subscribe" since="v2" path="/a/b" />',
  );
  const chips = select(html, '.dc-method').map((chip) => [
    textOf(chip).trim(),
    chip.attributes['data-method'],
  ]);
  expect(chips).toEqual([
    ['GET', 'get'],
    ['SUBSCRIBE', 'other'],
  ]);
  const paths = select(html, '.endpoint-path').map((path) => textOf(path).replace(/\s/g, ''));
  expect(paths).toEqual(['/', '/a/b']);
  expect(select(html, 'wbr').length).toBeGreaterThan(1);
  expect(select(html, 'time')).toHaveLength(0);
  expect(textOf(html)).toContain('v2');
});
