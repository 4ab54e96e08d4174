import { disableTypes, imageSize as rasterSize } from 'image-size';

/** Width and height in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

// Its reader of SVG knows neither commas in a view box nor fractions of a pixel.
disableTypes(['svg']);

/** Reads an image's size from its bytes; undefined when it is none, or of a kind unknown here. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  try {
    const size = svg(bytes) ?? raster(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // Cut short or made up: a picture without a size is still a picture.
    return undefined;
  }
}

function raster(bytes: Uint8Array): ImageSize {
  const { width, height, orientation = 1, images } = rasterSize(bytes);
  // Smaller images of the same file are parts of the largest one, or previews.
  const largest = images?.reduce((best, image) => (image.width > best.width ? image : best));
  // A camera held upright writes a picture lying on its side, with a note about it.
  return orientation >= 5 ? { width: height, height: width } : (largest ?? { width, height });
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
