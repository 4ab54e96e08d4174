import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { cssColor, hexColor, object } from './field.ts';
import type { Written } from './written.ts';
/** Brand colours. `#rrggbb`; backgrounds are any CSS colour. */
export interface Colors {
  readonly primary: string;
  /** Hover variant; derived if absent. */
  readonly light?: string;
  /** Pressed variant; derived if absent. */
  readonly dark?: string;
  readonly background: { readonly light?: string; readonly dark?: string };
}

/** Primary colour of a site whose own can't be parsed. */
export const fallbackPrimary = '#0d9373';

/** Schema of `colors`. */
export const colorsSchema: JsonSchema = object(
  'Brand colours.',
  {
    primary: hexColor('Colour of links, buttons and highlights.', { examples: ['#0d9373'] }),
    light: hexColor('Hover variant (derived by default).'),
    dark: hexColor('Pressed variant (derived by default).'),
    background: object('Background colour of the page (default: set by the theme).', {
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
