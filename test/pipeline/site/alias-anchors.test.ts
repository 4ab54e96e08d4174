import { expect, test } from 'vitest';
import { withAliases } from '../../../pipeline/site/alias-anchors.ts';
import { renderMdx } from './render-mdx.ts';

const place = (html: string, aliases: Readonly<Record<string, string>>) => {
  const placed: Record<string, string> = {};
  return { html: withAliases(html, new Map(Object.entries(aliases)), placed), placed };
};

test('an alias is an empty element in its target', () => {
  expect(
    place('<h2 id="a">A</h2><li class="step" id="b">B</li>', { 'a-&': 'a', c: 'b', d: 'b' }),
  ).toEqual({
    html:
      '<h2 id="a"><span class="dc-alias" id="a-&amp;"></span>A</h2>' +
      '<li class="step" id="b"><span class="dc-alias" id="c"></span><span class="dc-alias" id="d"></span>B</li>',
    placed: { 'a-&': 'a', c: 'b', d: 'b' },
  });
});

test('an alias of a closed part is in its title', () => {
  expect(place('<details id="a"><summary>A</summary><p>b</p></details>', { x: 'a' }).html).toBe(
    '<details id="a"><summary><span class="dc-alias" id="x"></span>A</summary><p>b</p></details>',
  );
});

test('an alias of what is not shown is none', () => {
  expect(place('<p>t</p>', { x: 'a' })).toEqual({ html: '<p>t</p>', placed: {} });
});

test('a page has the addresses of the other dialect, and reads as it did', async () => {
  const body = await renderMdx(
    [
      '## `tasks.batchTrigger()`',
      '',
      'Text.',
      '',
      '<ParamField path="redirectTo" type="string">Words.</ParamField>',
      '<ParamField body="REDIRECT_TO" type="string">Words.</ParamField>',
      '<ResponseField name="user_id" type="string">Words.</ResponseField>',
      '',
      '<Accordion title="What’s new?">Much.</Accordion>',
    ].join('\n'),
  );
  expect(body.aliases).toEqual({
    'tasks-batchtrigger': 'tasksbatchtrigger',
    'param-redirect-to': 'redirectto',
    'redirect-to': 'redirect_to',
    'body-redirect-to': 'redirect_to',
    'user-id': 'user_id',
    'response-user-id': 'user_id',
    'param-user-id': 'user_id',
    'what’s-new': 'whats-new',
    'what-s-new': 'whats-new',
  });
  for (const [alias, id] of Object.entries(body.aliases)) {
    expect(body.html.split(`<span class="dc-alias" id="${alias}"></span>`)).toHaveLength(2);
    expect(body.ids).toContain(id);
    expect(body.ids).not.toContain(alias);
  }
  expect(body.html.match(/class="dc-alias"/g)).toHaveLength(Object.keys(body.aliases).length);
  expect(body.sections.map(({ id }) => id)).toEqual(['tasksbatchtrigger', 'whats-new']);
  expect(body.sections[0]?.heading).toBe('tasks.batchTrigger()');
  expect(body.contents).toMatchObject([{ id: 'tasksbatchtrigger' }]);
});

test('an alias makes way for an element that an author wrote further down', async () => {
  const body = await renderMdx('## v1.2\n\n<div id="v1-2">x</div>');
  expect(body.ids).toEqual(['v12', 'v1-2']);
  expect(body.aliases).toEqual({});
});
