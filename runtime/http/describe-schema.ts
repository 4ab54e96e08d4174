import type { JsonSchema } from '../../schema/json-schema.ts';

/** What a schema is for: requests are closed, answers may have more fields than described. */
export type SchemaUse = 'request' | 'response';

/** The named schemas of a description: each is written once, under its title. */
export interface SchemaNames {
  readonly describe: (schema: JsonSchema, use: SchemaUse) => unknown;
  readonly all: () => Readonly<Record<string, unknown>>;
}

/** Schemas with a title become components; two that differ can't have the same one. */
export function nameSchemas(): SchemaNames {
  const named = new Map<string, { readonly text: string; readonly described: unknown }>();
  const describe = (schema: JsonSchema, use: SchemaUse): unknown => {
    const { title, ...untitled } = schema;
    const described = parts(untitled, use);
    if (title === undefined) return described;
    const text = JSON.stringify(described);
    const known = named.get(title);
    if (known !== undefined && known.text !== text) {
      throw new Error(`Two schemas have the title ${title}`);
    }
    named.set(title, { text, described });
    return { $ref: `#/components/schemas/${title}` };
  };
  const parts = (schema: JsonSchema, use: SchemaUse): unknown => {
    const { expects: _, also, properties, items, additionalProperties, oneOf, ...rest } = schema;
    const isOpen = use === 'response' && additionalProperties === false;
    return {
      ...rest,
      ...(use === 'request' ? { ...textRule(schema), ...also } : {}),
      ...(properties
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, field]) => [name, describe(field, use)]),
            ),
          }
        : {}),
      ...(items ? { items: describe(items, use) } : {}),
      ...(oneOf ? unionOf(oneOf, use) : {}),
      ...(additionalProperties === undefined || isOpen
        ? {}
        : {
            additionalProperties:
              typeof additionalProperties === 'object'
                ? describe(additionalProperties, use)
                : additionalProperties,
          }),
    };
  };
  /** Objects that a constant `type` tells apart have that as their discriminator. */
  const unionOf = (branches: readonly JsonSchema[], use: SchemaUse) => {
    const types = branches.map((branch) => branch.properties?.type?.const);
    const described = branches.map((branch) => describe(branch, use));
    const isTold = types.every((type) => typeof type === 'string');
    const mapping = branches.map(({ title }, index) => [
      types[index],
      `#/components/schemas/${title}`,
    ]);
    return {
      oneOf: described,
      ...(isTold && branches.every(({ title }) => title !== undefined)
        ? { discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } }
        : {}),
    };
  };
  return {
    describe,
    all: () =>
      Object.fromEntries(
        [...named]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([title, { described }]) => [title, described]),
      ),
  };
}

/** Texts of requests may not contain U+0000, which databases can't store. */
function textRule({ type, enum: values, const: value, pattern, format }: JsonSchema): object {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (!isText || values || value !== undefined || format !== undefined) return {};
  if (pattern === undefined) return { pattern: '^[^\\u0000]*$' };
  return pattern === '\\S' ? { pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' } : {};
}

/** A value that matches a schema, composed from its examples. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.oneOf?.[0] !== undefined) return exampleOf(schema.oneOf[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return 'text';
  }
}
