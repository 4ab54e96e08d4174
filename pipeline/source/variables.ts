import type { Place, Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import { nearest } from './nearest.ts';

/** `{{name}}`, and in front of it the stroke that makes it plain text. */
export const variablePattern = /(\\?)\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/** Fills `{{name}}` where there is a value; secrets have none at build, and stay as written. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(variablePattern, (written, slash: string, name: string) =>
    slash === '' ? (values.get(name) ?? written) : written.slice(1),
  );
}

/** Values at build; a variable that only its reader has a value for is shown as its label. */
export function valuesAtBuild({
  variables,
  config,
}: Pick<Site, 'variables' | 'config'>): ReadonlyMap<string, string> {
  const values = new Map(variables);
  for (const { name, label } of config.variables) {
    if (!values.has(name)) values.set(name, label ?? name);
  }
  return values;
}

/** The problem of a name that no variable has. */
export function undefinedVariable(
  where: { readonly name: string; readonly file: string; readonly place?: Place },
  declared: readonly string[],
): Problem {
  const { name, file, place } = where;
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'undefined-variable',
    file,
    ...(place ? { place } : {}),
    reason: `Undefined variable "${name}"${suggestion(name, declared)}`,
    actual: name,
    expected: declared,
    note: `Declare it in "variables" of docs.json, or write \\{{${name}}} to show it literally.`,
  };
}

function suggestion(name: string, declared: readonly string[]): string {
  const near = nearest(name, declared);
  if (near !== undefined) return `; did you mean "${near}"?`;
  if (declared.length === 0) return ', the site declares none.';
  return `, expected one of ${declared.slice(0, 8).join(', ')}.`;
}
