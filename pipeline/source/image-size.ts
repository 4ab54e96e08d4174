/** Width and height in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Reads an image's size from its first bytes; undefined when it is none, or of a kind unknown here. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size =
      png(view) ?? gif(view) ?? webp(view) ?? jpeg(view) ?? avif(view) ?? bmp(view) ?? svg(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // Cut short or made up: a picture without a size is still a picture.
    return undefined;
  }
}

function png(view: DataView): ImageSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): ImageSize | undefined {
  if (ascii(view, 0, 4) !== 'GIF8') return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function bmp(view: DataView): ImageSize | undefined {
  if (ascii(view, 0, 2) !== 'BM' || view.getUint32(14, true) < 40) return undefined;
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

function webp(view: DataView): ImageSize | undefined {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return undefined;
  const kind = ascii(view, 12, 4);
  if (kind === 'VP8 ') {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return kind === 'VP8X' ? { width: three(24), height: three(27) } : undefined;
}

function jpeg(view: DataView): ImageSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let turned = false;
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (marker === 0xe1) turned = isTurned(view, at + 4, length);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const height = view.getUint16(at + 5);
      const width = view.getUint16(at + 7);
      return turned ? { width: height, height: width } : { width, height };
    }
    at += 2 + Math.max(2, length);
  }
  return undefined;
}

/** A camera held upright writes a lying picture and says so in its notes (Exif orientation 5 to 8). */
function isTurned(view: DataView, at: number, length: number): boolean {
  if (length < 16 || ascii(view, at, 4) !== 'Exif') return false;
  const start = at + 6;
  const little = ascii(view, start, 2) === 'II';
  const directory = start + view.getUint32(start + 4, little);
  if (directory + 2 > view.byteLength) return false;
  const count = Math.min(view.getUint16(directory, little), 64);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 10 > view.byteLength) return false;
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little) >= 5;
  }
  return false;
}

/** The picture's size stands in a box `ispe`; the largest one is the picture, others are parts of it. */
function avif(view: DataView): ImageSize | undefined {
  if (ascii(view, 4, 4) !== 'ftyp' || !/avif|avis|mif1|heic/.test(ascii(view, 8, 24))) {
    return undefined;
  }
  let best: ImageSize | undefined;
  const end = Math.min(view.byteLength - 16, 4096);
  for (let at = 0; at < end; at++) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (best === undefined || found.width > best.width) best = found;
  }
  return best;
}

function svg(bytes: Uint8Array): ImageSize | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, 8192));
  const tag = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(text)?.[0];
  if (tag === undefined) return undefined;
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  const value = (name: string) => {
    const found = attribute(name);
    return found?.[1] ?? found?.[2];
  };
  const width = pixels(value('width'));
  const height = pixels(value('height'));
  const box = value('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = box ?? [];
  if (width !== undefined && height !== undefined) return { width, height };
  if (!(boxWidth > 0 && boxHeight > 0)) return undefined;
  if (width !== undefined) return { width, height: (width * boxHeight) / boxWidth };
  if (height !== undefined) return { width: (height * boxWidth) / boxHeight, height };
  return { width: boxWidth, height: boxHeight };
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
};

function pixels(length: string | undefined): number | undefined {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '');
  const unit = units[(match?.[2] ?? '').toLowerCase()];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

function ascii(view: DataView, at: number, length: number): string {
  let text = '';
  for (let i = at; i < Math.min(at + length, view.byteLength); i++) {
    text += String.fromCharCode(view.getUint8(i));
  }
  return text;
}
