import { Ajv2020 as Validator } from 'ajv/dist/2020.js';
import type { CodeOptions } from 'ajv/dist/core.js';
import addFormats from 'ajv-formats';
import { ownFormats } from './formats.ts';

/** Formats of the package that Docent's schemas use. */
export const packageFormats = ['date', 'date-time', 'email', 'uri'] as const;

/** A validator that knows the keywords and formats of Docent's schemas. */
export function newValidator(code: CodeOptions = {}): Validator {
  const validator = new Validator({
    verbose: true,
    strict: true,
    strictTypes: false,
    // The schemas are Docent's own: validating them would add 200 ms to every start.
    meta: false,
    validateSchema: false,
    code,
  });
  // The package's default export is callable, but not according to its types under Node's resolution.
  (addFormats as unknown as (v: Validator, formats: readonly string[]) => void)(
    validator,
    packageFormats,
  );
  for (const keyword of ['also', 'expects', 'markdownDescription']) validator.addKeyword(keyword);
  for (const [name, check] of Object.entries(ownFormats)) validator.addFormat(name, check);
  return validator;
}
