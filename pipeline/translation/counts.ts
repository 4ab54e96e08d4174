import type { Failure } from '../translate/page.ts';
import type { Outcome, Unit } from './run.ts';

/** What stays in the source language, with its page; for snippets, the path of the snippet. */
export interface SiteFailure extends Failure {
  readonly page: string;
  readonly file: string;
}

/** The results of the units of a run, added up. */
export interface Counts {
  /** Pages. */
  readonly completed: number;
  /** Pages and snippets. */
  readonly failed: number;
  /** Pages whose author has to fix them first: they stay in the source language. */
  readonly unreadable: number;
  readonly segments: number;
  readonly remembered: number;
  readonly fallback: number;
  /** Pages of which parts are in the source language, among those that are completed. */
  readonly partial: number;
  /** Segments of completed pages and snippets that are in the source language. */
  readonly fallbackSegments: number;
  readonly faults: readonly SiteFailure[];
}

/** Counts units as they are finished. */
export function countUnits(): {
  readonly add: (unit: Unit, outcome: Outcome) => void;
  readonly counts: () => Counts;
} {
  const total = {
    ...{ completed: 0, failed: 0, unreadable: 0, partial: 0 },
    ...{ segments: 0, remembered: 0, fallback: 0, fallbackSegments: 0 },
  };
  const faults: SiteFailure[] = [];
  return {
    add: ({ kind, page, file }, outcome) => {
      const { type, made } = outcome;
      const fallback = made?.stats.fallback ?? 0;
      total.segments += made?.stats.segments ?? 0;
      total.remembered += made?.stats.remembered ?? 0;
      total.fallback += fallback;
      if (type !== 'translated') total[type]++;
      else {
        total.fallbackSegments += fallback;
        // Snippets are not pages: only their failures are reported.
        if (kind === 'page') total.completed++;
        if (kind === 'page' && fallback > 0) total.partial++;
      }
      const own = type === 'translated' ? outcome.made.faults : outcome.faults;
      faults.push(...own.map((fault) => ({ page: page.path, file, ...fault })));
    },
    counts: () => ({ ...total, faults }),
  };
}
