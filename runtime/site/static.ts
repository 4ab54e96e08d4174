import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { compressed, type Encoding, isCompressible } from '../../pipeline/output/compress.ts';
import type { SiteReader } from '../../pipeline/output/read.ts';
import type { ManifestFile } from '../../schema/build.ts';
import { chooseEncoding } from '../http/encoding.ts';
import { contentPolicy, securityHeaders } from './headers.ts';

export interface FileAnswer {
  /** 404 for a missing page; ranges and conditions only apply to 200. */
  readonly status?: 200 | 404;
  /** Pages of a site with sessions are never cached. */
  readonly private?: boolean;
  /** Whether `Accept` has chosen the file. */
  readonly varyAccept?: boolean;
  /** Further headers of the request that have decided on the answer. */
  readonly vary?: string;
}

/**
 * A file of the manifest as a response: conditional requests by the hash from the build, one byte
 * range, the compressed version next to it, and headers without a body for HEAD.
 */
export async function serveFile(
  request: Request,
  site: SiteReader,
  file: ManifestFile,
  answer: FileAnswer = {},
): Promise<Response> {
  const status = answer.status ?? 200;
  const headers = new Headers(securityHeaders);
  headers.set('content-type', file.type);
  headers.set('cache-control', cacheControl(file, answer, status));
  const encodings = encodingsOf(file);
  const vary = [
    ...(encodings.length > 0 ? ['Accept-Encoding'] : []),
    ...(answer.varyAccept ? ['Accept'] : []),
    ...(answer.vary === undefined ? [] : [answer.vary]),
  ];
  if (vary.length > 0) headers.set('vary', vary.join(', '));

  const range = status === 200 ? parseRange(request, file) : undefined;
  const encoding = range ? undefined : chooseEncoding(request.headers, encodings);
  // `docent dev` knows no hashes beforehand, and wants nothing kept; nor do pages behind a session.
  const tag = file.hash === '' || answer.private ? undefined : file.hash.slice(0, 32);
  if (tag !== undefined && status === 200) {
    headers.set('etag', `"${tag}${encoding ? `-${encoding}` : ''}"`);
    headers.set('accept-ranges', 'bytes');
    if (matchesTag(request.headers.get('if-none-match'), tag)) {
      headers.delete('content-type');
      return new Response(null, { status: 304, headers });
    }
  }
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.bytes}`);
    headers.delete('etag');
    return new Response(null, { status: 416, headers });
  }
  if (encoding) headers.set('content-encoding', encoding);
  if (range) {
    headers.set('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
    headers.set('content-length', String(range.end - range.start + 1));
  }
  const body = encoding
    ? await compressedBody(site, file, encoding)
    : await site.content(file, range ?? {});
  // `docent dev` knows the scripts of a document once it is made.
  const policy = contentPolicy(file);
  if (policy) headers.set('content-security-policy', policy);
  if (body instanceof Uint8Array) headers.set('content-length', String(body.byteLength));
  else if (!range && !encoding) headers.set('content-length', String(file.bytes));
  const code = range ? 206 : status;
  if (request.method === 'HEAD') {
    if (!(body instanceof Uint8Array)) await body.cancel();
    return new Response(null, { status: code, headers });
  }
  return new Response(body as BodyInit, { status: code, headers });
}

/** Bytes of a file whose compressed form is made as a whole, and remembered. */
const mostInMemory = 1_000_000;

/** Encodings that an answer may have; larger files are compressed while they are sent. */
function encodingsOf({ type, bytes }: ManifestFile): readonly Encoding[] {
  if (!isCompressible(type, bytes)) return [];
  return bytes > mostInMemory ? ['gzip'] : ['br', 'gzip'];
}

const remembered = new Map<string, Uint8Array>();
const mostRemembered = 1000;

/** A file compressed; the ones asked for last are remembered by their hash. */
async function compressedBody(
  site: SiteReader,
  file: ManifestFile,
  encoding: Encoding,
): Promise<Uint8Array | ReadableStream> {
  const key = `${file.hash} ${encoding}`;
  let made = remembered.get(key);
  if (!made) {
    const plain = await site.content(file);
    if (!(plain instanceof Uint8Array)) return gzipped(plain);
    made = await compressed(encoding, plain);
  }
  // Those of `docent dev` have no hash.
  if (file.hash === '') return made;
  remembered.delete(key);
  remembered.set(key, made);
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return made;
}

function gzipped(stream: ReadableStream): ReadableStream {
  const plain = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
  const zip = createGzip({ level: 4 });
  // Whichever ends first ends the other.
  pipeline(plain, zip, () => {});
  return Readable.toWeb(zip) as ReadableStream;
}

function cacheControl(file: ManifestFile, answer: FileAnswer, status: number): string {
  if (answer.private) return 'private, no-store';
  if (file.hash === '') return 'no-store';
  if (file.immutable && status === 200) return 'public, max-age=31536000, immutable';
  return 'public, max-age=0, must-revalidate';
}

/**
 * The hash applies to all versions of a file, so a response cached in compressed form is still
 * valid.
 */
function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  return header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, '').replace(/^"|"$/g, ''))
    .some((one) => one === tag || one === `${tag}-br` || one === `${tag}-gzip`);
}

/** One range of bytes; several at once are answered with the whole file, as RFC 9110 allows. */
function parseRange(
  request: Request,
  file: ManifestFile,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const header = request.headers.get('range');
  if (header === null || request.method !== 'GET' || file.hash === '') return undefined;
  const condition = request.headers.get('if-range');
  if (condition !== null && condition !== `"${file.hash.slice(0, 32)}"`) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const last = file.bytes - 1;
  const start = match[1] === '' ? Math.max(0, file.bytes - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? last : Math.min(last, Number(match[2]));
  if (start > last || (match[1] === '' && Number(match[2]) === 0)) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}
