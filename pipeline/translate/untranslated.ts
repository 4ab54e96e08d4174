import type { UntranslatedPart } from '../../schema/site.ts';
import { readProps } from './props.ts';
import type { Slot } from './slots.ts';
import type { Edit } from './splice.ts';
import { targetOf, type Work } from './work.ts';

/**
 * What of a finished page is in the source language, in its order: `prose` is the work on the page's text, `props` the
 * one on the properties of its components, which came first.
 */
export function untranslatedIn(
  text: string,
  prose: Work,
  props: Work | undefined,
): UntranslatedPart[] {
  const edits: Edit[] = [];
  const failed: Slot[] = [];
  for (const slot of prose.slots) {
    const pieces = isTranslated(prose, slot) ? targetOf(prose, slot) : undefined;
    if (pieces) edits.push(slot.edit(pieces));
    else failed.push(slot);
  }
  const parts = [...moved(failed, edits), ...(props ? propsIn(text, props) : [])];
  return parts.sort((a, b) => a.start - b.start);
}

function isTranslated(work: Work, slot: Slot): boolean {
  return work.replies.get(slot)?.type === 'translated';
}

/** Ranges of slots, where they are once the edits around them are made. */
function moved(slots: readonly Slot[], edits: readonly Edit[]): UntranslatedPart[] {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  let at = 0;
  let shift = 0;
  return slots
    .toSorted((a, b) => a.range.start - b.range.start)
    .map(({ range, field }) => {
      for (let edit = sorted[at]; edit && edit.end <= range.start; edit = sorted[++at]) {
        shift += edit.text.length - (edit.end - edit.start);
      }
      const place = { start: range.start + shift, end: range.end + shift };
      return field ? { ...place, field: field.key } : place;
    });
}

/**
 * Properties without a translation. A translation of the words around may have moved them: they are found by what they
 * say, which is the same wherever a page says it.
 */
function propsIn(text: string, work: Work): UntranslatedPart[] {
  const failed = new Set<string>();
  for (const slot of work.slots) {
    if (slot.prop && !isTranslated(work, slot)) failed.add(nameOf(slot.prop));
  }
  if (failed.size === 0) return [];
  return (readProps(work.page, text, work.options) ?? [])
    .filter((prop) => failed.has(nameOf(prop)))
    .map(({ name, start, end }) => ({ start, end, prop: name }));
}

function nameOf({ name, value }: { readonly name: string; readonly value: string }): string {
  return `${name} ${value}`;
}
