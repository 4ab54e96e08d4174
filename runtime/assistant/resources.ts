import { encodeUri } from '../../schema/encode-uri.ts';
import { type AssistantSite, mayRead, pageAt, type Visitor } from './site/site.ts';

/** Resources of one answer; the next ones are asked for with its cursor. */
const mostListed = 1000;

const scheme = 'docs:///';
const mimeType = 'text/markdown';

/** How agents address a page. */
export const pageTemplate = {
  uriTemplate: `${scheme}{+path}`,
  name: 'page',
  title: 'Page',
  description: 'A page as Markdown; paths are those of search_docs and list_pages.',
  mimeType,
};

/** Pages that a visitor may read, by path; `cursor` is the last path of the answer before. */
export async function listResources(
  site: AssistantSite,
  visitor: Visitor,
  cursor: string | undefined,
) {
  const found: { readonly path: string; readonly title: string }[] = [];
  for await (const page of site.pages()) {
    if (page.hidden || !mayRead(page, visitor)) continue;
    if (cursor === undefined || page.path > cursor) found.push(page);
    // However many pages a site has, few of them are in memory.
    if (found.length > 2 * mostListed) keepFirst(found);
  }
  const hasMore = found.length > mostListed;
  keepFirst(found);
  return {
    resources: found.map(({ path, title }) => ({
      ...{ uri: `${scheme}${encodeUri(path)}`, name: path, title, mimeType },
    })),
    ...(hasMore ? { nextCursor: found.at(-1)?.path } : {}),
  };
}

function keepFirst(pages: { readonly path: string }[]): void {
  pages.sort((a, b) => Number(a.path > b.path) - Number(a.path < b.path));
  pages.length = Math.min(pages.length, mostListed);
}

/** A page as Markdown; undefined if there is none that the visitor may read. */
export async function readResource(site: AssistantSite, visitor: Visitor, uri: string) {
  const path = uri.startsWith(scheme) ? decoded(uri.slice(scheme.length)) : undefined;
  const page = path === undefined ? undefined : pageAt(site, path);
  if (!page || !mayRead(page, visitor)) return undefined;
  return { uri, mimeType, text: await site.markdown(page) };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
