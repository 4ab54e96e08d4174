import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isCssBackground, isCssBorder, isCssColor, isCssLengths, isPicture } from '../css.ts';
import type { JsonSchema } from '../json-schema.ts';

type Check = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };

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

function newValidator(): Validator {
  const validator = new Validator({
    verbose: true,
    strict: true,
    strictTypes: false,
    // The schemas are Docent's own: validating them would add 200 ms to every start.
    meta: false,
    validateSchema: false,
  });
  // The package's default export is callable, but not according to its types under Node's resolution.
  (addFormats as unknown as (v: Validator, formats: string[]) => void)(validator, [
    'date',
    'date-time',
    'email',
    'uri',
  ]);
  for (const keyword of ['also', 'expects', 'markdownDescription']) validator.addKeyword(keyword);
  validator.addFormat('css-color', isCssColor);
  validator.addFormat('css-ground', (text: string) => isCssBackground(text) || isPicture(text));
  validator.addFormat('css-lengths', isCssLengths);
  validator.addFormat('css-border', isCssBorder);
  validator.addFormat('web-url', isWebUrl);
  return validator;
}

/** Whether a string is an absolute http or https URL. */
function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

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
