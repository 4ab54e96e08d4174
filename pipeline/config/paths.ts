import { asPagePath, isPlainPath } from '../../schema/page-path.ts';

/** A page entry of the navigation taken apart. */
export type PageEntry =
  | { readonly type: 'page'; readonly path: string }
  | { readonly type: 'link'; readonly href: string }
  | { readonly type: 'operation'; readonly entry: string; readonly source?: string };

const operationEntry =
  /^(?:(\S+)\s+)?(?:(GET|QUERY|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|CONNECT)\s+(\/.*)|(WEBHOOK|CHANNEL)\s+(\S.*))$/i;

/** Reads a page entry: a page path, `METHOD /path` (with or without its description's file), or a URL. */
export function readPageEntry(text: string): PageEntry {
  const value = text.trim();
  if (isPlainPath(value)) return { type: 'page', path: value };
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
