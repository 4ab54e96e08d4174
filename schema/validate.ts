import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonSchema } from './json-schema.ts';
import { pointerTo } from './pointer.ts';
import { compile, isValid } from './validation/compile.ts';
import { ownPart } from './validation/constraints.ts';
import { expectation } from './validation/expectation.ts';
import { nearest } from './validation/nearest.ts';
import { fits, pickBranch, resolve } from './validation/shape.ts';
import { show } from './validation/show.ts';
import {
  add,
  closed,
  isFull,
  mostNamed,
  newReport,
  type Violation,
  type Where,
} from './validation/violation.ts';
import { advice, missingField, named, unknownKey, wordError } from './validation/wording.ts';

/**
 * Checks a value against a schema: one violation per mistake, with unions merged into one. Keys
 * that a schema with `additionalProperties: false` does not allow are errors, of which the first 20
 * are listed; for the others see `unknownKeys`. The work is linear in the size of the value.
 */
export function validate(schema: JsonSchema, value: unknown): readonly Violation[] {
  return isValid(schema, value) ? [] : mistakesIn(schema, value);
}

/** What `validate` finds, without asking first whether the value is valid as a whole. */
export function mistakesIn(schema: JsonSchema, value: unknown): readonly Violation[] {
  const report = newReport(schema);
  walk(schema, value, { report, pointer: '' });
  return closed(report);
}

/** Makes the first validation of a schema as fast as later ones. */
export function prepare(schema: JsonSchema): void {
  compile(schema);
}

/** Keys of the value that are in no schema, as warnings with the closest known key. */
export function unknownKeys(schema: JsonSchema, value: unknown): readonly Violation[] {
  const report = newReport(schema);
  walkKeys(schema, value, { report, pointer: '' });
  return closed(report);
}

/**
 * Finds every mistake of an invalid value. Each node is checked once against the part of its schema
 * that concerns only the node, so that neither deep nesting nor many mistakes make it slow.
 */
function walk(schema: JsonSchema, value: unknown, where: Where): void {
  const { report, pointer } = where;
  if (isFull(report)) return;
  const target = resolve(schema, report.root);
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined) {
    walkUnion(union, value, where);
    return;
  }
  const check = compile(ownPart(target));
  if (!check(value)) {
    const error = check.errors?.[0] as ErrorObject;
    add(report, wordError(error, where));
    if (error.keyword === 'type') return;
  }
  if (Array.isArray(value)) {
    const { items } = target;
    if (items === undefined) return;
    for (let index = 0; index < value.length && !isFull(report); index++) {
      walk(items, value[index], { report, pointer: `${pointer}/${index}` });
    }
  } else if (typeof value === 'object' && value !== null) {
    walkFields(target, value as Readonly<Record<string, unknown>>, where);
  }
}

function walkFields(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  where: Where,
): void {
  const { report, pointer } = where;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  for (const name of required) {
    if (value[name] === undefined) add(report, missingField(name, schema, where));
  }
  if (others === false) {
    for (const key in value) {
      if (Object.hasOwn(properties, key)) continue;
      if (report.named === mostNamed) {
        report.unnamed++;
        continue;
      }
      report.named++;
      const place = { value, pointer };
      add(report, { ...unknownKey(key, Object.keys(properties), place), severity: 'error' });
    }
  }
  for (const [name, field] of Object.entries(properties)) {
    if (value[name] === undefined) continue;
    walk(field, value[name], { report, pointer: pointerTo(pointer, name) });
  }
  if (typeof others !== 'object') return;
  for (const key in value) {
    if (isFull(report)) return;
    if (Object.hasOwn(properties, key)) continue;
    walk(others, value[key], { report, pointer: pointerTo(pointer, key) });
  }
}

/** Of the branches that allow the type of the value, the one with the fewest mistakes is assumed. */
function walkUnion(branches: readonly JsonSchema[], value: unknown, where: Where): void {
  const { report, pointer } = where;
  const { root } = report;
  const fitting = branches.filter((branch) => fits(branch, value, root));
  const [single] = fitting;
  if (fitting.length === 1 && single !== undefined) {
    walk(single, value, where);
    return;
  }
  const candidates = fitting.map((branch) => {
    const trial = newReport(root);
    walk(branch, value, { report: trial, pointer });
    return closed(trial);
  });
  candidates.sort((a, b) => a.length - b.length || deepest(b) - deepest(a));
  const [best] = candidates;
  if (best !== undefined && (best.length === 0 || typeof value === 'object')) {
    for (const violation of best) add(report, violation);
    return;
  }
  const expected = [...new Set(branches.map((branch) => expectation(branch, root)))];
  const actual = show(value);
  const choices = fitting.flatMap((branch) => resolve(branch, root).enum ?? []).map(String);
  const close = typeof value === 'string' ? nearest(value, choices) : undefined;
  const hint = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
  add(report, {
    pointer,
    part: 'value',
    severity: 'error',
    ruleId: fitting.length === 0 ? 'wrong-type' : 'unexpected-value',
    reason: `Unexpected ${named(pointer)} ${actual}, expected ${expected.join(' or ')}${hint}`,
    actual,
    expected,
    note: advice(expected, close),
  });
}

function deepest(violations: readonly Violation[]): number {
  return violations.reduce((most, { pointer }) => Math.max(most, pointer.length), 0);
}

function walkKeys(schema: JsonSchema, value: unknown, where: Where): void {
  const { report, pointer } = where;
  if (typeof value !== 'object' || value === null) return;
  const target = pickBranch(resolve(schema, report.root), value, report.root);
  if (target === undefined) return;
  if (Array.isArray(value)) {
    const { items } = target;
    if (items === undefined) return;
    value.forEach((entry, index) => {
      walkKeys(items, entry, { report, pointer: `${pointer}/${index}` });
    });
    return;
  }
  const { properties, additionalProperties: others } = target;
  for (const [key, entry] of Object.entries(value)) {
    const field = Object.hasOwn(properties ?? {}, key) ? properties?.[key] : others;
    if (typeof field === 'object') {
      walkKeys(field, entry, { report, pointer: pointerTo(pointer, key) });
    } else if (field === undefined && properties !== undefined) {
      if (isFull(report)) report.unnamed++;
      else add(report, unknownKey(key, Object.keys(properties), { value, pointer }));
    }
  }
}
