import type { JsonSchema } from '../json-schema.ts';
import { validate } from '../validate.ts';
import type { Violation } from '../validation/violation.ts';
import { configSchema } from './schema.ts';

const { properties = {}, required = [], ...rest } = configSchema;

/** The schema of only some sections. */
function schemaOf(names: readonly string[], needed: readonly string[]): JsonSchema {
  const sections = names.map((name) => [name, properties[name] ?? {}]);
  return { ...rest, required: needed, properties: Object.fromEntries(sections) };
}

const needed = schemaOf(required, required);
const others = new Map(
  Object.keys(properties)
    .filter((name) => !required.includes(name))
    .map((name) => [name, schemaOf([name], [])]),
);

/**
 * Checks a `docs.json` against `configSchema`, one section after the other: a file has only a few
 * of them, and compiling the validators of all takes longer than reading a hundred pages.
 */
export function validateConfig(written: unknown): readonly Violation[] {
  const found = [...validate(needed, written)];
  if (typeof written !== 'object' || written === null) return found;
  for (const [name, schema] of others) {
    if (Object.hasOwn(written, name)) found.push(...validate(schema, written));
  }
  return found;
}
