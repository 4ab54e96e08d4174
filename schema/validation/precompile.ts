import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { JsonSchema } from '../json-schema.ts';
import { constraintsOf, ownPart } from './constraints.ts';
import { resolve } from './shape.ts';
import { newValidator, packageFormats } from './validator.ts';

/**
 * A module that takes the place of `compile.ts` where code must not be generated, as in pages with a strict
 * policy: with a check for each kind of value in a schema. It never says that a value is valid as a whole:
 * walking through the value finds that out as well.
 */
export function precompile(root: JsonSchema): string {
  const ajv = newValidator({ source: true, esm: true, formats: _`formats` });
  const names: Record<string, string> = {};
  const keys: Record<string, string> = {};
  for (const part of partsOf(root)) {
    const constraints = constraintsOf(part);
    const key = JSON.stringify(constraints);
    if (keys[key] !== undefined) continue;
    const name = `check${Object.keys(keys).length}`;
    ajv.addSchema(constraints, name);
    keys[key] = name;
    names[name] = name;
  }
  // The package's default export is callable, but not according to its types under Node's resolution.
  const write = standalone as unknown as (validator: typeof ajv, names: object) => string;
  return `import { fullFormats } from 'ajv-formats/dist/formats.js';
import { constraintsOf } from './constraints.ts';
import { ownFormats } from './formats.ts';
const formats = { ...ownFormats };
for (const name of ${JSON.stringify(packageFormats)}) formats[name] = fullFormats[name];
${write(ajv, names)}
const checks = {${Object.entries(keys).map(([key, name]) => `${JSON.stringify(key)}: ${name}`)}};
const found = new WeakMap();
export function compile(part) {
  let check = found.get(part);
  if (check === undefined) {
    check = checks[JSON.stringify(constraintsOf(part))];
    found.set(part, check);
  }
  return check;
}
export const isValid = () => false;
`;
}

/** The own parts of a schema and of everything in it. */
function partsOf(root: JsonSchema): readonly JsonSchema[] {
  const parts: JsonSchema[] = [];
  const seen = new Set<JsonSchema>();
  const visit = (schema: JsonSchema) => {
    const target = resolve(schema, root);
    if (seen.has(target)) return;
    seen.add(target);
    const { items, additionalProperties: others } = target;
    const branches = target.anyOf ?? target.oneOf;
    if (branches === undefined) parts.push(ownPart(target));
    for (const branch of branches ?? Object.values(target.properties ?? {})) visit(branch);
    if (items !== undefined) visit(items);
    if (typeof others === 'object') visit(others);
  };
  visit(root);
  return parts;
}
