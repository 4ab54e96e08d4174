import type { JsonSchema } from '../json-schema.ts';
/** A value for light and one for dark mode; if an author sets one string, both have it. */
export interface ByMode {
  readonly light: string;
  readonly dark: string;
}

/** Schema of one string, or one for light and one for dark mode. */
export function byModeSchema(description: string, value: JsonSchema): JsonSchema {
  return {
    description,
    anyOf: [
      value,
      {
        type: 'object',
        description: 'One for each mode.',
        properties: {
          light: { ...value, description: 'For light mode.' },
          dark: { ...value, description: 'For dark mode.' },
        },
        required: ['light', 'dark'],
      },
    ],
  };
}

/** A value by mode from either form. */
export function readByMode(written: string | ByMode): ByMode {
  return typeof written === 'string' ? { light: written, dark: written } : written;
}
