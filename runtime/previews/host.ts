import { createHash } from 'node:crypto';
import { isBelowHost } from '../../schema/network.ts';
import type { Preview } from './record.ts';

/** Characters of a project's tag, and of a label of a host (RFC 1035). */
const tagLength = 6;
const longestLabel = 63;

/**
 * The label of a preview below the host of previews: `pr-42-` with the tag of its project and its token. The tag says
 * where to look, so that no request makes a server look through all projects; the token alone opens the preview.
 */
export function previewLabel(project: string, { name, token }: Pick<Preview, 'name' | 'token'>) {
  const most = longestLabel - 1 - tagLength - token.length;
  // Hyphens in a row would make it the encoded name of another alphabet (`xn--`).
  const start = name.replace(/-+/g, '-').slice(0, most).replace(/-$/, '');
  return `${start}-${projectTag(project)}${token}`;
}

/** What the labels of a project's previews have in common. */
export function projectTag(project: string): string {
  return createHash('sha256').update(`preview ${project}`).digest('hex').slice(0, tagLength);
}

/** The tag and the token in a label; undefined for one that no preview has. */
export function readLabel(
  label: string,
): { readonly tag: string; readonly token: string } | undefined {
  const [, tag, token] = /^[a-z0-9-]+-([0-9a-f]{6})([0-9a-f]{32})$/.exec(label) ?? [];
  return tag !== undefined && token !== undefined ? { tag, token } : undefined;
}

/** What a host has before the host of previews, '' for that itself; undefined for a host that is elsewhere. */
export function labelOfHost(host: string, previewHost: string): string | undefined {
  if (!isBelowHost(host, previewHost)) return undefined;
  return host.slice(0, Math.max(0, host.length - previewHost.length - 1));
}

/** Scheme, host and port of a preview; all but the host are those of another origin of the same server. */
export function previewOrigin(label: string, previewHost: string, origin: string): string {
  const url = new URL(origin);
  url.hostname = `${label}.${previewHost}`;
  return url.origin;
}
