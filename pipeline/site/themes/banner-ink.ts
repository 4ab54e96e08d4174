import { contrast } from './color.ts';
import { parseCssColor } from './css-color.ts';

/**
 * Style for the words of a banner whose ground a style sheet of the site sets, and no colour for them: in the related
 * dialect they are white on any ground. '' for most sites.
 */
export function bannerInk(text: string): string {
  const rules = rulesOf(text, '#banner');
  if (/(?:^|[;\s])color\s*:/.test(rules)) return '';
  const values = Array.from(
    rules.matchAll(/(?:^|[;\s])background(?:-color|-image)?\s*:([^;]*)/g),
    ([, value = '']) => value,
  );
  const grounds = Array.from(values.join(' ').matchAll(colour), ([found]) => parseCssColor(found));
  if (grounds.length === 0) return '';
  const ink = inks.find((one) =>
    grounds.every((ground) => ground !== undefined && contrast(ground, one) >= 4.5),
  );
  return ink === undefined ? '' : `#banner,#banner strong{color:${ink}}`;
}

const inks = ['#ffffff', '#000000'];
const colour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\([^()]*\)/gi;

/** What a style sheet says of just this selector. */
function rulesOf(text: string, selector: string): string {
  if (!text.includes(selector)) return '';
  const parts = text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split('}');
  const found = parts.flatMap((part) => {
    const open = part.lastIndexOf('{');
    const names = part.slice(part.lastIndexOf('{', open - 1) + 1, Math.max(0, open)).split(',');
    return names.some((name) => name.trim() === selector) ? [part.slice(open + 1)] : [];
  });
  return found.join(';');
}
