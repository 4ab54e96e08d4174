import type { ThemeRegistrationAny } from 'shiki';
import { given } from '../../../schema/given.ts';
import type { Palette } from '../themes/palette.ts';

/**
 * The colours of code. Tokens carry the number of a theme's rule instead of a colour, so that the
 * markup is the same for every palette and one style sheet colours it, light and dark.
 */
export interface CodeTheme {
  /** Changes whenever highlighted markup would. */
  readonly key: string;
  /** Themes to hand to the highlighter; one, when both share their rules, else light and dark. */
  readonly passes: readonly ThemeRegistrationAny[];
  /** Class of a token from the colour that each pass gave it. */
  classOf(colors: readonly string[]): string;
  /** Grounds that named themes bring along; absent when code is on the site's own. */
  readonly grounds?: Grounds;
  /**
   * Rules for the tokens, their contrast raised to 4.5 on every ground that a line of code can have.
   * The palettes are the site's, or fitted to `grounds`.
   */
  styleSheet(palettes: { readonly light: Palette; readonly dark: Palette }): string;
}

interface Grounds {
  readonly light: string;
  readonly dark: string;
}

/** Colour and letters of what grammars name. */
export interface Rule {
  readonly scope: readonly string[];
  readonly color?: string;
  readonly fontStyle?: string;
}

/** Colours no theme uses: the part after the prefix is a number. */
const slotPrefix = '#5107';

/** The colour of a number. */
export function slot(index: number): string {
  return `${slotPrefix}${index.toString(16).padStart(2, '0')}`;
}

/** The number of such a colour; undefined for all others. */
export function slotNumber(color: string): number | undefined {
  if (!color.startsWith(slotPrefix)) return undefined;
  return Number.parseInt(color.slice(slotPrefix.length, slotPrefix.length + 2), 16);
}

/** What the highlighter takes for a theme. */
export function registration(
  name: string,
  theme: { readonly type: string },
  rules: readonly Rule[],
): ThemeRegistrationAny {
  return {
    name,
    type: theme.type === 'dark' ? 'dark' : 'light',
    fg: '#888888',
    bg: '#ffffff',
    colors: {},
    settings: [
      { settings: { foreground: '#888888', background: '#ffffff' } },
      ...rules.map((rule) => ({
        scope: [...rule.scope],
        settings: {
          ...given({ foreground: rule.color, fontStyle: rule.fontStyle }),
        },
      })),
    ],
  };
}

/** Every box that has code in it. */
export const boxes = ':is(.code-block,.code-group,.api-panel,.play-code)';

/** Classes of tokens are short, as there are many: outside of code they are an author's. */
export function inBox(token: string): string {
  return `:where(pre) ${token}`;
}

/** Letters of tokens, whatever their colours. */
export const shapes = [
  `${inBox('.ti')}{font-style:italic}`,
  `${inBox('.tb')}{font-weight:650}`,
  `${inBox('.tu')}{text-decoration:underline}`,
].join('');
