import type { Problem } from '../../schema/errors.ts';
import { parseJson } from '../../schema/json-text.ts';
import type { Origins } from '../../schema/pointer.ts';
import { rewriteDialect } from './dialect.ts';
import { isFields, newEdit } from './edit.ts';
import type { ReadConfigOptions } from './include.ts';
import { faultAsProblem, includeRefs } from './include.ts';
import { printEdited } from './print.ts';

/**
 * `docs.json` in Docent's own form, with its formatting: untouched parts keep their exact text.
 * `text` equals the input if nothing had to change, or if the JSON can't be parsed.
 */
export function migrateConfig(
  text: string,
  options: ReadConfigOptions,
): { readonly text: string; readonly changed: boolean; readonly problems: readonly Problem[] } {
  const origins: Origins = new WeakMap();
  const { value, faults } = parseJson(text, { file: options.file, origins });
  const problems = faults.map((fault) => faultAsProblem(fault, options.file));
  if (faults.length > 0 || !isFields(value)) return { text, changed: false, problems };
  const edit = newEdit(origins);
  includeRefs(edit, value, options);
  rewriteDialect(edit, value);
  problems.push(...edit.problems);
  if (edit.touched.size === 0) return { text, changed: false, problems };
  const written = printEdited(value, { text, file: options.file, edit });
  return { text: written, changed: written !== text, problems };
}
