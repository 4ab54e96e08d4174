import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, object, text } from './field.ts';
import type { Written } from './written.ts';
/** Shape of cards, callouts and blocks; CSS values. */
export interface ComponentTheme {
  readonly defaultVariant: 'default' | 'outlined' | 'filled' | 'ghost';
  readonly radius?: string;
  readonly padding?: string;
  readonly border?: string;
}

/** Schema of `componentTheme`. */
export const componentThemeSchema: JsonSchema = object('Shape of cards, callouts and blocks.', {
  defaultVariant: choice('Style of components.', ['default', 'outlined', 'filled', 'ghost'], {
    default: 'default',
  }),
  radius: text('Corner radius, a CSS value.', { format: 'css-lengths', examples: ['8px'] }),
  padding: text('Padding, a CSS value.', { format: 'css-lengths', examples: ['1rem 1.25rem'] }),
  border: text('Border, a CSS value.', { format: 'css-border', examples: ['1px solid #e5e5e5'] }),
});

/** `componentTheme` with its defaults. */
export function readComponentTheme(written: Written<ComponentTheme> = {}): ComponentTheme {
  return given({
    defaultVariant: written.defaultVariant ?? 'default',
    radius: written.radius,
    padding: written.padding,
    border: written.border,
  });
}
