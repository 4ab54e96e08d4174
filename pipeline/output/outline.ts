import type { PageOutline, PageRecord } from '../../schema/build.ts';
import { readPart } from './lines.ts';

/** A line of `outline.jsonl`: where the whole record is in `pages.jsonl`, in bytes, besides what it says. */
export type OutlineLine = PageOutline & { readonly at: readonly [start: number, bytes: number] };

/** Makes the outline of records while they are written: all of them at once would be much memory. */
export function startOutline() {
  const lines: (readonly [path: string, line: string])[] = [];
  return {
    /** The same records, noted one after the other. */
    *noted(records: Iterable<string>): Iterable<string> {
      let start = 0;
      for (const record of records) {
        const bytes = Buffer.byteLength(record);
        const { description: _, keywords: __, ...page } = beginningOf(record);
        const line: OutlineLine = { ...page, at: [start, bytes] };
        lines.push([page.path, JSON.stringify(line)]);
        start += bytes + 1;
        yield record;
      }
    },
    /** Lines of the outline, by path. */
    lines: (): string[] =>
      lines.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, line]) => line),
  };
}

/** A record without its texts. They come last, and reading those of all pages would take longest. */
function beginningOf(record: string): Omit<PageRecord, 'headings' | 'links' | 'sections'> {
  const end = record.indexOf(',"headings":[');
  if (end >= 0) return JSON.parse(`${record.slice(0, end)}}`);
  const { headings: _, links: __, snippets: ___, sections: ____, ...page } = JSON.parse(record);
  return page;
}

/** The whole record of a page of the outline, as JSON. */
export function recordAt(file: string, { at: [start, bytes] }: OutlineLine): string {
  return readPart(file, start, bytes);
}
