import { escapeHtml } from '../../../schema/html.ts';
import { contrast } from '../themes/color.ts';
import { parseCssColor } from '../themes/css-color.ts';
import type { CardColors, CardFacts } from './card.ts';
import type { Face } from './face.ts';
import { type Ground, readGround } from './ground.ts';
import { cardSize } from './limits.ts';
import { clean, covers, fitted, heightOf, shortened, type TextBlock, wrapped } from './wrap.ts';

/** The fonts of a card; those of the site come before the built-in ones. */
export interface CardFaces {
  /** Value of `font-family`. */
  readonly family: string;
  readonly bold: readonly Face[];
  readonly regular: readonly Face[];
}

/** Contents of the files that a card shows. */
export interface CardPictures {
  readonly mark?: Uint8Array | undefined;
  readonly ground?: Uint8Array | undefined;
}

const { width, height } = cardSize;
const edge = 80;
const inner = width - 2 * edge;

/**
 * A card as SVG. A line with an unsupported character is left out: an image without its title still
 * shows the name of the site, a row of empty boxes shows nothing.
 */
export function drawCard(facts: CardFacts, faces: CardFaces, pictures: CardPictures): string {
  const { mark } = pictures;
  const own = ownGround(facts, pictures);
  const inks = own ? inksOn(own) : facts.colors;
  const pen: Pen = { facts, faces, inks, own: own !== undefined };
  const parts = [
    own?.svg ?? themeGround(facts.colors),
    facts.title === undefined ? siteParts(pen, mark) : pageParts(pen, facts.title, mark),
    facts.host ? line(pen, facts.host, { at: height - 62, size: 26, ink: inks.muted }) : '',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

interface Pen {
  readonly facts: CardFacts;
  readonly faces: CardFaces;
  readonly inks: CardColors;
  readonly own: boolean;
}

/** The theme's ground: a glow of the brand's colour and a grid that fades out. */
function themeGround({ bg, fill, line: hairline }: CardColors): string {
  const grid: string[] = [];
  for (let x = width - 24; x > 420; x -= 56) grid.push(`M${x} 0V${height}`);
  for (let y = 24; y < height; y += 56) grid.push(`M420 ${y}H${width}`);
  // The lines fade by their paint, and the glow covers no more than it reaches: a mask over all of it takes as long as the
  // rest of the card.
  return [
    '<defs>',
    glow('glow', fill, 0.3),
    `<radialGradient id="fade" gradientUnits="userSpaceOnUse" cx="${width}" cy="0" r="760"><stop offset="0" stop-color="${hairline}" stop-opacity=".9"/><stop offset="1" stop-color="${hairline}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="${bg}"/>`,
    `<path d="${grid.join('')}" stroke="url(#fade)" stroke-width="1.5" fill="none"/>`,
    `<rect x="${width - glowing}" width="${glowing}" height="${height}" fill="url(#glow)"/>`,
    `<rect y="${height - 12}" width="${width}" height="12" fill="${fill}"/>`,
  ].join('');
}

/** Pixels that a glow reaches, from the corner it is in. */
const glowing = 680;

function glow(id: string, color: string, opacity: number): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${width}" cy="0" r="${glowing}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset=".5" stop-color="${color}" stop-opacity="${opacity * 0.3}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
}

/** The ground that an author gave, if any. */
function ownGround(facts: CardFacts, { ground }: CardPictures): Ground | undefined {
  const { picture, background, colors } = facts;
  if (!picture || !ground) return background ? readGround(background, colors.bg) : undefined;
  const veil = `<rect width="${width}" height="${height}" fill="${colors.bg}" fill-opacity="${veiled}"/>`;
  return {
    svg: `<image width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${dataUrl(picture.path, ground)}"/>${veil}`,
    // An image can have any colour: text must contrast with the lightest and the darkest.
    colors: ['255 255 255', '0 0 0'].map(
      (rgb) => parseCssColor(`rgb(${rgb} / ${1 - veiled})`, colors.bg) ?? colors.bg,
    ),
  };
}

/** How much of a picture is covered by the theme's ground, so that any picture can be written on. */
const veiled = 0.6;

/** White or black text on an author's background, whichever contrasts with all of it. */
function inksOn(ground: Ground): CardColors {
  const worst = (ink: string) => Math.min(...ground.colors.map((color) => contrast(ink, color)));
  const [ink, paper] =
    worst('#ffffff') >= worst('#101010') ? ['#ffffff', '#101010'] : ['#101010', '#ffffff'];
  const bg = ground.colors[0] ?? paper;
  return { bg, heading: ink, muted: ink, accent: ink, fill: ink, onFill: paper, line: ink };
}

/** The site's mark, its name and what it is about. */
function siteParts(pen: Pen, mark: Uint8Array | undefined): string {
  const { facts, faces, inks } = pen;
  const wordmark = isWordmark(facts, mark);
  const name = clean(facts.name);
  const named = !wordmark && covers(faces.bold, name);
  const title = named
    ? fitted(name, faces.bold, { sizes: [104, 88, 72, 60], lines: 2, width: inner })
    : undefined;
  const about = paragraph(pen, facts.description, { size: 34, lines: 3, width: 940 });
  const [titleHeight, aboutHeight] = [heightOf(title), heightOf(about)];
  const picture = wordmark ? 104 : named ? 112 : 168;
  const gap = title ? 40 : 0;
  const total = picture + gap + titleHeight + (about ? 28 + aboutHeight : 0);
  let y = Math.round((height - (facts.host ? 52 : 12) - total) / 2);
  const out = [drawMark(pen, mark, { y, height: picture, widest: 720 })];
  y += picture + gap;
  if (title) out.push(block(pen, title, { y, ink: inks.heading, bold: true }));
  y += titleHeight + 28;
  if (about) out.push(block(pen, about, { y, ink: inks.muted }));
  return out.join('');
}

/** Whose page it is above; below its section, its title and what it is about. */
function pageParts(pen: Pen, written: string, mark: Uint8Array | undefined): string {
  const { facts, faces, inks } = pen;
  const titleText = clean(written);
  if (!covers(faces.bold, titleText)) return siteParts(pen, mark);
  const out = [drawMark(pen, mark, { y: 72, height: 60, widest: 420 })];
  const wordmark = isWordmark(facts, mark);
  const name = clean(facts.name);
  if (!wordmark && covers(faces.bold, name)) {
    const markWidth = mark && facts.mark ? (facts.mark.width / facts.mark.height) * 60 : 60;
    const text = shortened(name, faces.bold, 34, inner - markWidth - 24);
    out.push(
      line(pen, text, { at: 113, size: 34, ink: inks.heading, bold: true, from: markWidth + 22 }),
    );
  }
  const title = fitted(titleText, faces.bold, { sizes: [84, 72, 62, 54], lines: 3, width: inner });
  const section =
    facts.section && covers(faces.bold, clean(facts.section)) ? clean(facts.section) : '';
  const bottom = facts.host ? height - 124 : height - 84;
  // The space between the name above and the section, which is above the title.
  const room = bottom - heightOf(title) - 26 - (section ? 230 : 176);
  const about = paragraph(pen, facts.description, {
    size: 32,
    lines: Math.min(3, Math.floor(room / (32 * 1.4))),
    width: 980,
  });
  let y = bottom - heightOf(title) - (about ? 26 + heightOf(about) : 0);
  if (section) {
    const text = shortened(section, faces.bold, 30, inner);
    out.push(line(pen, text, { at: y - 16, size: 30, ink: inks.accent, bold: true }));
  }
  out.push(block(pen, title, { y, ink: inks.heading, bold: true }));
  y += heightOf(title) + 26;
  if (about) out.push(block(pen, about, { y, ink: inks.muted }));
  return out.join('');
}

/** Whether the site's picture is so wide that it says the name already. */
function isWordmark({ mark: facts }: CardFacts, mark: Uint8Array | undefined): boolean {
  return facts !== undefined && mark !== undefined && facts.width > facts.height * 2.2;
}

/** The site's picture, else its initial on the brand's colour. */
function drawMark(
  pen: Pen,
  mark: Uint8Array | undefined,
  box: { readonly y: number; readonly height: number; readonly widest: number },
): string {
  const { facts, inks, faces } = pen;
  if (mark && facts.mark) {
    const scale = Math.min(box.height / facts.mark.height, box.widest / facts.mark.width);
    const [w, h] = [facts.mark.width * scale, facts.mark.height * scale];
    const href = dataUrl(facts.mark.path, mark);
    const x = facts.direction === 'rtl' ? width - edge - w : edge;
    return `<image x="${round(x)}" y="${round(box.y + (box.height - h) / 2)}" width="${round(w)}" height="${round(h)}" href="${href}"/>`;
  }
  const size = box.height;
  const x = facts.direction === 'rtl' ? width - edge - size : edge;
  const tile = `<rect x="${x}" y="${box.y}" width="${size}" height="${size}" rx="${round(size * 0.26)}" fill="${inks.fill}"/>`;
  const [letter = ''] = [...clean(facts.name)];
  const upper = letter.toLocaleUpperCase();
  if (upper && covers(faces.bold, upper)) {
    return `${tile}<text x="${x + size / 2}" y="${round(box.y + size * 0.715)}" font-size="${round(size * 0.6)}" font-weight="700" text-anchor="middle" font-family="${escapeHtml(faces.family)}" fill="${inks.onFill}">${escapeHtml(upper)}</text>`;
  }
  // No face has the letter: lines of a page.
  const bar = (at: number, share: number) =>
    `<rect x="${round(x + size * 0.27)}" y="${round(box.y + size * at)}" width="${round(size * share)}" height="${round(size * 0.08)}" rx="${round(size * 0.04)}" fill="${inks.onFill}"/>`;
  return tile + bar(0.3, 0.46) + bar(0.46, 0.46) + bar(0.62, 0.28);
}

function dataUrl(path: string, content: Uint8Array): string {
  const end = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const type = end === 'svg' ? 'svg+xml' : end === 'jpg' ? 'jpeg' : end;
  return `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;
}

/** A description, when there is one that can be written. */
function paragraph(
  { faces }: Pen,
  text: string | undefined,
  { size, lines, width: widest }: { size: number; lines: number; width: number },
): TextBlock | undefined {
  const words = clean(text ?? '');
  if (lines < 1 || words === '' || !covers(faces.regular, words)) return undefined;
  return { lines: wrapped(words, faces.regular, size, widest, lines), size, leading: 1.4 };
}

interface Where {
  readonly ink: string;
  readonly bold?: boolean;
}

function block(pen: Pen, text: TextBlock, { y, ...where }: Where & { readonly y: number }): string {
  const { size, leading } = text;
  return text.lines
    .map((words, i) => line(pen, words, { at: y + size * (0.98 + i * leading), size, ...where }))
    .join('');
}

/** One line of text on its baseline, at the start edge of its direction. */
function line(
  { facts, faces }: Pen,
  text: string,
  { at, size, ink, bold, from = 0 }: Where & { at: number; size: number; from?: number },
): string {
  const words = clean(text);
  if (words === '' || !covers(bold ? faces.bold : faces.regular, words)) return '';
  const rtl = facts.direction === 'rtl';
  const x = rtl ? width - edge - from : edge + from;
  // The anchor follows the words' own direction, not the page's.
  const ownRtl = /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(words);
  const anchor = rtl === ownRtl ? '' : ' text-anchor="end"';
  const spacing = bold ? ` letter-spacing="${round(-0.022 * size)}"` : '';
  return `<text x="${round(x)}" y="${round(at)}" font-size="${size}" font-weight="${bold ? 700 : 400}" font-family="${escapeHtml(faces.family)}" fill="${ink}"${spacing}${anchor}>${escapeHtml(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
