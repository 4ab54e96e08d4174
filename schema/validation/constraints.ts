import type { JsonSchema } from '../json-schema.ts';

const ownParts = new WeakMap<JsonSchema, JsonSchema>();

/** The part of a schema that concerns a value without its entries. */
export function ownPart(schema: JsonSchema): JsonSchema {
  let part = ownParts.get(schema);
  if (part === undefined) {
    const { properties, required, items, additionalProperties, $defs, ...own } = schema;
    part = own;
    ownParts.set(schema, part);
  }
  return part;
}

/** What remains of a part of a schema without what is there to be read: the same for many fields. */
export function constraintsOf(part: JsonSchema): JsonSchema {
  const { $schema, $id, title, description, markdownDescription, ...rest } = part;
  const { default: _default, examples, deprecated, also, ...constraints } = rest;
  return constraints;
}
