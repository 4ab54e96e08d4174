import { expect, test } from 'vitest';
import { operationMarkdown, rowsOf } from '../../../../pipeline/site/machine/operation.ts';
import type { Field, Operation } from '../../../../schema/operation.ts';

const field = (name: string, type: string, more: Partial<Field> = {}): Field => ({
  ...{ name, type, required: false, deprecated: false, readOnly: false, writeOnly: false },
  ...{ recursive: false, constraints: [], fields: [], variants: [], ...more },
});

test('types with angle brackets are code: Markdown would take them for tags', () => {
  const rows = rowsOf(
    field('id', 'string<uuid>', {
      required: true,
      fields: [field('name', 'string')],
      variants: [{ label: 'enum<string>', field: field('', 'enum<string>') }],
    }),
    0,
  );
  expect(rows).toEqual([
    '- `id` (`string<uuid>`; required)',
    '  - `name` (string)',
    '  - One of: `enum<string>` (`enum<string>`)',
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
  const operation: Operation = {
    ...{ kind: 'operation', method: 'GET', path: '/', servers: [], security: [], parameters: [] },
    ...{ samples: [], responses: [{ status: '400', contents }] },
  } as unknown as Operation;
  expect(operationMarkdown(operation)).toContain(
    '`application/json`: object\n\nA message for each invalid field.',
  );
});
