import type { Config } from '../../schema/config/config.ts';

/** The languages of a site and the folders their pages live in (S3-82). */
export interface SiteLanguages {
  readonly source: string;
  /** Language code → first segment of its pages' paths, '' for the root. */
  readonly folders: ReadonlyMap<string, string>;
  /** Language of the page at a path. */
  languageOf(path: string): string;
  /** Path that the source language's page with the same path below its folder would have; undefined for source pages. */
  sourcePathOf(path: string): string | undefined;
  /** Path that a page would have in another language. */
  pathIn(path: string, language: string): string | undefined;
}

/** Finds the languages of a site from `navigation.languages` and `i18n`. */
export function siteLanguages(_config: Config): SiteLanguages {
  throw new Error('siteLanguages is not written yet');
}
