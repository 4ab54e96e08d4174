import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, object } from './field.ts';
import type { ThemeName } from './themes.ts';
import type { Written } from './written.ts';

/** Light, dark and motion. */
export interface Appearance {
  readonly default: 'system' | 'light' | 'dark';
  readonly strict: boolean;
  readonly animations: {
    readonly enabled: boolean;
    readonly style: 'none' | 'fade' | 'fadeUp' | 'slideUp' | 'scale';
    /** Milliseconds between one element and the next, 0 to 200. */
    readonly stagger: number;
  };
}

/** Schema of `appearance`. */
export const appearanceSchema: JsonSchema = object('Light, dark and motion.', {
  default: choice('Mode on the first visit.', ['system', 'light', 'dark'], { default: 'system' }),
  strict: flag('Hides the switch and keeps the default mode.', { default: false }),
  animations: object(
    'Entrance animation of the page; never shown to readers who prefer reduced motion.',
    {
      enabled: flag('Turns the animation on or off.', { default: true }),
      style: choice('Type of animation.', ['none', 'fade', 'fadeUp', 'slideUp', 'scale'], {
        default: 'fadeUp',
      }),
      stagger: {
        type: 'number',
        description:
          'Milliseconds between one element and the next; 0 fades everything in at once.',
        minimum: 0,
        maximum: 200,
        default: 40,
      },
    },
  ),
});

/** `appearance` with its defaults: the theme `cipher` is dark where nothing is written. */
export function readAppearance(
  written: Written<Appearance> = {},
  theme: ThemeName = 'mint',
): Appearance {
  return {
    default: written.default ?? (theme === 'cipher' ? 'dark' : 'system'),
    strict: written.strict ?? false,
    animations: {
      enabled: written.animations?.enabled ?? true,
      style: written.animations?.style ?? 'fadeUp',
      stagger: written.animations?.stagger ?? 40,
    },
  };
}
