import type { JsonSchema } from '../json-schema.ts';
import { validate } from '../validate.ts';
import type { Violation } from '../validation/violation.ts';
import { configSchema } from './schema.ts';

const { properties = {}, required = [], ...rest } = configSchema;

/** What was found in each section of a `docs.json`: whoever changes a section removes it from here. */
export type CheckedSections = Map<string, readonly Violation[]>;

/** The schema of a single section, which may have to be there. */
function schemaOf(name: string): JsonSchema {
  const needed = required.includes(name) ? [name] : [];
  return { ...rest, required: needed, properties: { [name]: properties[name] ?? {} } };
}

const names = [...new Set([...required, ...Object.keys(properties)])];
const sections = new Map(names.map((name) => [name, schemaOf(name)]));

/**
 * Checks a `docs.json` against `configSchema`, one section after the other: a file has only a few
 * of them, and compiling the validators of all takes longer than reading a hundred pages. Sections in `checked`
 * are not checked again.
 */
export function validateConfig(
  written: unknown,
  checked: CheckedSections = new Map(),
): readonly Violation[] {
  if (typeof written !== 'object' || written === null) return validate(configSchema, written);
  const missing: Violation[] = [];
  const found: Violation[] = [];
  for (const [name, schema] of sections) {
    if (!Object.hasOwn(written, name)) {
      if (required.includes(name)) missing.push(...validate(schema, written));
      continue;
    }
    const violations = checked.get(name) ?? validate(schema, written);
    checked.set(name, violations);
    found.push(...violations);
  }
  return [...missing, ...found];
}
