import type { JsonSchema } from '../json-schema.ts';
import { configSchema } from './schema.ts';

const { properties = {}, required = [], ...rest } = configSchema;

/** Sections that a `docs.json` must have. */
export const requiredSections: readonly string[] = required;

/** The schema of each section alone: of a `docs.json` in which it has to be if it is required. */
export const sectionSchemas: ReadonlyMap<string, JsonSchema> = new Map(
  [...new Set([...required, ...Object.keys(properties)])].map((name) => [name, schemaOf(name)]),
);

function schemaOf(name: string): JsonSchema {
  const needed = required.includes(name) ? [name] : [];
  return { ...rest, required: needed, properties: { [name]: properties[name] ?? {} } };
}
