import type { PageRecord } from '../../../schema/build.ts';

/** Headings in their order → ids; several of one text have ids of their own. */
export function anchorFinder(
  page: Pick<PageRecord, 'headings' | 'sections'>,
): (title: string) => string {
  const ids = new Map<string, string[]>();
  const seen = new Set<string>();
  const add = (id: string, text: string): void => {
    if (id === '' || seen.has(id)) return;
    seen.add(id);
    const key = folded(text);
    const known = ids.get(key);
    if (known) known.push(id);
    else ids.set(key, [id]);
  };
  for (const { id, text } of page.headings) add(id, text);
  for (const { id, heading } of page.sections) add(id, heading);
  return (title) => {
    const left = ids.get(folded(title)) ?? [];
    return (left.length > 1 ? left.shift() : left[0]) ?? '';
  };
}

/** What of a heading stays when marks and addresses are gone. */
export function folded(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A heading without the marks of Markdown. */
export function plain(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{#[^}]*\}/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\\([\\`*_{}[\]()#+.!<>~|-])/g, '$1')
    .replace(/[*`]/g, '')
    .trim();
}
