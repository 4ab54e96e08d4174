import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { problemsAsSarif } from '../../../pipeline/report/sarif.ts';
import type { Problem } from '../../../schema/errors.ts';

const at = (line: number, column: number) => ({ line, column, offset: 0 });
const problems: readonly Problem[] = [
  {
    severity: 'error',
    source: 'source',
    ruleId: 'undefined-variable',
    file: 'guides/100% #1?.mdx',
    place: { start: at(3, 2), end: at(3, 9) },
    reason: 'Undefined variable "region".',
    note: 'Declare it.',
  },
  { severity: 'note', source: 'site', ruleId: 'broken-link', file: 'a.mdx', reason: 'Broken.' },
  { severity: 'warning', source: 'config', ruleId: 'broken-link', file: '', reason: 'Broken.' },
];

/** What the schema of SARIF 2.1.0 says of the parts that we write; nothing else is allowed here. */
const text = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 } },
  additionalProperties: false,
};
const positive = { type: 'integer', minimum: 1 };
const object = (
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const rule = object({ id: { type: 'string' }, shortDescription: text, help: text });
const region = object(
  { startLine: positive, startColumn: positive, endLine: positive, endColumn: positive },
  ['startColumn', 'endLine', 'endColumn'],
);
const location = object({
  physicalLocation: object({
    artifactLocation: object({
      uri: { type: 'string', pattern: "^(?![a-z]+:|/)[\\w./%~!$&'()*+,;=:@-]+$" },
      uriBaseId: { const: '%SRCROOT%' },
    }),
    region,
  }),
});
const result = object({
  ruleId: { type: 'string' },
  ruleIndex: { type: 'integer', minimum: 0 },
  level: { enum: ['none', 'note', 'warning', 'error'] },
  message: text,
  locations: { type: 'array', items: location, minItems: 1 },
});
const run = object({
  tool: object({
    driver: object({
      name: { type: 'string' },
      semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
      rules: { type: 'array', items: rule, uniqueItems: true },
    }),
  }),
  columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
  results: { type: 'array', items: result },
});
const sarif = object({
  $schema: { type: 'string' },
  version: { const: '2.1.0' },
  runs: { type: 'array', items: run },
});

test('a SARIF document has rules with help, relative URIs and regions', () => {
  const places = { dir: '/repo/docs', root: '/repo', version: '1.2.3' };
  const document = JSON.parse(JSON.stringify(problemsAsSarif(problems, places)));
  const ajv = new Ajv2020({ allErrors: true });
  ajv.validate(sarif, document);
  expect(ajv.errors).toBeNull();
  const [{ tool, results }] = document.runs;
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(tool.driver.rules[0].help.text).toMatch(/\w{4,}.*\. .*\.$/);
  const uris = results.map(
    (one: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
      one.locations[0].physicalLocation.artifactLocation.uri,
  );
  expect(uris).toEqual(['docs/docs.json', 'docs/a.mdx', 'docs/guides/100%25%20%231%3F.mdx']);
  expect(results[2].locations[0].physicalLocation.region).toEqual({
    startLine: 3,
    startColumn: 2,
    endLine: 3,
    endColumn: 9,
  });
});

test('a site without problems has a document without results', () => {
  const document = problemsAsSarif([], { dir: '.', root: '.', version: '1.2.3' });
  expect(document.runs[0]).toMatchObject({ results: [], tool: { driver: { rules: [] } } });
});
