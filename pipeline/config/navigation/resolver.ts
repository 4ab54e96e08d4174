import type { OpenApiReference } from '../../../schema/config/api.ts';
import type { Config } from '../../../schema/config/config.ts';
import type { Problem, Severity } from '../../../schema/errors.ts';
import type { OperationLookup } from '../../../schema/operation.ts';
import type { NavContainer, NavPage } from '../../../schema/site.ts';
import { firstPage } from '../places.ts';

/** What the resolver asks of the rest of the site. */
export interface NavigationLookup {
  /** The page at a page path, undefined if it does not exist. */
  page(path: string): { readonly hidden: boolean; readonly isOperation?: boolean } | undefined;
  /**
   * Page path of one operation. `entry` is `GET /users`, `WEBHOOK name` or `CHANNEL name`; `openapi` is the
   * closest reference of its kind above it, undefined if missing (then that of `api` is used).
   */
  operation: OperationLookup['operation'];
  /** The existing page whose path is most like a missing one. */
  nearest?(path: string): string | undefined;
  /** All operations of a description in its order, with the label of the group they belong to (first tag). */
  operations(
    openapi: OpenApiReference,
  ): readonly { readonly path: string; readonly group?: string }[];
}

/** What resolving a navigation shares. */
export interface Resolver {
  readonly config: Config;
  readonly lookup: NavigationLookup;
  /** How serious a missing page is. */
  readonly missing: Severity;
  readonly report: (
    severity: Severity,
    ruleId: string,
    pointer: string,
    finding: Pick<Problem, 'reason' | 'actual' | 'expected' | 'note'>,
  ) => void;
  /** Entries that had nothing to show; each was reported. */
  readonly leftOut: { count: number };
  /** Missing pages that may still be compared with all others; comparing thousands would take minutes. */
  readonly hints: { left: number };
  /** Pages of all operations of a description, which the author has not listed one by one. */
  readonly described: WeakSet<NavPage>;
}

/** Where an entry is. */
export interface Here {
  readonly pointer: string;
  /** Number of groups around. */
  readonly depth: number;
  /** The closest descriptions above. */
  readonly openapi?: OpenApiReference;
  readonly asyncapi?: OpenApiReference;
}

/** Adds the page that a click opens, where none is chosen yet. */
export function withFirstPage(resolver: Resolver, made: NavContainer): NavContainer {
  if (made.opens !== undefined) return made;
  const opens = firstPage(made, (path) => resolver.lookup.page(path)?.hidden ?? false);
  return opens === undefined ? made : { ...made, opens };
}

/** A page in the navigation that does not exist, with a suggestion. */
export function reportMissing(
  resolver: Resolver,
  path: string,
  finding: {
    readonly ruleId: string;
    readonly pointer: string;
    readonly as: string;
    readonly note: string;
  },
): void {
  const near = --resolver.hints.left < 0 ? undefined : resolver.lookup.nearest?.(path);
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  const sameLetters = near?.toLowerCase() === path.toLowerCase();
  resolver.report(resolver.missing, finding.ruleId, finding.pointer, {
    reason: `Missing page ${path}, ${finding.as}${hint}`,
    actual: path,
    ...(near === undefined ? {} : { expected: [near] }),
    note: sameLetters
      ? `Write ${JSON.stringify(near)}: paths are case-sensitive.`
      : near === undefined
        ? finding.note
        : `Write ${JSON.stringify(near)}, or ${finding.note.charAt(0).toLowerCase()}${finding.note.slice(1)}`,
  });
}
