import { isCssBackground, isCssBorder, isCssColor, isCssLengths, isPicture } from '../css.ts';

/** The formats of strings that are Docent's own. */
export const ownFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'css-color': isCssColor,
  'css-ground': (text) => isCssBackground(text) || isPicture(text),
  'css-lengths': isCssLengths,
  'css-border': isCssBorder,
  'web-url': isWebUrl,
};

/** Whether a string is an absolute http or https URL. */
function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}
