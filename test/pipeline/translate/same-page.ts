import { expect } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { fieldsOf } from '../../../pipeline/translate/fields.ts';
import { shapeOf, signatureOf } from '../../../pipeline/translate/runs.ts';

/** A page as a test reads it. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * What must be the same in every translation, however it was made: the skeleton, every byte outside
 * of prose and translated fields, and everything in prose except words.
 */
export function expectSamePage(source: Source, text: string): void {
  const before = shape(source, source.text);
  const after = shape(source, text);
  expect(after.form, source.path).toBe(before.form);
  expect(gapsOf(text, after.runs), source.path).toEqual(gapsOf(source.text, before.runs));
  for (const [index, run] of before.runs.entries()) {
    const now = after.runs[index];
    if (now) expect(signatureOf(now, text), source.path).toBe(signatureOf(run, source.text));
  }
}

function shape(source: Source, text: string) {
  const { root } = parsePage({ path: source.path, text }, { format: 'mdx' });
  return shapeOf(root, text);
}

/** The bytes between what may be translated. */
function gapsOf(text: string, runs: readonly { readonly start: number; readonly end: number }[]) {
  const gaps: string[] = [];
  let at = 0;
  for (const { start, end } of [...fieldsOf(text), ...runs]) {
    gaps.push(text.slice(at, start));
    at = end;
  }
  return [...gaps, text.slice(at)];
}
