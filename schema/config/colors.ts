import type { JsonSchema } from '../json-schema.ts';
import { cssColor, hexColor, object } from './field.ts';
import { given, type Written } from './written.ts';
/** Brand colours (document 3, colors). `#rrggbb`; backgrounds are any CSS colour. */
export interface Colors {
  readonly primary: string;
  /** Hover variant; absent means derived. */
  readonly light?: string;
  /** Pressed variant; absent means derived. */
  readonly dark?: string;
  readonly background: { readonly light?: string; readonly dark?: string };
}

/** Primary colour of a site whose own cannot be read. */
export const fallbackPrimary = '#0d9373';

/** Schema of `colors`. */
export const colorsSchema: JsonSchema = object(
  'Brand colours.',
  {
    primary: hexColor('The colour of links, buttons and marks.', { examples: ['#0d9373'] }),
    light: hexColor('Hover variant; derived when absent.'),
    dark: hexColor('Pressed variant; derived when absent.'),
    background: object('Colour of the page; the theme decides when absent.', {
      light: cssColor('In light mode.'),
      dark: cssColor('In dark mode.'),
    }),
  },
  { required: ['primary'] },
);

/** `colors` with its defaults. */
export function readColors(written: Written<Colors> = {}): Colors {
  return given({
    primary: written.primary ?? fallbackPrimary,
    light: written.light,
    dark: written.dark,
    background: given({ light: written.background?.light, dark: written.background?.dark }),
  });
}
