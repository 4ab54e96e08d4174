import type { Ajv2020 as Validator } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { configSchema } from '../config/schema.ts';
import { sectionSchemas } from '../config/sections.ts';
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
  return `import { constraintsOf } from './constraints.ts';
import { ownFormats } from './formats.ts';
${written(ajv, names)}
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

/** A module that takes the place of `config/valid-section.ts`: with a check for each section of a `docs.json`. */
export function precompileSections(): string {
  const ajv = newValidator({ source: true, esm: true, formats: _`formats` });
  // What is wrong is found by walking through the value.
  Object.assign(ajv.opts, { verbose: false, messages: false });
  const { $id: _id, $schema: _schema, ...root } = configSchema;
  ajv.addSchema(root, 'config');
  const names = [...sectionSchemas.keys()].map((section, index) => {
    const { required } = sectionSchemas.get(section) ?? {};
    const place = `config#/properties/${section}`;
    // Sections share the definitions of the whole schema.
    const name = `section${index}`;
    ajv.addSchema({ type: 'object', required, properties: { [section]: { $ref: place } } }, name);
    return [section, name] as const;
  });
  return `import { ownFormats } from '../validation/formats.ts';
${written(ajv, Object.fromEntries(names.map(([, name]) => [name, name])))}
const checks = {${names.map(([section, name]) => `${JSON.stringify(section)}: ${name}`)}};
export function isValidSection(name, written) {
  return checks[name](written) === true;
}
`;
}

/** Code of the checks in a validator, by the names that they get; it needs `ownFormats`. */
function written(ajv: Validator, names: Readonly<Record<string, string>>): string {
  // The package's default export is callable, but not according to its types under Node's resolution.
  const write = standalone as unknown as (validator: Validator, names: object) => string;
  return `import { fullFormats } from 'ajv-formats/dist/formats.js';
const formats = { ...ownFormats };
for (const name of ${JSON.stringify(packageFormats)}) formats[name] = fullFormats[name];
${write(ajv, names)}`;
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
