import { describe, expect, test } from 'vitest';
import type { CardFacts } from '../../../../pipeline/site/social/card.ts';
import { drawCard } from '../../../../pipeline/site/social/draw.ts';
import { readFace } from '../../../../pipeline/site/social/face.ts';
import { readGround } from '../../../../pipeline/site/social/ground.ts';
import { loadFaces, rasterize } from '../../../../pipeline/site/social/raster.ts';
import { contrast } from '../../../../pipeline/site/themes/color.ts';
import { parseCssColor } from '../../../../pipeline/site/themes/css-color.ts';

const colors = {
  bg: '#ffffff',
  heading: '#151a16',
  muted: '#5f6560',
  accent: '#007e35',
  fill: '#008739',
  onFill: '#ffffff',
  line: '#dce1dd',
};
const facts: CardFacts = { name: 'Acme', direction: 'ltr', colors };
const faces = loadFaces();
const draw = (more: Partial<CardFacts>) => drawCard({ ...facts, ...more }, faces, {});
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('a card', () => {
  test('of the site has its initial, name, description and host', () => {
    const svg = draw({ description: 'What it does.', host: 'docs.acme.com' });
    expect(textsOf(svg)).toEqual(['A', 'Acme', 'What it does.', 'docs.acme.com']);
  });

  test('of a page has its section, title and description below the name', () => {
    const svg = draw({ title: 'Quick start', section: 'Start', description: 'In two minutes.' });
    expect(textsOf(svg)).toEqual(['A', 'Acme', 'Start', 'Quick start', 'In two minutes.']);
  });

  test('leaves a line away that no face can write, rather than showing boxes', () => {
    expect(textsOf(draw({ title: '快速开始', description: 'In two minutes.' }))).toEqual([
      'A',
      'Acme',
      'In two minutes.',
    ]);
    expect(textsOf(draw({ name: '文档', description: 'ابدأ هنا', host: 'docs.acme.com' }))).toEqual(
      ['docs.acme.com'],
    );
  });

  test('drops pictograms and marks of Markdown, and escapes the rest', () => {
    expect(textsOf(draw({ title: '🚀 Use `<Card>` & **more** ©' }))).toContain(
      'Use &lt;Card&gt; &amp; more ©',
    );
  });

  test('keeps long words and titles inside its edges', () => {
    const title = `${'Very'.repeat(60)} ${'long title '.repeat(40)}`;
    const svg = draw({ title, description: 'and a description '.repeat(40) });
    const lines = textsOf(svg);
    expect(lines.filter((line) => line?.endsWith('…'))).not.toHaveLength(0);
    for (const [, x, y] of svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(y)).toBeGreaterThan(60);
      expect(Number(y)).toBeLessThan(630);
    }
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"[^>]*>([^<]*)</g)];
    for (const [, size, text] of sizes) {
      expect(faces.bold[0]?.width(text ?? '', Number(size))).toBeLessThanOrEqual(1120);
    }
  });

  test('stands at the other edge for languages that are written from the right', () => {
    const svg = draw({ title: 'Quick start', direction: 'rtl' });
    expect(svg).toMatch(/<text x="1120"[^>]*text-anchor="end"[^>]*>Quick start</);
  });

  test('writes in white or black, whichever an author’s ground needs', () => {
    const inkOf = (background: string) =>
      /fill="(#\w+)"[^>]*>Quick start</.exec(draw({ title: 'Quick start', background }))?.[1];
    expect(inkOf('#101040')).toBe('#ffffff');
    expect(inkOf('linear-gradient(90deg, #fff, #ffe)')).toBe('#101010');
  });
});

describe('a picture behind the words', () => {
  const picture = { path: 'images/bg.svg', hash: 'h' };
  const plain = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${fill}"/></svg>`;
  const drawOn = (fill: string, bg: string) =>
    drawCard({ ...facts, title: 'Quick start', picture, colors: { ...colors, bg } }, faces, {
      ground: new TextEncoder().encode(plain(fill)),
    });

  test('covers the card below a veil of the theme', () => {
    const svg = drawOn('#ff0000', '#ffffff');
    expect(svg).toContain('preserveAspectRatio="xMidYMid slice" href="data:image/svg+xml;base64,');
    expect(svg.indexOf('<image')).toBeLessThan(svg.indexOf('fill-opacity'));
    expect(svg.indexOf('fill-opacity')).toBeLessThan(svg.indexOf('Quick start'));
  });

  test.each(['#ffffff', '#0b0d0b'])(
    'can be read on the lightest and the darkest picture over %s',
    (bg) => {
      const ink = /fill="(#\w+)"[^>]*>Quick start</.exec(drawOn('#000', bg))?.[1] ?? '';
      for (const pixel of ['0 0 0', '255 255 255']) {
        const under = parseCssColor(`rgb(${pixel} / 0.4)`, bg) ?? '';
        expect(contrast(ink, under)).toBeGreaterThan(4.5);
      }
    },
  );

  test('is drawn into the file', async () => {
    const [red, blue] = await Promise.all(
      ['#ff0000', '#0000ff'].map((fill) => rasterize(drawOn(fill, '#ffffff'), faces.files)),
    );
    expect(Buffer.from(red ?? []).equals(Buffer.from(blue ?? []))).toBe(false);
  });
});

describe('a ground', () => {
  test('is drawn from a colour', () => {
    expect(readGround('#0d9373', '#ffffff')?.svg).toBe(
      '<rect width="1200" height="630" fill="#0d9373"/>',
    );
  });

  test.each([
    ['linear-gradient(90deg, #fff, #000)', 'x1="0" y1="315" x2="1200" y2="315"'],
    ['linear-gradient(#fff, #000)', 'x1="600" y1="0" x2="600" y2="630"'],
    ['linear-gradient(to left, #fff, #000)', 'x1="1200" y1="315" x2="0" y2="315"'],
    ['radial-gradient(circle at top right, #fff, #000)', 'translate(1200 0)'],
  ])('is drawn from %s', (text, expected) => {
    expect(readGround(text, '#ffffff')?.svg).toContain(expected);
  });

  test('shares the way between stops that have no place', () => {
    const offsets = (text: string) =>
      [...(readGround(text, '#fff')?.svg ?? '').matchAll(/offset="([\d.]+)"/g)].map(([, at]) => at);
    expect(offsets('linear-gradient(red, blue, green)')).toEqual(['0', '0.5', '1']);
    expect(offsets('linear-gradient(red, blue 20%, green, white)')).toEqual([
      '0',
      '0.2',
      '0.6',
      '1',
    ]);
    expect(offsets('linear-gradient(red 0% 50%, blue)')).toEqual(['0', '0.5', '1']);
  });

  test('is nothing when a colour in it is unknown', () => {
    expect(
      readGround('linear-gradient(90deg, color-mix(in srgb, red, blue), #000)', '#ffffff'),
    ).toBeUndefined();
  });
});

describe('faces', () => {
  test('know their characters and widths', () => {
    const [face] = faces.regular;
    expect(face?.family).toBe('Inter');
    expect(['A', 'é', 'Я', 'Ω', '…'].every((character) => face?.has(character))).toBe(true);
    expect(face?.has('漢')).toBe(false);
    expect(face?.width('MM', 20)).toBeGreaterThan(face?.width('ii', 20) ?? 0);
  });

  test('are nothing where the bytes are none', () => {
    expect(readFace(Buffer.from('wOF2 and more bytes than a header has'))).toBeUndefined();
    expect(readFace(Buffer.from([0, 1, 0, 0, 0, 9]))).toBeUndefined();
    expect(readFace(Buffer.alloc(0))).toBeUndefined();
  });
});

test('a card becomes the same picture of 1200 × 630 every time', async () => {
  const svg = draw({ title: 'Quick start', host: 'docs.acme.com' });
  const [one, two] = await Promise.all([rasterize(svg, faces.files), rasterize(svg, faces.files)]);
  const png = Buffer.from(one);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.equals(Buffer.from(two))).toBe(true);
});
