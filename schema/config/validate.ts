import { mistakesIn, validate } from '../validate.ts';
import type { Violation } from '../validation/violation.ts';
import { configSchema } from './schema.ts';
import { requiredSections, sectionSchemas } from './sections.ts';
import { isValidSection } from './valid-section.ts';

/** What was found in each section of a `docs.json`: whoever changes a section removes it from here. */
export type CheckedSections = Map<string, readonly Violation[]>;

/**
 * Checks a `docs.json` against `configSchema`, one section after the other: a file has only a few of them. Sections
 * in `checked` are not checked again.
 */
export function validateConfig(
  written: unknown,
  checked: CheckedSections = new Map(),
): readonly Violation[] {
  if (typeof written !== 'object' || written === null) return validate(configSchema, written);
  const missing: Violation[] = [];
  const found: Violation[] = [];
  for (const [name, schema] of sectionSchemas) {
    if (!Object.hasOwn(written, name)) {
      if (requiredSections.includes(name)) missing.push(...mistakesIn(schema, written));
      continue;
    }
    const violations =
      checked.get(name) ?? (isValidSection(name, written) ? [] : mistakesIn(schema, written));
    checked.set(name, violations);
    found.push(...violations);
  }
  return [...missing, ...found];
}
