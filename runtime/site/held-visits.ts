import type { CountedDay } from '../store/visits.ts';

/** Keys that are held until the next write, so that made-up addresses don't fill the memory. */
const mostHeld = 20_000;

/** Counts by key, whose parts are joined by line breaks: none of them has any. */
type Counts = Map<string, number>;

/** What was counted of a project on one day, until it is written. */
export interface Held {
  readonly project: string;
  readonly day: number;
  readonly views: Counts;
  readonly visitors: Counts;
  readonly sources: Counts;
  readonly missing: Counts;
}

const kinds = ['views', 'visitors', 'sources', 'missing'] as const;

export function emptyDay(project: string, day: number): Held {
  const none = { views: new Map(), visitors: new Map(), sources: new Map(), missing: new Map() };
  return { project, day, ...none };
}

export function add(counts: Counts, parts: readonly string[], times = 1): void {
  const key = parts.join('\n');
  const before = counts.get(key);
  if (before === undefined && counts.size >= mostHeld) return;
  counts.set(key, (before ?? 0) + times);
}

export function merged(older: Held, newer: Held | undefined): Held {
  for (const kind of kinds) {
    for (const [key, times] of newer?.[kind] ?? []) add(older[kind], [key], times);
  }
  return older;
}

export function rowsOf({ project, day, ...held }: Held): CountedDay {
  const rows = <Row>(counts: Counts, row: (parts: readonly string[], times: number) => Row) =>
    [...counts].map(([key, times]) => row(key.split('\n'), times));
  const of = ([language = '', page = '']: readonly string[]) => ({ language, page });
  return {
    ...{ projectId: project, day },
    views: rows(held.views, (parts, times) => ({ ...of(parts), times })),
    visitors: rows(held.visitors, (parts) => ({ ...of(parts), visitor: parts[2] ?? '' })),
    sources: rows(held.sources, (parts, times) => ({
      ...{ ...of(parts), source: parts[2] ?? '', times },
    })),
    missing: rows(held.missing, ([address = '', source = ''], times) => ({
      ...{ address, source, times },
    })),
  };
}
