import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, object, text } from './field.ts';
import type { Written } from './written.ts';
/** Generated social images. */
export interface Thumbnails {
  readonly appearance?: 'light' | 'dark';
  readonly background?: string;
  readonly fonts: { readonly family?: string };
}

/** Schema of `thumbnails`. */
export const thumbnailsSchema: JsonSchema = object('Generated social images.', {
  appearance: choice('Mode of the images.', ['light', 'dark']),
  background: text('Colour, gradient, or path of an image.', {
    format: 'css-ground',
    examples: ['#0d9373', 'linear-gradient(90deg, #0d9373, #07c983)', '/images/card.png'],
  }),
  fonts: object('Font of the text.', {
    family: text('Font family.', {
      pattern: '^[^<>{};"\\\\]*$',
      expects: 'a font family such as "Inter"',
    }),
  }),
});

/** `thumbnails` with its defaults. */
export function readThumbnails(written: Written<Thumbnails> = {}): Thumbnails {
  return given({
    appearance: written.appearance,
    background: written.background,
    fonts: given({ family: written.fonts?.family }),
  });
}
