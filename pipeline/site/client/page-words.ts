const english = {
  showLess: 'Show less',
  view: 'View',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  linkCopied: 'Link copied',
  code: 'Code',
  table: 'Table',
  enlarge: 'Enlarge',
  image: 'Image',
  close: 'Close',
  zoomOut: 'Zoom out',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
};

/** A word in the page's language: a page that is not English brings its words in `data-words`. */
export function word(name: keyof typeof english): string {
  const written = document.querySelector<HTMLElement>('[data-words]')?.dataset.words;
  const own = written ? (JSON.parse(written) as Partial<typeof english>) : {};
  return own[name] ?? english[name];
}
