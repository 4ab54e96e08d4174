import { timingSafeEqual } from 'node:crypto';
import type { Preview } from './record.ts';

const folder = '/_preview/';

/** Where a preview is on the host of its site, and its base path; `basePath` is that of the live site. */
export function previewPath(basePath: string, { name, token }: Preview): string {
  return `${basePath}${folder}${name}-${token}`;
}

/** Name and token in an address below `/_preview/`; undefined for all other addresses. */
export function asksForPreview(
  request: Request,
  basePath: string,
): { readonly name: string; readonly token: string } | undefined {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(basePath + folder)) return undefined;
  const [key = ''] = pathname.slice(basePath.length + folder.length).split('/', 1);
  const at = key.lastIndexOf('-');
  return { name: key.slice(0, Math.max(0, at)), token: key.slice(at + 1) };
}

/** Whether a token is that of a preview, in the same time for every wrong one. */
export function opens({ token }: Preview, given: string): boolean {
  const [own, other] = [Buffer.from(token), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}
