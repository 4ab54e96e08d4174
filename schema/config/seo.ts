import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, map, object, text } from './field.ts';
import type { Written } from './written.ts';
/** Metadata for search engines and social cards. */
export interface Seo {
  readonly indexing: 'navigable' | 'all';
  readonly noindex: boolean;
  readonly ogImage?: string;
  /** Handle without the leading @. */
  readonly twitter?: string;
  readonly metatags: Readonly<Record<string, string>>;
}

/** Schema of `seo`. */
export const seoSchema: JsonSchema = object('Metadata for search engines and social cards.', {
  indexing: choice(
    'Which pages are indexed: those in the navigation, or all.',
    ['navigable', 'all'],
    {
      default: 'navigable',
    },
  ),
  noindex: flag('Keeps all pages out of search engines.', { default: false }),
  ogImage: text('Image for social cards (default: generated).', { examples: ['/images/og.png'] }),
  twitter: text('Handle shown on social cards.', { examples: ['@acme'] }),
  metatags: map('Additional meta tags.', text('Content.'), {
    default: {},
    examples: [{ 'og:site_name': 'Acme' }],
  }),
});

/** `seo` with its defaults; the handle without its @. */
export function readSeo(
  written: Omit<Written<Seo>, 'metatags'> & Partial<Pick<Seo, 'metatags'>> = {},
): Seo {
  return given({
    indexing: written.indexing ?? 'navigable',
    noindex: written.noindex ?? false,
    ogImage: written.ogImage,
    twitter: written.twitter?.replace(/^@/, ''),
    metatags: written.metatags ?? {},
  });
}
