import type { JsonSchema } from '../json-schema.ts';
import { flag, list, object, text } from './field.ts';
/** One redirect. */
export interface Redirect {
  readonly source: string;
  readonly destination: string;
  readonly permanent: boolean;
}

/** Schema of `redirects`. */
export const redirectsSchema: JsonSchema = list(
  'Redirects; the first match wins, before any page.',
  object(
    'A redirect.',
    {
      source: text('Path. `:name` matches one segment, `*` the rest.', {
        minLength: 1,
        examples: ['/old/:slug', '/v1/*'],
      }),
      destination: text('Path or URL. `:name` and `:splat` (or `*`) insert what was matched.', {
        minLength: 1,
        examples: ['/new/:slug', '/v2/:splat'],
      }),
      permanent: flag('301 if true, 302 if false.', { default: true }),
    },
    { required: ['source', 'destination'] },
  ),
);

/** `redirects` with their defaults. */
export function readRedirects(
  written: readonly (Omit<Redirect, 'permanent'> & { readonly permanent?: boolean })[] = [],
): readonly Redirect[] {
  return written.map(({ source, destination, permanent = true }) => ({
    source,
    destination,
    permanent,
  }));
}
