import { formatHex, parse } from 'culori';

// Decision: other values than colours are not left to `css-tree`. It also accepts what is cut off, as CSS does
// (`calc(`, `#fff/*`), which would swallow the declarations that follow, and takes 40 ms for 2000 characters.

/** Longer than any reasonable colour, gradient or border: longer values are rejected without parsing. */
const longest = 2000;

/** Whether a string is one CSS colour: hex, name, or a colour function; nothing that could end a rule. */
export function isCssColor(text: string): boolean {
  if (text.length > longest) return false;
  const value = text.trim().toLowerCase();
  if (value === 'currentcolor') return true;
  const mix = /^color-mix\((.*)\)$/.exec(value);
  if (mix !== null) {
    const parts = splitTop(mix[1] ?? '', ',');
    if (parts.length !== 3 || !/^in [a-z0-9- ]+$/.test((parts[0] ?? '').trim())) return false;
    return parts.slice(1).every((part) => isCssColor(part.trim().replace(/\s+\d+(\.\d+)?%$/, '')));
  }
  // The library also reads bare hex digits, and functions that are not closed.
  if (/^[0-9a-f]+$/.test(value) || value.includes('(') !== value.endsWith(')')) return false;
  return parse(value) !== undefined;
}

/** A CSS colour as `#rrggbb`, without its transparency. */
export function toHex(color: string): string | undefined {
  return formatHex(parse(color.trim().toLowerCase()));
}

/** Whether a string is a colour or a gradient of colours. */
export function isCssBackground(text: string): boolean {
  if (text.length > longest) return false;
  if (isCssColor(text)) return true;
  const call = /^(?:repeating-)?(?:linear|radial|conic)-gradient\((.*)\)$/i.exec(text.trim());
  if (call === null) return false;
  const parts = splitTop(call[1] ?? '', ',');
  const stops = parts.filter((part, index) => !(index === 0 && isGradientLine(part)));
  return stops.length >= 2 && stops.every(isColorStop);
}

/** Whether a string is the path or URL of an image. */
export function isPicture(text: string): boolean {
  const path = text.trim();
  if (/^https?:\/\/[^\s<>"'`{}();,\\]+$/i.test(path)) return true;
  return /^[^\s<>"'`{}();,\\][^<>"'`{}();,\\]*\.(svg|png|jpe?g|gif|webp|avif)([?#]\S*)?$/i.test(
    path,
  );
}

/** Whether a string is a CSS length or percentage. */
function isCssLength(text: string): boolean {
  const value = text.trim();
  if (/^0(\.0+)?$/.test(value)) return true;
  if (
    /^\d*\.?\d+(px|rem|em|ch|ex|lh|rlh|vw|vh|vmin|vmax|svh|dvh|cqw|pt|cm|mm|in|%)$/i.test(value)
  ) {
    return true;
  }
  const call = /^(calc|clamp|min|max)\((.*)\)$/i.exec(value);
  return call !== null && /^[a-z0-9.,%+\-*/()\s]+$/i.test(call[2] ?? '') && balanced(value);
}

/** Whether a string is one to four CSS lengths, as for a radius or a padding. */
export function isCssLengths(text: string): boolean {
  if (text.length > longest) return false;
  const parts = splitTop(text.trim(), ' ').filter((part) => part !== '');
  return parts.length >= 1 && parts.length <= 4 && parts.every(isCssLength);
}

/** Whether a string is a CSS border: width, style and colour in any order, each at most once. */
export function isCssBorder(text: string): boolean {
  if (text.length > longest) return false;
  const left = new Set(['width', 'style', 'color']);
  const parts = splitTop(text.trim(), ' ').filter((part) => part !== '');
  if (parts.length === 0) return false;
  return parts.every((part) => {
    const kind = borderStyles.has(part.toLowerCase())
      ? 'style'
      : /^(thin|medium|thick)$/i.test(part) || isCssLength(part)
        ? 'width'
        : isCssColor(part)
          ? 'color'
          : '';
    return left.delete(kind);
  });
}

function isGradientLine(part: string): boolean {
  const value = part.trim().toLowerCase();
  if (isColorStop(value)) return false;
  return /^(to |from |at |in |-?\d*\.?\d+(deg|turn|rad|grad)\b|circle|ellipse|closest|farthest)[a-z0-9.%\s-]*$/.test(
    value,
  );
}

function isColorStop(part: string): boolean {
  const pieces = splitTop(part.trim(), ' ').filter((piece) => piece !== '');
  const color = pieces.shift();
  if (color === undefined || !isCssColor(color)) return false;
  return (
    pieces.length <= 2 &&
    pieces.every((piece) => isCssLength(piece) || /^-?\d*\.?\d+(deg|turn|rad|grad)$/.test(piece))
  );
}

/** The parts of a string at a separator outside parentheses. */
export function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const borderStyles = new Set(
  'none hidden dotted dashed solid double groove ridge inset outset'.split(' '),
);
