import type { JsonSchema } from '../json-schema.ts';

/** Schema of a string. */
export function text(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: 'string', description, ...more };
}

/** Schema of one of a few strings; the first is not special, `more.default` is. */
export function choice(
  description: string,
  values: readonly string[],
  more: JsonSchema = {},
): JsonSchema {
  return { type: 'string', description, enum: values, ...more };
}

/** Schema of true or false. */
export function flag(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: 'boolean', description, ...more };
}

/** Schema of a list. */
export function list(description: string, items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', description, items, ...more };
}

/** Schema of an object with named fields; `required` names those an author must write. */
export function object(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  more: JsonSchema = {},
): JsonSchema {
  return { type: 'object', description, properties, ...more };
}

/** Schema of an object with arbitrary keys and values of one type. */
export function map(description: string, values: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', description, additionalProperties: values, ...more };
}

/** Schema of a six-digit hex colour. */
export function hexColor(description: string, more: JsonSchema = {}): JsonSchema {
  const expects = 'a 6-digit hex colour such as "#0d9373"';
  return text(description, { pattern: '^#[0-9a-fA-F]{6}$', expects, ...more });
}

/** Schema of any CSS colour. */
export function cssColor(description: string): JsonSchema {
  return text(description, { format: 'css-color', examples: ['#ffffff', 'oklch(98% 0.01 180)'] });
}

/** Schema of an icon. */
export const icon: JsonSchema = text(
  'Icon: a name from the icon set in `icons.library`, a path to an SVG file, or its URL.',
  { examples: ['rocket', 'book-open', '/images/mark.svg'] },
);
