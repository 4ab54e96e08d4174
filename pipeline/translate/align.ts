import type { Item, Segment } from './segments.ts';
import { flat } from './segments.ts';
import type { Slot } from './slots.ts';
import { readTarget } from './target.ts';

/** Most pairs of slots that are weighed; longer pages are aligned by position. */
const mostPairs = 4_000_000;

/**
 * What a translated page says for each slot of its source, in the marks of the source; undefined where it says nothing.
 * The pages need not have the same form: slots pair in their order, those known to belong together first. What the
 * translation has left in the source language says nothing.
 */
export function alignedTargets(
  source: readonly Slot[],
  translation: readonly Slot[],
  {
    known,
    isLeft,
  }: {
    readonly known: ReadonlyMap<Slot, string>;
    readonly isLeft: (slot: Slot) => boolean;
  },
): (string | undefined)[] {
  const carried = (own: Slot, other: Slot) => carry(other.segment, own.segment);
  const hasSameKinds =
    source.length === translation.length &&
    source.every((slot, index) => kindOf(slot) === kindOf(translation[index] as Slot));
  if ((hasSameKinds && known.size === 0) || source.length * translation.length > mostPairs) {
    return source.map((slot, index) => {
      const other = translation[index];
      const isPair = other && kindOf(other) === kindOf(slot) && !isLeft(other);
      return isPair ? carried(slot, other) : undefined;
    });
  }
  const pairs = pairsOf(source, translation, (own, other) => {
    if (kindOf(own) !== kindOf(other)) return 0;
    const target = known.get(own);
    const words = carried(own, other);
    if (target !== undefined && spaceless(target) === spaceless(words)) return 8;
    return 'fault' in readTarget(words, own.segment) ? 1 : 2;
  });
  return source.map((slot, index) => {
    const other = translation[pairs.get(index) ?? -1];
    return other && !isLeft(other) ? carried(slot, other) : undefined;
  });
}

function spaceless(text: string): string {
  return text.replace(/\s+/g, '');
}

/** What a slot can pair with: fields with their own key, properties with their own name, prose with its place. */
function kindOf({ field, prop, block, segment }: Slot): string {
  if (field) return `field ${field.key}`;
  if (prop) return `prop ${prop.name}`;
  return block ? 'comment' : segment.place;
}

/** The pairs of the greatest weight in order, by index; a weight of 0 never pairs. */
function pairsOf(
  left: readonly Slot[],
  right: readonly Slot[],
  weigh: (left: Slot, right: Slot) => number,
): ReadonlyMap<number, number> {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const weights = new Uint8Array(left.length * right.length);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const weight = weigh(left[i] as Slot, right[j] as Slot);
      weights[i * right.length + j] = weight;
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j] ?? 0,
        best[i * width + j + 1] ?? 0,
        weight === 0 ? 0 : weight + (best[(i + 1) * width + j + 1] ?? 0),
      );
    }
  }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const weight = weights[i * right.length + j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (weight > 0 && here === weight + (best[(i + 1) * width + j + 1] ?? 0)) pairs.set(i++, j++);
    else if (here === (best[(i + 1) * width + j] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

/** The words of a segment with the marks of another: each mark is found by what it represents. */
function carry(from: Segment, to: Segment): string {
  const free = new Map<string, number[]>();
  each(to.items, (item) => {
    const name = nameOf(item);
    free.set(name, [...(free.get(name) ?? []), item.id]);
  });
  const write = (items: readonly Item[]): string =>
    items
      .map((item) => {
        if (item.type === 'text') return flat(item.value);
        const id = free.get(nameOf(item))?.shift();
        const inner = item.type === 'pair' ? write(item.items) : '';
        // What the source does not have leaves its words.
        if (id === undefined) return item.type === 'pair' ? inner : item.label;
        return item.type === 'pair' ? `<g${id}>${inner}</g${id}>` : `<x${id}/>`;
      })
      .join('');
  return write(from.items).replace(/\s+/g, ' ').trim();
}

function nameOf(item: Exclude<Item, { type: 'text' }>): string {
  if (item.type === 'kept') return `x ${item.raw}`;
  // A translation may write an emphasis with the other sign.
  const sign = (text: string) => (item.kind === 'emphasis' ? text.replaceAll('_', '*') : text);
  return `g ${sign(item.open)} ${sign(item.close)}`;
}

/** The marks of a segment: `x1` or `g2` → what is written there. */
export function marksOf({ items }: Segment): Readonly<Record<string, string>> {
  const marks: Record<string, string> = {};
  each(items, (item) => {
    if (item.type === 'kept') marks[`x${item.id}`] = flat(item.raw).trim();
    else marks[`g${item.id}`] = flat(`${item.open}…${item.close}`).trim();
  });
  return marks;
}

function each(
  items: readonly Item[],
  visit: (item: Exclude<Item, { type: 'text' }>) => void,
): void {
  for (const item of items) {
    if (item.type === 'text') continue;
    visit(item);
    if (item.type === 'pair') each(item.items, visit);
  }
}
