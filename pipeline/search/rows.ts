import { hash as digest } from 'node:crypto';
import type { PageRecord, SearchRow } from '../../schema/build.ts';
import { shortSections } from './short-sections.ts';

/**
 * The rows of the pages that search or the assistant may find: one for each section. They are made
 * while they are read, each time again: those of all pages at once are a large part of a build's memory.
 */
export function rowsOf(records: Iterable<PageRecord>): Iterable<SearchRow> {
  return {
    *[Symbol.iterator]() {
      for (const record of records) {
        if (record.search || record.assistant) yield* pageRows(record);
      }
    },
  };
}

/** Ids stay the same as long as page and anchor do: `guides/start#install`. */
function pageRows(record: PageRecord): SearchRow[] {
  const seen = new Map<string, number>();
  const sections =
    record.sections.length > 0
      ? record.sections.flatMap(shortSections)
      : [{ id: '', heading: '', trail: [], text: record.description, code: '' }];
  return sections.map((section) => {
    const anchor = section.id;
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return {
      id: `${record.path}#${anchor}${before === 0 ? '' : `~${before}`}`,
      page: record.path,
      url: record.url,
      title: record.title,
      description: record.description,
      breadcrumbs: record.breadcrumbs,
      heading: section.heading,
      trail: section.trail,
      anchor,
      text: section.text,
      code: section.code,
      keywords: record.keywords,
      language: record.language,
      version: record.version ?? '',
      product: record.product ?? '',
      groups: record.groups,
      protected: record.protected,
      // A hidden page that the author shows to engines is no secret; one of a hidden version is.
      hidden: record.hidden && record.version !== undefined,
      search: record.search,
      assistant: record.assistant,
      boost: record.boost,
      otherVersion: record.otherVersion ?? false,
      operation: record.operation ?? record.origin === 'generated',
    };
  });
}

/** Changes when anything of the row does. */
export function rowHash(row: SearchRow): string {
  return textHash(JSON.stringify(row));
}

/** Changes when the text does. */
export function textHash(text: string): string {
  return digest('sha256', text, 'base64url').slice(0, 27);
}
