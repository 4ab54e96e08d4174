import { hash as digest } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { partBytes } from './contents.ts';
import { isText, typeOf } from './types.ts';

/** A piece of a content as it is kept: compressed if it has fewer bytes than the piece. */
export interface PackedPart {
  readonly packed: Uint8Array;
  /** Bytes of the piece. */
  readonly bytes: number;
}

/** A file's content as it is kept, and what is noted of it; plain data, so that threads can send it. */
export interface EncodedFile {
  readonly parts: readonly PackedPart[];
  readonly bytes: number;
  /** sha-256 hex. */
  readonly hash: string;
  /** CSP sources of the inline scripts of an HTML document. */
  readonly scripts: readonly string[];
}

/** Hashes and packs a content. */
export function encode(path: string, content: string | Uint8Array): EncodedFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { ...described(path, content, bytes), parts: packParts(path, bytes) };
}

/** The same without packing it, which most callers need only if the content is new. */
export function described(
  path: string,
  content: string | Uint8Array,
  bytes: Uint8Array,
): Omit<EncodedFile, 'parts'> {
  const isHtml = typeOf(path).startsWith('text/html');
  return {
    bytes: bytes.length,
    hash: digest('sha256', bytes, 'hex'),
    scripts: isHtml ? inlineScripts(content) : [],
  };
}

/** Texts from so many bytes on are compressed: a page of 50 KB becomes 9, in 0.2 ms. */
const worth = 200;

/** A content in parts, compressed if it is a text. */
export function packParts(path: string, bytes: Uint8Array): PackedPart[] {
  const parts: PackedPart[] = [];
  const isPacked = bytes.length >= worth && isText(typeOf(path));
  for (let at = 0; at < bytes.length; at += partBytes) {
    const part = bytes.subarray(at, at + partBytes);
    const packed = isPacked ? zstdCompressSync(part, { pledgedSrcSize: part.length }) : part;
    parts.push({ packed: packed.length < part.length ? packed : part, bytes: part.length });
  }
  return parts;
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
