import { hash as digest } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isText, typeOf } from './types.ts';

/** A file's content with all that is written or noted of it; plain data, so that threads can send it. */
export interface EncodedFile {
  readonly bytes: Uint8Array;
  /** sha-256 hex. */
  readonly hash: string;
  /** Compressed forms that are smaller. */
  readonly br?: Uint8Array;
  readonly gzip?: Uint8Array;
  /** CSP sources of the inline scripts of an HTML document. */
  readonly scripts: readonly string[];
}

/** Hashes a content. */
export function encode(path: string, content: string | Uint8Array): EncodedFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const hash = digest('sha256', bytes, 'hex');
  const isHtml = typeOf(path).startsWith('text/html');
  return { bytes, hash, scripts: isHtml ? inlineScripts(content) : [] };
}

/** Adds compressed versions of a file, if they are smaller; computed outside this thread. */
export async function withSmaller(path: string, plain: EncodedFile): Promise<EncodedFile> {
  const { bytes } = plain;
  const type = typeOf(path);
  // Pages, their twins and the pieces of the search index are the many small files of a site:
  // compressing them all would take a third of a cold build. The server compresses one when it is
  // first asked for, and remembers it.
  const isSmall = /^text\/(html|markdown)/.test(type) || searchPiece.test(path);
  if (bytes.length < 1024 || isSmall || !isText(type)) return plain;
  const isLarge = bytes.length > large;
  const [br, gz] = await Promise.all([
    isLarge ? undefined : promisify(brotliCompress)(bytes, { params: brotli(bytes.length) }),
    promisify(gzip)(bytes, { level: isLarge ? fastLevel : 6 }),
  ]);
  return {
    ...plain,
    ...(br && br.length < bytes.length ? { br } : {}),
    ...(gz.length < bytes.length ? { gzip: gz } : {}),
  };
}

/**
 * Bytes from which the last few percent are not worth their time (`llms-full.txt`). At such a
 * speed, brotli is no smaller than gzip.
 */
export const large = 2_000_000;

/** Level of gzip for such files. */
export const fastLevel = 2;

const searchPiece = /^_docent\/search\/[^/]+\.json$/;

/** Moderate quality, and a window no larger than the text: an encoder's memory costs more than its work. */
function brotli(size: number): Record<number, number> {
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(size))));
  return {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
}

/** CSP sources of the inline scripts of a document. */
export function inlineScripts(content: string | Uint8Array): string[] {
  const html = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  const found = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/gi,
  )) {
    // Services, and scripts of the site itself, say which sources their scripts come from.
    if (/\bclass="(services|script-hosts)"/.test(attributes))
      for (const source of sourcesOf(text)) found.add(source);
    // Data blocks (JSON-LD) are never run, files are allowed by their address.
    if (/\bsrc\s*=|type\s*=\s*["']?application\/(ld\+)?json/i.test(attributes)) continue;
    found.add(`'sha256-${digest('sha256', text, 'base64')}'`);
  }
  return [...found];
}

function sourcesOf(text: string): readonly string[] {
  const services = JSON.parse(text) as readonly { readonly sources?: readonly string[] }[];
  // A source is an origin or a scheme: nothing that could add a rule of its own.
  return services
    .flatMap((service) => service.sources ?? [])
    .filter((source) => /^https:(\/\/[a-z0-9.:-]+)?$/i.test(source));
}
