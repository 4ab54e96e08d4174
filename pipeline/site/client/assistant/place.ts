/** Where a panel is: in a page of its own site, or inside an element of another one. */
export interface PanelPlace {
  readonly addStyles: (styles: string) => void;
  /** Origin of the site, where that is not the one of the page: links lead there. */
  readonly site?: string;
}

/** Links and pictures of the site, wherever the page is that shows them. */
export function withSite<T extends ParentNode>(root: T, site: string | undefined): T {
  if (site === undefined) return root;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="/"], a[href^="#"]')) {
    link.href = new URL(link.getAttribute('href') ?? '', site).href;
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  for (const image of root.querySelectorAll<HTMLImageElement>('img[src^="/"]')) {
    image.src = new URL(image.getAttribute('src') ?? '', site).href;
  }
  return root;
}
