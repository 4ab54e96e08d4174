import type { SiteReader } from '../../pipeline/output/read.ts';

/** Language of the page at an address below the site's `basePath`, and its path in the source language. */
export function pageAt(
  site: Pick<SiteReader, 'page'>,
  address: string,
): { readonly language: string; readonly path: string } | undefined {
  // Static hosts add a slash to addresses of folders.
  const bare = address.slice(1).replace(/\/$/, '');
  const page = bare === '' ? site.page('index') : (site.page(bare) ?? site.page(`${bare}/index`));
  return page && { language: page.language, path: page.translationOf ?? page.path };
}
