import type { Section } from '../../schema/site.ts';
import { anchored } from './lost.ts';
import { findTexts } from './same-text.ts';
import type { Likely, LiveSite, LostAnchor, NextSite } from './types.ts';

/** The same anchors, each with the section of the same page that probably is the old one. */
export function withLikelyAnchors(
  lost: readonly LostAnchor[],
  { live, next }: { readonly live: LiveSite; readonly next: NextSite },
): LostAnchor[] {
  const pages = new Map<string, ReadonlyMap<string, Likely>>();
  return lost.map((anchor) => {
    const { path } = anchor;
    if (anchor.likely) return anchor;
    const known =
      pages.get(path) ?? renamedSections(live.record(path)?.sections ?? [], next.sections(path));
    pages.set(path, known);
    const likely = known.get(anchor.anchor);
    return likely ? { ...anchor, likely } : anchor;
  });
}

/**
 * Sections of a page that have another heading now: those with the same text; and of as many new ones
 * as old ones between two that have stayed, those whose headings have a word in common.
 */
function renamedSections(
  before: readonly Section[],
  now: readonly Section[],
): ReadonlyMap<string, Likely> {
  const [old, fresh] = [anchored(before), anchored(now)];
  const gone = gaps(old, new Set(fresh.map(({ id }) => id)));
  const come = gaps(fresh, new Set(old.map(({ id }) => id)));
  const texts = findTexts(
    [...gone.values()].flat().map((section) => [section.id, [section]] as const),
    fresh.map((section) => [section.id, () => [section]] as const),
  );
  const found = new Map<string, Likely>();
  for (const [id, to] of texts) found.set(id, { to, clue: 'text' });
  for (const [after, sections] of gone) {
    const others = come.get(after) ?? [];
    if (others.length !== sections.length) continue;
    for (const [index, { id, heading }] of sections.entries()) {
      const other = others[index];
      if (!other || found.has(id) || !shareWord(heading, other.heading)) continue;
      found.set(id, { to: other.id, clue: 'place' });
    }
  }
  return found;
}

/** Whether two headings have a word in common, in one of its forms. */
function shareWord(a: string, b: string): boolean {
  const beginnings = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,}|\p{Script=Han}/gu) ?? []).map((word) =>
      word.slice(0, 5),
    );
  const known = new Set(beginnings(a));
  return beginnings(b).some((word) => known.has(word));
}

/** Runs of sections that are not among `kept`, by the kept one before them. */
function gaps(sections: readonly Section[], kept: ReadonlySet<string>): Map<string, Section[]> {
  const runs = new Map<string, Section[]>();
  let after = '';
  for (const section of sections) {
    if (kept.has(section.id)) after = section.id;
    else runs.set(after, [...(runs.get(after) ?? []), section]);
  }
  return runs;
}
