import { createHash } from 'node:crypto';

/** A file of the dashboard, with its compressed versions; an image has none, because it is compressed itself. */
export interface DashboardFile {
  readonly name: string;
  readonly type: string;
  readonly plain: Uint8Array;
  readonly br?: Uint8Array;
  readonly gzip?: Uint8Array;
}

/** The one file without a hash in its name. */
export const indexName = 'index.html';

/** A tag of the files' contents, for the document. */
export function tagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  webp: 'image/webp',
};

/** The content type of a file, by the end of its name. */
export function typeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
