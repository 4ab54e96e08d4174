import { asText } from './json.ts';
import type { References } from './references.ts';
import { discriminatorOf, readSchema, type Schema } from './schema.ts';

/**
 * What alternatives without a title are told apart by: the one value that a field of each has, as
 * `type` in `{ "type": "card" }`, or the only field that each must have, as in `{ "card": … }`.
 * `undefined` where that says nothing, or the same of several.
 */
export function tellingNames(
  schema: Schema,
  references: References,
): readonly (string | undefined)[] {
  const told = discriminatorOf(schema);
  const names = schema.variants.map(({ place }) => {
    const variant = readSchema(place, references);
    return ownValue(variant, told, references) ?? onlyField(variant);
  });
  const count = new Map<string | undefined, number>();
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
  return names.map((name) => (count.get(name) === 1 ? name : undefined));
}

/** Fields of an alternative that are looked through. */
const mostFields = 20;

function ownValue(
  { properties, required }: Schema,
  told: string | undefined,
  references: References,
): string | undefined {
  // What no request may leave out says most.
  const order = [...required, ...properties.keys()].slice(0, mostFields);
  for (const name of told === undefined ? order : [told]) {
    const place = properties.get(name);
    const values = place && readSchema(place, references).enum;
    const value = values?.length === 1 ? asText(values[0]) : undefined;
    if (value) return value;
  }
  return undefined;
}

function onlyField({ properties, required }: Schema): string | undefined {
  const names = [...(required.size > 0 ? required : properties.keys())];
  return names.length === 1 ? names[0] : undefined;
}
