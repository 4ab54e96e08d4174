import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageSize } from '../../../pipeline/source/image-size.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );
const zeros = (count: number) => new Array<number>(count).fill(0);
const exif = (orientation: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe1, 0, 34],
    'Exif\0\0MM',
    [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, ...zeros(6)],
    [0xff, 0xc0, 0, 17, 8, 0, 20, 0, 30, ...zeros(12)],
  );
const box = (type: string, ...content: Uint8Array[]) => {
  const inner = content.flatMap((part) => [...part]);
  return bytes([0, 0, 0, inner.length + 8], type, inner);
};
const ispe = (width: number, height: number) =>
  box('ispe', bytes(zeros(4), [0, 0, 0, width, 0, 0, 0, height]));
const svg = (attributes: string) => bytes(`<?xml version="1.0"?><svg ${attributes}><path/></svg>`);

describe('imageSize', () => {
  test.each([
    ['png', bytes([0x89], 'PNG\r\n\x1a\n', zeros(4), 'IHDR', [0, 0, 1, 0, 0, 0, 0, 200]), 256, 200],
    ['gif', bytes('GIF89a', [44, 1, 100, 0]), 300, 100],
    ['jpeg', exif(1), 30, 20],
    ['jpeg held upright', exif(6), 20, 30],
    ['webp', bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [9, 0, 0, 19, 0, 0]), 10, 20],
    ['lossy webp', bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [10, 0, 20, 0]), 10, 20],
    [
      'avif',
      bytes(
        [...box('ftyp', bytes('avif', zeros(4)))],
        [...box('meta', bytes(zeros(4)), box('iprp', box('ipco', ispe(2, 1), ispe(5, 6))))],
      ),
      5,
      6,
    ],
    ['svg', svg('width="24px" height=\'12\''), 24, 12],
    ['svg with a box', svg('viewBox="0 0 48 24" width="1in"'), 96, 48],
    ['svg of percents', svg('width="100%" height="100%" viewBox="0,0,3,4"'), 3, 4],
  ])('measures %s', (_, input, width, height) => {
    expect(imageSize(input)).toEqual({ width, height });
  });

  test('knows nothing of what is cut short, empty or no image, and never fails', () => {
    expect(imageSize(svg('stroke-width="2"'))).toBeUndefined();
    expect(imageSize(bytes('%PDF'))).toBeUndefined();
    const whole = exif(6);
    for (let length = 0; length < 50; length++) imageSize(whole.subarray(0, length));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (input) => void imageSize(input)));
  });
});
