import type { Config } from '../../schema/config/config.ts';
import type { OpenApiReference } from '../../schema/config/navigation.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Navigation } from '../../schema/site.ts';
import type { Locate } from './locate.ts';

/** What the resolver asks of the rest of the site. */
export interface NavigationLookup {
  /** The page at a page path, undefined when there is none. */
  page(path: string): { readonly hidden: boolean } | undefined;
  /**
   * Page path of one operation. `entry` is `GET /users` or `WEBHOOK name`; `openapi` is the nearest reference
   * above it, undefined when there is none (then `api.openapi` decides).
   */
  operation(entry: string, openapi: OpenApiReference | undefined): string | undefined;
  /** All operations of a description in its order, with the label of the group they belong to (first tag). */
  operations(
    openapi: OpenApiReference,
  ): readonly { readonly path: string; readonly group?: string }[];
}

/** Resolves the author's navigation into one tree with a place for every page (S3-17 … S3-20, S3-81). */
export function resolveNavigation(
  _config: Config,
  _lookup: NavigationLookup,
  _options: {
    readonly locate?: Locate;
    /** `preview` makes missing pages warnings (S3-19, S3-20). */
    readonly mode?: 'check' | 'preview';
  } = {},
): { readonly navigation: Navigation; readonly problems: readonly Problem[] } {
  throw new Error('resolveNavigation is not written yet');
}
