import { hash as digest } from 'node:crypto';
import { typeOf } from './types.ts';

/** A file's content, and what is noted of it; plain data, so that threads can send it. */
export interface EncodedFile {
  readonly bytes: Uint8Array;
  /** sha-256 hex. */
  readonly hash: string;
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
