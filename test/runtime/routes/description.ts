import { apiDescription } from '../../../runtime/api.ts';
import type { JsonSchema } from '../../../schema/json-schema.ts';

/** The description that tests hold requests and answers against. */
export const description = apiDescription('test');

/** An operation with its references followed. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, DescribedContent>> };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface DescribedContent {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface DescribedResponse {
  readonly content?: Readonly<Record<string, DescribedContent>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A value without references: nothing in the description refers to itself. */
function followed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(followed);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { readonly $ref?: unknown };
  if (typeof $ref === 'string') {
    let target: unknown = description;
    for (const key of $ref.slice(2).split('/')) {
      target = (target as Record<string, unknown>)[key];
      if (target === undefined) throw new Error(`Nothing is at ${$ref}`);
    }
    return followed(target);
  }
  return Object.fromEntries(
    Object.entries(value)
      // Validators have no need of it.
      .filter(([key]) => key !== 'discriminator')
      .map(([key, item]) => [key, followed(item)]),
  );
}

/** Path → method → operation. */
export const paths = followed(description.paths) as Readonly<
  Record<string, Readonly<Record<string, DescribedOperation>>>
>;

/** The webhooks, by event type. */
export const webhooks = followed(description.webhooks) as Readonly<
  Record<string, { readonly post: DescribedOperation }>
>;

const closedOf = new WeakMap<JsonSchema, JsonSchema>();

/**
 * A schema of answers that allows nothing but what it describes: answers should have no other fields. Made
 * once, because a schema is compiled once for each object.
 */
export function closed(schema: JsonSchema): JsonSchema {
  const known = closedOf.get(schema) ?? close(schema);
  closedOf.set(schema, known);
  return known;
}

function close(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, oneOf, allOf, ...rest } = schema;
  // The codes of a status narrow the error that all have.
  if (allOf) return { ...rest, allOf: [closed(allOf[0] ?? {}), ...allOf.slice(1)] };
  const fields =
    properties &&
    Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closed(field)]));
  return {
    ...rest,
    ...(fields ? { properties: fields, additionalProperties: additionalProperties ?? false } : {}),
    ...(!fields && additionalProperties !== undefined ? { additionalProperties } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(closed) } : {}),
  };
}
