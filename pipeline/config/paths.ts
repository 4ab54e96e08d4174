/** A page entry of the navigation taken apart. */
export type PageEntry =
  | { readonly type: 'page'; readonly path: string }
  | { readonly type: 'link'; readonly href: string }
  | { readonly type: 'operation'; readonly entry: string; readonly source?: string };

const operationEntry =
  /^(?:(\S+)\s+)?(?:(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|CONNECT)\s+(\/.*)|(WEBHOOK|CHANNEL)\s+(\S.*))$/i;

/** Reads a page entry: a page path, `METHOD /path` (with or without its description's file), or a URL. */
export function readPageEntry(text: string): PageEntry {
  const value = text.trim();
  if (isPlain(value)) return { type: 'page', path: value };
  const operation = operationEntry.exec(value);
  if (operation !== null) {
    const [, source, method, path = '', webhook = '', name = ''] = operation;
    const entry = `${(method ?? webhook).toUpperCase()} ${path || name}`.trim();
    return source === undefined
      ? { type: 'operation', entry }
      : { type: 'operation', entry, source };
  }
  if (/^(https?:|mailto:)/i.test(value)) return { type: 'link', href: value };
  return { type: 'page', path: asPagePath(value) };
}

/** A path of names without dots, as most are: it says a page, and stays as it is. */
function isPlain(path: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)*$/.test(path);
}

/** A page path from what an author wrote: no slashes at the ends, no extension, NFC, `index` explicit. */
export function asPagePath(text: string): string {
  if (isPlain(text)) return text;
  const path = text
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/\.mdx?$/i, '')
    .normalize('NFC');
  return path === '' ? 'index' : path;
}
