import { describe, expect, test } from 'vitest';
import { select, textOf } from '../../../../support/html.ts';
import { rendered } from './rendered.ts';

describe('ParamField', () => {
  test('shows name, type, place, requirement, default and its body, with an anchor', async () => {
    const { html, body } = await rendered(
      [
        '<ParamField query="limit" type="integer" required default={20} deprecated>',
        '  How **many**.',
        '</ParamField>',
        '<ParamField path="id" type="string" pre={["a"]} post="b">The id.</ParamField>',
      ].join('\n'),
    );
    const [first, second] = select(html, '.field');
    expect(first?.attributes.id).toBe('limit');
    expect(first && textOf(first)).toMatch(
      /limit\s+integer\s+query\s+deprecated\s+required\s+default\s*:\s*20\s+How\s+many/,
    );
    expect(select(html, '.field strong')).toHaveLength(1);
    expect(select(html, 'a.field-name')[0]?.attributes).toMatchObject({
      href: '#limit',
      dir: 'ltr',
    });
    expect(second && textOf(second)).toMatch(/^\s*a\s+id\s+b\s+string\s+path\s+The id\./);
    expect(body.ids).toEqual(expect.arrayContaining(['limit', 'id']));
    expect(body.problems).toEqual([]);
  });

  test('shows chips and a default that are elements', async () => {
    const { html, body } = await rendered(
      '<ParamField path="id" pre={<b>first</b>} post={[<span>value: <b>true</b></span>, "plain"]} default={<i>d</i>}>x</ParamField>',
    );
    expect(select(html, '.field-head .field-chip').map(textOf)).toEqual([
      'first',
      'value: true',
      'plain',
      'path',
    ]);
    expect(select(html, '.field-default i').map(textOf)).toEqual(['d']);
    expect(body.markdown).toContain('`id` (path; first; value: true; plain; default `d`)');
  });

  test('reads switches in all the forms that authors write', async () => {
    const { html } = await rendered(
      '<ParamField body="a" required="true" />\n\n<ParamField body="b" required={false} />\n\n<ParamField body="c" hidden />',
    );
    const fields = select(html, '.field');
    expect(fields).toHaveLength(2);
    expect(select(html, '.field-required')).toHaveLength(1);
  });

  test('warns where the place is missing, and says how to name it', async () => {
    const { body, html } = await rendered('<ParamField name="x" type="string">Text</ParamField>');
    expect(body.problems).toHaveLength(1);
    expect(body.problems[0]).toMatchObject({
      ruleId: 'param-field-place',
      severity: 'warning',
      file: 'page.mdx',
      reason: 'ParamField "x" does not specify where the parameter goes.',
    });
    expect(textOf(html)).toContain('Text');
  });

  test('leaves out defaults that are long or nested', async () => {
    const { html } = await rendered(
      `<ParamField body="a" default="${'x'.repeat(200)}" />\n\n<ParamField body="b" default={{ c: { d: 1 } }} />`,
    );
    expect(select(html, '.field-default')).toHaveLength(0);
  });

  test('speaks the language of the page', async () => {
    const { html } = await rendered('<ParamField body="a" required />', { language: 'de' });
    expect(textOf(html)).toContain('erforderlich');
  });
});

describe('ResponseField', () => {
  test('nests in an Expandable', async () => {
    const { html, body } = await rendered(
      [
        '<ResponseField name="user" type="object" required>',
        '  <Expandable title="properties">',
        '    <ResponseField name="name" type="string">The name.</ResponseField>',
        '  </Expandable>',
        '</ResponseField>',
      ].join('\n'),
    );
    expect(select(html, '.field .field')).toHaveLength(1);
    expect(textOf(html)).toContain('The name.');
    expect(body.problems).toEqual([]);
  });

  test('warns without a name', async () => {
    const { body } = await rendered('<ResponseField type="string">x</ResponseField>');
    expect(body.problems.map((problem) => problem.ruleId)).toEqual(['response-field-name']);
  });
});

describe('examples', () => {
  const text =
    '<RequestExample>\n\n```bash cURL\ncurl\n```\n\n```python Python\nprint(1)\n```\n\n</RequestExample>\n\n<ResponseExample>\n\n```json 200\n{}\n```\n\n</ResponseExample>';

  test('are next to the page, requests before responses', async () => {
    const { html, aside } = await rendered(text);
    expect(select(html, '.api-example')).toHaveLength(0);
    expect(select(aside, '.api-example').map((part) => part.attributes['data-example'])).toEqual([
      'request',
      'response',
    ]);
    expect(textOf(aside)).toMatch(/cURL[\s\S]*Python/);
  });

  test('stand in the page where it has no column', async () => {
    const { html, body } = await rendered(text, { mode: 'wide' });
    expect(body.aside).toBeUndefined();
    expect(select(html, '.api-example')).toHaveLength(2);
  });
});
