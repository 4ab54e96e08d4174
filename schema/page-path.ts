/** Whether a path is names without dots, as most are: it is a page's, and stays as it is. */
export function isPlainPath(path: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)*$/.test(path);
}

/** A page path from what an author wrote: no slashes at the ends, no extension, NFC, `index` explicit. */
export function asPagePath(text: string): string {
  if (isPlainPath(text)) return text;
  const path = text
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/\.mdx?$/i, '')
    .normalize('NFC');
  return path === '' ? 'index' : path;
}
