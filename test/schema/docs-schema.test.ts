import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedSchema } from '../../schema/config/published.ts';
import { configSchema } from '../../schema/config/schema.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

test('schema/docs.schema.json is up to date (node scripts/write-schema.js)', () => {
  const file = new URL('../../schema/docs.schema.json', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(publishedSchema());
});

test('every field is described', () => {
  const bare: string[] = [];
  const walk = (schema: JsonSchema, path: string) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const described = field.description !== undefined || field.$ref !== undefined;
      if (!described) bare.push(`${path}.${name}`);
      walk(field, `${path}.${name}`);
    }
    if (schema.items !== undefined) walk(schema.items, `${path}[]`);
    for (const branch of schema.anyOf ?? []) walk(branch, path);
    for (const [name, definition] of Object.entries(schema.$defs ?? {})) walk(definition, name);
  };
  walk(configSchema, '');
  expect(bare).toEqual([]);
});
