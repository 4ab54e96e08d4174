import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { object, text } from './field.ts';
import type { ByMode } from './mode.ts';
import { byModeSchema, readByMode } from './mode.ts';

/** Site logo. At least `light` or `text` is set; `dark` falls back to `light`. */
export interface Logo {
  readonly light?: string;
  readonly dark?: string;
  /** Visible label next to the image. */
  readonly label?: string;
  /** Alternative text of the image: the label, or the site's name. */
  readonly alt: string;
  /** Link target; the home page if absent. */
  readonly href?: string;
}

/** Site icon; generated from the primary colour if absent. */
export type Favicon = ByMode;

const image = (description: string): JsonSchema =>
  text(description, { minLength: 1, examples: ['/logo/light.svg'] });

/** Schema of `logo`. */
export const logoSchema: JsonSchema = {
  description: 'Image for both modes, or an object with images, label and link.',
  examples: ['/logo.svg', { light: '/logo/light.svg', dark: '/logo/dark.svg' }],
  anyOf: [
    image('One image for both modes.'),
    object('Images, label and link.', {
      light: image('Image for light mode.'),
      dark: image('Image for dark mode (default: the image for light mode).'),
      text: {
        description: 'Label next to the image: true shows the name of the site.',
        examples: [true, 'Acme Docs'],
        anyOf: [{ type: 'boolean' }, { type: 'string' }],
      },
      href: text('Link target (default: the home page).'),
    }),
  ],
};

/** Schema of `favicon`. */
export const faviconSchema: JsonSchema = byModeSchema(
  'Icon of the browser tab: one image, or one for each mode.',
  image('Path of an image.'),
);

/** What an author may write as `logo`. */
export type WrittenLogo =
  | string
  | {
      readonly light?: string;
      readonly dark?: string;
      readonly text?: boolean | string;
      readonly href?: string;
    };

/** `logo` in its normalized form; undefined if it has neither image nor label. */
export function readLogo(written: WrittenLogo, siteName: string): Logo | undefined {
  const logo = typeof written === 'string' ? { light: written } : written;
  const label = labelOf('text' in logo ? logo.text : undefined, siteName);
  // An object with only `dark` is an error; its image is still used in both modes.
  const dark = 'dark' in logo ? logo.dark : undefined;
  const light = logo.light ?? dark;
  if (light === undefined && label === undefined) return undefined;
  const href = 'href' in logo ? logo.href : undefined;
  return given({ light, dark: dark ?? light, label, alt: label ?? siteName, href });
}

/** `favicon` in its normalized form. */
export function readFavicon(written: string | Favicon): Favicon {
  return readByMode(written);
}

function labelOf(text: boolean | string | undefined, siteName: string): string | undefined {
  if (text === true) return siteName;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
