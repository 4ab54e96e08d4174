import { existsSync } from 'node:fs';
import type { PageOutline, PageRecord } from '../../schema/build.ts';
import { keyIn, linesNow } from './lines.ts';

/** A line of `outline.jsonl`: what the content with the whole record is, besides what it says. */
export type OutlineLine = PageOutline & {
  /** sha-256 hex. */
  readonly record: string;
  readonly bytes: number;
};

/** A line of an outline, and where it leads. */
export interface OutlineEntry extends Pick<OutlineLine, 'path' | 'record' | 'bytes'> {
  readonly line: string;
}

/** The lines of an outline by path; of a large one, reading all that each line says takes longer than everything else. */
export function* outlineEntries(file: string): Iterable<OutlineEntry> {
  for (const line of existsSync(file) ? linesNow(file) : []) yield* outlineEntry(line);
}

/** What a line of an outline says; nothing for a damaged one. */
export function outlineEntry(line: string): readonly OutlineEntry[] {
  const path = keyIn(line);
  const [, record, bytes] = /"record":"([0-9a-f]{64})","bytes":(\d+)\}$/.exec(line) ?? [];
  if (path === undefined || record === undefined) return [];
  return [{ path, record, bytes: Number(bytes), line }];
}

/** The line of a record; it begins with the path, by which it is looked up. */
export function outlineLine(record: string, hash: string): string {
  const { path, description: _, keywords: __, ...page } = beginningOf(record);
  const line: OutlineLine = { path, ...page, record: hash, bytes: Buffer.byteLength(record) };
  return JSON.stringify(line);
}

/** A record without its texts. They come last, and reading those of all pages would take longest. */
function beginningOf(record: string): Omit<PageRecord, 'headings' | 'links' | 'sections'> {
  const end = record.indexOf(',"headings":[');
  if (end >= 0) return JSON.parse(`${record.slice(0, end)}}`);
  const { headings: _, links: __, snippets: ___, sections: ____, ...page } = JSON.parse(record);
  return page;
}
