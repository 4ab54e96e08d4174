import { splitTop } from '../../../schema/css.ts';
import { parseCssColor } from '../themes/css-color.ts';
import { cardSize } from './limits.ts';

/** A CSS background as SVG, and the colours that text on it must contrast with. */
export interface Ground {
  readonly svg: string;
  readonly colors: readonly string[];
}

const { width, height } = cardSize;

/**
 * A ground drawn in SVG from a CSS colour or gradient; undefined when a colour in it is not one of
 * those that `parseCssColor` reads. A conic gradient, which SVG does not have, becomes a linear one.
 */
export function readGround(text: string, under: string): Ground | undefined {
  const color = parseCssColor(text, under);
  if (color !== undefined) return { svg: sheet(color), colors: [color] };
  const call = /^(repeating-)?(linear|radial|conic)-gradient\((.*)\)$/is.exec(text.trim());
  if (!call) return undefined;
  const [, repeats, kind = '', inside = ''] = call;
  const parts = splitTop(inside, ',').map((part) => part.trim());
  const line = lineStart.test(parts[0] ?? '') ? (parts.shift() ?? '') : '';
  const shape =
    kind.toLowerCase() === 'radial' ? radial(line) : linear(kind === 'conic' ? '' : line);
  const stops = readStops(parts, shape.length, under);
  if (!stops) return undefined;
  const spread = repeats ? ' spreadMethod="repeat"' : '';
  // SVG repeats from the first stop to the end of the line: what is repeated must end at 1.
  const last = stops.at(-1)?.at ?? 1;
  const scale = repeats && last > 0 ? last : 1;
  const inner = stops
    .map(({ at, color: hex }) => `<stop offset="${round(at / scale)}" stop-color="${hex}"/>`)
    .join('');
  return {
    svg: `<defs>${shape.open(scale, spread)}${inner}</${shape.tag}></defs>${sheet('url(#ground)')}`,
    colors: stops.map((stop) => stop.color),
  };
}

const lineStart =
  /^(to|from|at|in|circle|ellipse|closest|farthest|-?\d*\.?\d+(deg|turn|rad|grad))\b/i;

function sheet(fill: string): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

interface Shape {
  readonly tag: string;
  /** Pixels from 0 to 1. */
  readonly length: number;
  readonly open: (scale: number, spread: string) => string;
}

function linear(line: string): Shape {
  const [dx, dy] = directionOf(line);
  const length = Math.abs(width * dx) + Math.abs(height * dy);
  const [x1, y1] = [width / 2 - (dx * length) / 2, height / 2 - (dy * length) / 2];
  return {
    tag: 'linearGradient',
    length,
    open: (scale, spread) =>
      `<linearGradient id="ground" gradientUnits="userSpaceOnUse" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x1 + dx * length * scale)}" y2="${round(y1 + dy * length * scale)}"${spread}>`,
  };
}

/** The line's direction; without one it leads down. A corner's line is square to the other diagonal. */
function directionOf(line: string): readonly [number, number] {
  const angle = /(-?\d*\.?\d+)(deg|turn|rad|grad)/i.exec(line);
  if (angle) {
    const turns = { deg: 360, turn: 1, rad: 2 * Math.PI, grad: 400 } as const;
    const unit = (angle[2] ?? 'deg').toLowerCase() as keyof typeof turns;
    const radians = (Number(angle[1]) / turns[unit]) * 2 * Math.PI;
    return [Math.sin(radians), -Math.cos(radians)];
  }
  const x = /\bright\b/i.test(line) ? 1 : /\bleft\b/i.test(line) ? -1 : 0;
  const y = /\btop\b/i.test(line) ? -1 : /\bbottom\b/i.test(line) || x === 0 ? 1 : 0;
  if (x === 0 || y === 0) return [x, y];
  const long = Math.hypot(width, height);
  return [(x * height) / long, (y * width) / long];
}

function radial(line: string): Shape {
  const at = /\bat\s+(.*)$/i.exec(line)?.[1] ?? '';
  const [cx, cy] = centreOf(at);
  const [far, farY] = [Math.max(cx, width - cx), Math.max(cy, height - cy)];
  const circle = /\bcircle\b/i.test(line);
  // To the farthest corner: an ellipse keeps the shares of the farthest sides.
  const rx = circle ? Math.hypot(far, farY) : far * Math.SQRT2;
  const ry = circle ? rx : farY * Math.SQRT2;
  return {
    tag: 'radialGradient',
    length: rx,
    open: (scale, spread) =>
      `<radialGradient id="ground" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="${round(scale)}" gradientTransform="translate(${round(cx)} ${round(cy)}) scale(${round(rx)} ${round(ry)})"${spread}>`,
  };
}

function centreOf(at: string): readonly [number, number] {
  let [x, y] = [0.5, 0.5];
  const numbers: number[] = [];
  for (const word of at.toLowerCase().split(/\s+/)) {
    if (word === 'left') x = 0;
    else if (word === 'right') x = 1;
    else if (word === 'top') y = 0;
    else if (word === 'bottom') y = 1;
    else if (word.endsWith('%')) numbers.push(Number.parseFloat(word) / 100);
  }
  return [(numbers[0] ?? x) * width, (numbers[1] ?? y) * height];
}

interface Stop {
  readonly color: string;
  readonly at: number;
}

function readStops(
  parts: readonly string[],
  length: number,
  under: string,
): readonly Stop[] | undefined {
  const found: { color: string; at: number | undefined }[] = [];
  for (const part of parts) {
    const [written = '', ...places] = splitTop(part, ' ').filter((piece) => piece !== '');
    const color = parseCssColor(written, under);
    if (color === undefined) return undefined;
    const at = places.map((place) => placeOf(place, length));
    for (const one of at.length > 0 ? at : [undefined]) found.push({ color, at: one });
  }
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return undefined;
  first.at ??= 0;
  last.at ??= 1;
  const stops: Stop[] = [];
  let before = 0;
  for (const [i, { color, at }] of found.entries()) {
    // Stops without a place share the way to the next one that has one; none goes back.
    const next = found.findIndex((stop, k) => k >= i && stop.at !== undefined);
    const target = found[next]?.at ?? 1;
    const here = at ?? before + (target - before) / (next - i + 1);
    before = Math.max(before, here);
    stops.push({ color, at: before });
  }
  return stops;
}

function placeOf(place: string, length: number): number | undefined {
  const number = Number.parseFloat(place);
  if (Number.isNaN(number)) return undefined;
  if (place.endsWith('%')) return number / 100;
  return place.endsWith('px') || number === 0 ? number / length : undefined;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
