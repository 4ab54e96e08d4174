import type { ManifestFile } from '../../schema/build.ts';

/** Headers of every answer of a site. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Content-Security-Policy of a file. Scripts run if they are files of the site or inline in its own
 * documents, by hash, never by `unsafe-inline`; images, videos, frames and fonts may come from
 * anywhere the authors choose.
 */
export function contentPolicy(file: Pick<ManifestFile, 'type' | 'scripts'>): string | undefined {
  if (file.type === 'image/svg+xml') {
    // A picture is never a page: opened by itself it runs nothing.
    return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
  }
  if (!file.type.startsWith('text/html')) return undefined;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(file.scripts ?? [])].join(' '),
    "style-src 'self' 'unsafe-inline' https:",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self' data: https:",
    "media-src 'self' data: blob: https:",
    "frame-src 'self' https:",
    "connect-src 'self' https: http: ws: wss:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self' https:",
    "frame-ancestors 'self'",
  ].join('; ');
}
