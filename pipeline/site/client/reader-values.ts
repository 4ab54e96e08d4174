import { evaluate, parseExpression } from '../../../schema/expression.ts';
import type { ReaderVariableData } from '../../../schema/reader-variables.ts';
import { recall, remember } from './memory.ts';

/** Dispatched on the document when a reader changes a value. */
export const readerValuesChanged = 'docent-variables';

let data: readonly ReaderVariableData[] | undefined;
/** What was entered where storage is forbidden. */
const entered = new Map<string, string>();

/** The variables of the page. */
export function variablesOfPage(): readonly ReaderVariableData[] {
  const text = document.querySelector('body > script.variables')?.textContent;
  data ??= text ? (JSON.parse(text) as readonly ReaderVariableData[]) : [];
  return data;
}

/** Current value of a variable; undefined for a secret that was not entered, or what has no value. */
export function readerValue(name: string): string | undefined {
  return currentValue(name, new Map());
}

/** Each variable is computed once, however many expressions name it; one in a circle has no value. */
function currentValue(name: string, known: Map<string, string | undefined>): string | undefined {
  if (known.has(name)) return known.get(name);
  known.set(name, undefined);
  const value = computedValue(name, known);
  known.set(name, value);
  return value;
}

function computedValue(name: string, known: Map<string, string | undefined>): string | undefined {
  const variable = variablesOfPage().find((one) => one.name === name);
  if (!variable) return undefined;
  const { type, options = [], value, expression } = variable;
  if (type === 'secret') return secretOf(name) || undefined;
  if (type === 'select') {
    const last = recall(`variable:${name}`);
    return options.includes(last) ? last : value;
  }
  if (type !== 'computed' || expression === undefined) return value;
  try {
    const made = evaluate(parseExpression(expression), (other) => {
      const found = currentValue(other, known);
      if (found === undefined) throw new Error(other);
      return found;
    });
    return String(made);
  } catch {
    return value;
  }
}

/** Sets what a reader chose or entered: a choice for this browser, a secret for this tab. */
export function setReaderValue(name: string, value: string): void {
  const variable = variablesOfPage().find((one) => one.name === name);
  if (variable?.type === 'secret') keepSecret(name, value);
  else remember(`variable:${name}`, value);
  document.dispatchEvent(new CustomEvent(readerValuesChanged));
}

/** A text with `{{name}}` filled; undefined if one of them has no value. */
export function fillReaderValues(text: string): string | undefined {
  let isWhole = true;
  const filled = text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (written, name: string) => {
    const value = readerValue(name);
    if (value === undefined) isWhole = false;
    return value ?? written;
  });
  return isWhole ? filled : undefined;
}

function secretOf(name: string): string {
  try {
    return sessionStorage.getItem(`docent-secret:${name}`) ?? '';
  } catch {
    return entered.get(name) ?? '';
  }
}

function keepSecret(name: string, value: string): void {
  entered.set(name, value);
  try {
    if (value === '') sessionStorage.removeItem(`docent-secret:${name}`);
    else sessionStorage.setItem(`docent-secret:${name}`, value);
  } catch {
    // Storage is forbidden: the value holds for this page only.
  }
}
