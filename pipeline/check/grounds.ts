import { fallbackPrimary } from '../../schema/config/colors.ts';
import { type ThemeName, themes } from '../../schema/config/themes.ts';
import { contrast } from '../site/themes/color.ts';
import { parseCssColor } from '../site/themes/css-color.ts';
import { textPalettes } from '../site/themes/palette.ts';

/** What the text of a site is on in each mode: `#rrggbb`. */
export interface Grounds {
  readonly light: string;
  readonly dark: string;
}

/** The grounds of a site with these settings. What can't be read among them is left out, as a build does. */
export function groundsOf(written: Readonly<Record<string, unknown>>): Grounds {
  const [{ primary, background }, { color }] = [
    fieldsOf(written.colors),
    fieldsOf(written.background),
  ];
  const { light, dark } = textPalettes({
    theme: themes.find((name) => name === written.theme) ?? defaultTheme,
    colors: { primary: colorIn(primary) ?? fallbackPrimary, background: byMode(background) },
    background: { color: byMode(color) },
  });
  return { light: light.bg ?? '#ffffff', dark: dark.bg ?? '#000000' };
}

const defaultTheme: ThemeName = 'mint';

function byMode(value: unknown): { readonly light?: string; readonly dark?: string } {
  const [light, dark] = [fieldsOf(value).light, fieldsOf(value).dark].map(colorIn);
  return { ...(light ? { light } : {}), ...(dark ? { dark } : {}) };
}

function colorIn(value: unknown): string | undefined {
  return typeof value === 'string' ? parseCssColor(value) : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** How a colour in any form of CSS looks on a ground, as `#rrggbb`, and its contrast there, from 1 to 21. */
export function shownOn(
  color: string,
  ground: string,
): { readonly color: string; readonly ratio: number } | undefined {
  const shown = parseCssColor(color, ground);
  return shown === undefined ? undefined : { color: shown, ratio: contrast(shown, ground) };
}
