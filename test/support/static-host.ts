import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Types of text, which hosts send compressed. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface StaticHost {
  /** Address of the site, with its base path. */
  readonly url: string;
  readonly close: () => void;
}

interface StaticHostOptions {
  /** Path that the site is below, such as `/handbook`. */
  readonly base?: string;
  /** Another content for a file of the site, by its path. */
  readonly instead?: (path: string) => string | undefined;
  /** Called with the path of each file and the number of bytes that were sent. */
  readonly onSent?: (path: string, bytes: number) => void;
}

/**
 * Serves a folder as static hosts do: compressed text, a folder's `index.html`, and the site's 404 document
 * at all other addresses.
 */
export async function startStaticHost(
  root: string,
  { base = '', instead, onSent }: StaticHostOptions = {},
): Promise<StaticHost> {
  const fileAt = (path: string): string | undefined => {
    const named = join(root, path);
    const file = statSync(named, { throwIfNoEntry: false })?.isDirectory()
      ? join(named, 'index.html')
      : named;
    return existsSync(file) ? file : undefined;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = decodeURIComponent(pathname).slice(base.length);
    const found = pathname.startsWith(`${base}/`) ? fileAt(path) : undefined;
    const shown = found ?? join(root, '404.html');
    const bytes = instead?.(path) ?? readFileSync(shown);
    const type = types[extname(shown)];
    const sent = type ? gzipSync(bytes) : bytes;
    onSent?.(path, sent.length);
    response.writeHead(found ? 200 : 404, {
      'content-type': type ?? 'application/octet-stream',
      ...(type ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(sent);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${base}`, close: () => void server.close() };
}
