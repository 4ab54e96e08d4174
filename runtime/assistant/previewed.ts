import type { Previewed } from './conversation/asking.ts';

const own = Symbol('preview');

/**
 * A connection on which a question about a preview is handed to the API. Only the server hands one on: no request
 * can name a preview there, whose address is a secret.
 */
export function withPreview(connection: unknown, preview: Previewed): object {
  return { ...(connection ?? {}), [own]: preview };
}

/** The preview that a request is about; undefined for the live site. */
export function previewOf(connection: unknown): Previewed | undefined {
  return (connection as { readonly [own]?: Previewed } | undefined)?.[own];
}
