import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { flag, object, text } from './field.ts';
import type { Written } from './written.ts';
/** Metadata shown on pages. */
export interface Metadata {
  readonly timestamp: boolean;
}

/** Error pages. */
export interface Errors {
  readonly 404: {
    readonly redirect: boolean;
    readonly title: string;
    readonly description?: string;
  };
}

/** Where the site is hosted. */
export interface Hosting {
  /** '' or a prefix such as `/docs`, without a trailing slash. */
  readonly basePath: string;
}

/** Schema of `metadata`. */
export const metadataSchema: JsonSchema = object('Information shown on each page.', {
  timestamp: flag('Shows when a page was last changed.', { default: false }),
});

/** Schema of `errors`. */
export const errorsSchema: JsonSchema = object('Error pages.', {
  404: object('The 404 page.', {
    redirect: flag('Redirects readers to the closest page.', { default: false }),
    title: text('Its title.', { default: 'Page not found' }),
    description: text('Description below the title.'),
  }),
});

/** Schema of `hosting`. */
export const hostingSchema: JsonSchema = object('Where the site is hosted.', {
  basePath: text('Subfolder of the host that the site is served from.', {
    pattern: '^/[a-zA-Z0-9_/-]*$',
    expects: 'a path such as "/docs", of letters, digits, _ and -',
    examples: ['/docs'],
  }),
});

/** `metadata` with its defaults. */
export function readMetadata(written: Written<Metadata> = {}): Metadata {
  return { timestamp: written.timestamp ?? false };
}

/** `errors` with its defaults. */
export function readErrors(written: Written<Errors> = {}): Errors {
  const notFound = written[404];
  return {
    404: given({
      redirect: notFound?.redirect ?? false,
      title: notFound?.title ?? 'Page not found',
      description: notFound?.description,
    }),
  };
}

/** `hosting` with its defaults: `/` means no base path, no slash at the end. */
export function readHosting(written: Written<Hosting> = {}): Hosting {
  return { basePath: (written.basePath ?? '').replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') };
}
