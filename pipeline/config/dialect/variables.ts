import { variableNames } from '../../../schema/config/variables.ts';
import { type Edit, type Fields, fieldsIn, isFields, put, say } from '../edit.ts';

/** `variables`: the other dialect has a map. */
export function rewriteVariables(edit: Edit, config: Fields): void {
  const { variables } = config;
  fieldsIn(variables).forEach((variable, index) => {
    const { name } = variable;
    if (typeof name !== 'string' || !/^[a-zA-Z_][\w.]*-[\w.-]*$/.test(name)) return;
    say(edit, variable, 'name', {
      ruleId: 'wrong-format',
      severity: 'error',
      reason: `Unexpected variables[${index}].name ${JSON.stringify(name)}, expected ${variableNames}`,
      note: 'Rename it, here and in the pages.',
    });
  });
  if (!isFields(variables)) return;
  say(edit, config, 'variables', {
    reason: 'A map of variables is read as a list of string variables',
    note: 'Write [{ "name": …, "defaultValue": … }].',
  });
  const entries = Object.entries(variables).filter(([name]) => {
    if (/^[a-z_]/i.test(name)) return true;
    say(edit, variables, name, {
      severity: 'warning',
      reason: `Variable ${JSON.stringify(name)} is ignored, expected ${variableNames}`,
      note: 'Rename it, here and in the pages.',
    });
    return false;
  });
  const list = entries.map(([name, value]) => {
    const scalar = typeof value === 'number' || typeof value === 'boolean';
    return { name, defaultValue: scalar ? String(value) : value };
  });
  put(edit, config, 'variables', list);
}
