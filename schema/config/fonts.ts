import type { JsonSchema } from '../json-schema.ts';
import { object, text } from './field.ts';
/** One font. */
export interface Font {
  readonly family?: string;
  readonly weight?: string | number;
  /** URL of a CSS file or of a font file. */
  readonly source?: string;
  readonly format?: string;
}

/** Fonts of the site: the global one, and those of headings and body, which override it. */
export interface Fonts extends Font {
  readonly heading?: Font & { readonly family: string };
  readonly body?: Font & { readonly family: string };
}

const face = {
  family: text('Font family.', {
    minLength: 1,
    // It becomes part of the style sheet: nothing in it may end a rule.
    pattern: '^[^<>{};"\\\\]*$',
    expects: 'a font family such as "Inter"',
    examples: ['Inter'],
  }),
  weight: {
    description: 'Weight: 1 to 1000, `normal`, `bold`, or a range of a variable font.',
    examples: [400, '400 700'],
    anyOf: [
      { type: 'number', minimum: 1, maximum: 1000 },
      {
        type: 'string',
        pattern: '^(normal|bold|([1-9]\\d{0,2}|1000)( ([1-9]\\d{0,2}|1000))?)$',
        expects: 'a weight such as "400", "bold" or "400 700"',
      },
    ],
  },
  source: text('URL of a CSS file, or URL or path of a font file.', {
    examples: ['https://fonts.example.com/inter.css', '/fonts/inter.woff2'],
  }),
  format: text('Format of a font file.', { examples: ['woff2'] }),
} as const satisfies Record<string, JsonSchema>;

/** Schema of `fonts`. */
export const fontsSchema: JsonSchema = object('Fonts (default: set by the theme).', {
  ...face,
  heading: object('Font for headings.', face, { required: ['family'] }),
  body: object('Font for text.', face, { required: ['family'] }),
});

/** `fonts` as written; the theme has the defaults. */
export function readFonts(written: Fonts = {}): Fonts {
  return written;
}
