import type { JsonSchema } from '../json-schema.ts';

/** By definitions, and by the schema that may refer to them. */
const known = new WeakMap<object, WeakMap<JsonSchema, ReadonlySet<string>>>();

/** The JSON types that a schema allows. */
export function typesOf(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  const definitions = root.$defs ?? root;
  const types = known.get(definitions) ?? new WeakMap<JsonSchema, ReadonlySet<string>>();
  known.set(definitions, types);
  let found = types.get(schema);
  if (found === undefined) {
    found = findTypes(schema, root);
    types.set(schema, found);
  }
  return found;
}

function findTypes(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  const target = resolve(schema, root);
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined) return new Set(union.flatMap((branch) => [...typesOf(branch, root)]));
  if (target.type !== undefined) {
    const types = typeof target.type === 'string' ? [target.type] : target.type;
    return new Set(types);
  }
  const values = target.const !== undefined ? [target.const] : target.enum;
  return new Set(values === undefined ? allTypes : values.map(typeOf));
}

const allTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Whether a schema allows the type of a value. */
export function fits(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = typesOf(schema, root);
  return types.has(typeOf(value)) || (types.has('integer') && Number.isInteger(value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

const ofDefinitions = '#/$defs/';

/** The schema behind a reference to a definition of the root. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema;
  for (let i = 0; i < 10 && target.$ref !== undefined; i++) {
    const { $ref } = target;
    const next = $ref.startsWith(ofDefinitions)
      ? root.$defs?.[$ref.slice(ofDefinitions.length)]
      : root;
    if (next === undefined) return target;
    target = next;
  }
  return target;
}

/** The branch of a union that allows the type of a value. */
export function pickBranch(
  schema: JsonSchema,
  value: unknown,
  root: JsonSchema,
): JsonSchema | undefined {
  const union = schema.anyOf ?? schema.oneOf;
  if (union === undefined) return schema;
  const branch = union.find((candidate) => fits(candidate, value, root));
  return branch === undefined ? undefined : pickBranch(resolve(branch, root), value, root);
}
