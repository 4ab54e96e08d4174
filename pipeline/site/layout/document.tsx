import type { Problem } from '../../../schema/errors.ts';
import type { Page, RenderedBody, Site } from '../../../schema/site.ts';
import type { LayoutTools } from './tools.ts';

/** A whole HTML document of one page. */
export function renderDocument(
  _page: Page,
  body: RenderedBody,
  _site: Site,
  _tools: LayoutTools,
): string {
  return `<!doctype html>${body.html}`;
}

/** A page that may answer instead of a missing one. */
export interface Suggestion {
  readonly title: string;
  /** Address with `basePath`. */
  readonly href: string;
}

/** The 404 document; `suggestions` are the nearest pages, best first. */
export function renderNotFound(
  _site: Site,
  _tools: LayoutTools,
  _suggestions: readonly Suggestion[] = [],
): string {
  return '<!doctype html>';
}

/** A document that sends the reader on, for static hosts that know no redirects. */
export function renderRedirect(destination: string): string {
  return `<!doctype html>${destination}`;
}

/** A document that shows problems with their code frames (`docent dev`); `texts` are the files by path. */
export function renderProblems(
  problems: readonly Problem[],
  _texts: ReadonlyMap<string, string> = new Map(),
  _tools?: LayoutTools,
): string {
  return `<!doctype html>${problems.length}`;
}
