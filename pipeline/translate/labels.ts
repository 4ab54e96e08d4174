import { haveSameMarks } from '../source/inline-marks.ts';
import type { TranslateOptions } from './options.ts';
import { textOf } from './plain.ts';
import { labelSegment } from './segments.ts';
import type { Slot } from './slots.ts';
import { answer, openWork, targetOf } from './work.ts';

/**
 * Translates labels that are not on a page: groups, tabs, anchors, banners. Links and emphasis of a
 * banner stay around their words. Failures are left out.
 */
export async function translateLabels(
  labels: readonly string[],
  options: TranslateOptions,
): Promise<ReadonlyMap<string, string>> {
  const slots = labelSlots(labels, options);
  const all = [...slots.values()];
  const work = await openWork({ path: '', text: '', format: 'md', title: '' }, all, options);
  await answer(work, all);
  const found = new Map<string, string>();
  for (const [label, slot] of slots) {
    const pieces = targetOf(work, slot);
    const text = pieces && textOf(pieces, slot.segment);
    if (text !== undefined && haveSameMarks(text, label)) found.set(label, text);
  }
  return found;
}

/** The slots of labels that hold words. */
export function labelSlots(
  labels: readonly string[],
  options: Pick<TranslateOptions, 'glossary'>,
): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const label of labels) {
    const segment = labelSegment(label, options.glossary);
    const range = { start: 0, end: 0 };
    if (segment) slots.set(label, { segment, range, edit: () => ({ ...range, text: '' }) });
  }
  return slots;
}
