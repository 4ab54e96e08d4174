import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, cssColor, object, text } from './field.ts';
import type { ByMode } from './mode.ts';
import { byModeSchema, readByMode } from './mode.ts';
import type { Written } from './written.ts';

/** Background of the page. */
export interface Background {
  readonly decoration?: 'gradient' | 'grid' | 'windows';
  readonly color: { readonly light?: string; readonly dark?: string };
  readonly image?: ByMode;
}

/** Schema of `background`. */
export const backgroundSchema: JsonSchema = object('Background of the page.', {
  decoration: choice('A decoration, drawn over the image if both are set.', [
    'gradient',
    'grid',
    'windows',
  ]),
  color: object('Background colour of the page (default: set by the theme).', {
    light: cssColor('In light mode.'),
    dark: cssColor('In dark mode.'),
  }),
  image: byModeSchema(
    'Background image: path or URL, or one for each mode.',
    text('Path or URL.', { minLength: 1 }),
  ),
});

/** `background` with its defaults. */
export function readBackground(
  written: Omit<Written<Background>, 'image'> & { readonly image?: string | ByMode } = {},
): Background {
  return given({
    decoration: written.decoration,
    color: given({ light: written.color?.light, dark: written.color?.dark }),
    image: written.image === undefined ? undefined : readByMode(written.image),
  });
}
