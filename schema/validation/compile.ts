import type { Ajv2020 as Validator } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../json-schema.ts';
import type { Check } from './check.ts';
import { newValidator } from './validator.ts';

const compiled = new WeakMap<JsonSchema, Check>();
let ajv: Validator | undefined;

/** Returns whether a value is valid, and if not, the first mistake. */
export function compile(schema: JsonSchema): Check {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  ajv ??= newValidator();
  const { $id: _id, $schema: _schema, ...rest } = schema;
  const check = ajv.compile(rest) as Check;
  compiled.set(schema, check);
  return check;
}

/** Whether a value is known to be valid as a whole, so that its mistakes need not be looked for. */
export function isValid(schema: JsonSchema, value: unknown): boolean {
  return compile(schema)(value) === true;
}
