/** Words that a page which is not English brings in `data-words`. */
type PageWord =
  | 'showLess'
  | 'view'
  | 'copied'
  | 'copyFailed'
  | 'linkCopied'
  | 'code'
  | 'table'
  | 'enlarge'
  | 'image'
  | 'close'
  | 'zoomOut'
  | 'actualSize'
  | 'zoomIn';

/** A word in the page's language. The English one is with the script that says it: pages load the words they need. */
export function word(name: PageWord, english: string): string {
  const written = document.querySelector<HTMLElement>('[data-words]')?.dataset.words;
  const own = written ? (JSON.parse(written) as Partial<Record<PageWord, string>>) : {};
  return own[name] ?? english;
}
