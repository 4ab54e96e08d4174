import { copyFrom } from './components/announce.ts';
import { word } from './page-words.ts';

/** The link of a heading is copied by following it; with a key that opens a tab it is not. */
export function copyHeadingLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('.heading-anchor');
    if (link) void copyFrom(link, link.href, word('linkCopied', 'Link copied'));
  });
}
