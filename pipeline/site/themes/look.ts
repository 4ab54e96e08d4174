import type { ThemeName } from '../../../schema/config/themes.ts';
import { greyChroma, type Lch, paint } from './color.ts';

type Mode = 'light' | 'dark';

/** The ground of a part of the page, made of the brand's colour. */
type Ground = (mode: Mode, brand: Lch) => string;

/**
 * What a theme changes of `mint`: grounds, faces, tokens and shapes. Its layout, heads and blocks are
 * rules in `looks/<name>.css`, which follow those of the shell.
 */
export interface Look {
  /** Ground of the page, unless the author names one. */
  readonly ground?: Ground;
  /** Hue and chroma of greys, unless the author names a ground. */
  readonly grey?: Omit<Lch, 'l'>;
  /** Parts of the frame with a ground, and therefore a whole palette, of their own. */
  readonly surfaces?: readonly Surface[];
  readonly face?: { readonly text?: keyof typeof faces; readonly heading?: keyof typeof faces };
  /** Weights of the heads, unless `fonts` names one. */
  readonly weight?: { readonly title: number; readonly heading: number };
  /** What `componentTheme.radius` replaces. */
  readonly radius?: string;
  /** What cards look like where `componentTheme.defaultVariant` is "default". */
  readonly card?: 'filled';
  /** Custom properties of the root. */
  readonly tokens?: string;
  /** More colours, made of those of the page. */
  readonly colors?: (tokens: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

/** A part of the frame that has its own ground. */
export interface Surface {
  readonly selector: string;
  readonly ground: Ground;
  /** Widths at which the part exists; below them all themes have the same frame. */
  readonly media: string;
  /** The page's own text and code are on it: an author's ground of the page replaces its own. */
  readonly hasText?: true;
}

/** Faces that are installed on readers' machines, before those of the page's script. */
export const faces = {
  sans: 'ui-sans-serif,-apple-system,BlinkMacSystemFont,"Segoe UI Variable Text","Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,"Liberation Sans",Arial',
  serif:
    'ui-serif,"Iowan Old Style",Charter,"Source Serif 4",Georgia,Cambria,"Noto Serif","Liberation Serif"',
  mono: 'ui-monospace,SFMono-Regular,Menlo,"Cascadia Mono",Consolas,"DejaVu Sans Mono","Liberation Mono"',
  condensed: '"Avenir Next Condensed",Bahnschrift,"Roboto Condensed","Arial Narrow"',
} as const;

const desk = '(--from-sidebar)';
const bars = '(--from-sidebar) and (min-height:560px)';

const sheet: Ground = (mode, brand) =>
  mode === 'light' ? '#ffffff' : paint(0.178, greyChroma(brand), brand.h);

/** The looks of all themes. */
export const looks: Readonly<Record<ThemeName, Look>> = {
  mint: {},
  maple: {
    surfaces: [
      {
        selector: ':is(.dc-header,.dc-layout>.dc-sidebar)',
        ground: (mode, brand) =>
          mode === 'light'
            ? paint(0.972, greyChroma(brand), brand.h)
            : paint(0.21, greyChroma(brand), brand.h),
        media: bars,
      },
    ],
    radius: '16px',
    card: 'filled',
    weight: { title: 700, heading: 700 },
    tokens:
      '--text-h1:clamp(1.875rem,1.5rem + 1.4vw,2.5rem);--text-lead:clamp(1.125rem,1.05rem + .25vw,1.25rem);',
  },
  palm: {
    surfaces: [
      {
        selector: '.dc-header',
        ground: (_, brand) => paint(0.218, Math.min(0.06, 0.4 * brand.c), brand.h),
        media: 'screen',
      },
    ],
    radius: '6px',
    weight: { title: 600, heading: 600 },
    tokens: '--text-h1:clamp(1.625rem,1.45rem + .6vw,2rem);',
  },
  willow: {
    radius: '8px',
    colors: ({ subtle = '' }) => ({ code: subtle }),
    weight: { title: 500, heading: 500 },
    tokens: '--text-h1:clamp(1.75rem,1.5rem + .7vw,2.125rem);--leading:1.75;',
  },
  linden: {
    ground: (mode, brand) =>
      mode === 'light'
        ? paint(0.985, Math.min(0.012, 0.06 * brand.c), brand.h)
        : paint(0.145, Math.min(0.012, 0.06 * brand.c), brand.h),
    face: { text: 'mono', heading: 'mono' },
    radius: '0px',
    weight: { title: 700, heading: 700 },
    tokens:
      '--pill:0;--text-base:.90625rem;--text-lead:.96875rem;--text-h1:1.625rem;--text-h2:1.1875rem;--text-h3:1rem;--text-h4:.9375rem;--measure:72ch;--column:84ch;--leading:1.65;',
  },
  almond: {
    ground: (mode, brand) =>
      mode === 'light'
        ? paint(0.965, Math.min(0.014, 0.08 * brand.c), brand.h)
        : paint(0.13, greyChroma(brand), brand.h),
    // The sheet fills the screen of a phone, and the paper of a printer.
    surfaces: [
      { selector: ':is(.dc-main,dialog)', ground: sheet, media: 'all', hasText: true },
      { selector: '.dc-header', ground: sheet, media: desk },
    ],
    radius: '14px',
    weight: { title: 650, heading: 650 },
  },
  aspen: {
    radius: '8px',
    weight: { title: 600, heading: 600 },
    tokens:
      '--text-h1:clamp(1.625rem,1.5rem + .4vw,1.875rem);--text-h2:1.375rem;--text-h3:1.125rem;--text-lead:1.0625rem;--column:46rem;',
  },
  house: {
    ground: (mode) => (mode === 'light' ? paint(0.985, 0.006, 90) : paint(0.17, 0.006, 90)),
    grey: { c: 0.006, h: 90 },
    face: { text: 'serif', heading: 'serif' },
    radius: '2px',
    weight: { title: 600, heading: 600 },
    tokens:
      '--text-base:1.125rem;--text-h1:clamp(2rem,1.6rem + 1.6vw,2.75rem);--text-h2:1.625rem;--text-h3:1.25rem;--text-lead:1.25rem;--measure:34rem;--column:38rem;',
  },
  atlas: {
    surfaces: [
      {
        selector: '.dc-layout>.dc-sidebar',
        ground: (_, brand) => paint(0.19, greyChroma(brand), brand.h),
        media: `screen and ${desk}`,
      },
    ],
    radius: '4px',
    weight: { title: 600, heading: 600 },
    tokens: '--text-h1:clamp(1.5rem,1.4rem + .4vw,1.75rem);--text-h2:1.3125rem;',
  },
  nova: {
    radius: '20px',
    // 7 % of the brand over the page's ground, so that every colour keeps its contrast.
    colors: (tokens) => ({ stage: `${tokens['accent-mark']}12` }),
    weight: { title: 750, heading: 700 },
    tokens:
      '--text-h1:clamp(2rem,1.5rem + 2vw,3rem);--text-lead:clamp(1.125rem,1.05rem + .25vw,1.25rem);',
  },
  cipher: {
    ground: (mode) => (mode === 'light' ? paint(0.985, 0.006, 255) : paint(0.155, 0.012, 255)),
    grey: { c: 0.012, h: 255 },
    face: { heading: 'condensed' },
    radius: '3px',
    weight: { title: 700, heading: 700 },
    tokens: '--text-h1:clamp(1.875rem,1.5rem + 1vw,2.25rem);',
  },
};
