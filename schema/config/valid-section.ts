import { isValid } from '../validation/compile.ts';
import { sectionSchemas } from './sections.ts';

/**
 * Whether a section of a `docs.json` is as its schema says. Compiled code has a module of `precompileSections` in the
 * place of this one: generating the checks takes longer than reading a hundred pages.
 */
export function isValidSection(name: string, written: unknown): boolean {
  const schema = sectionSchemas.get(name);
  return schema !== undefined && isValid(schema, written);
}
