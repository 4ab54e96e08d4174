import { describe, expect, test } from 'vitest';
import { contrast } from '../../../../pipeline/site/themes/color.ts';
import { calloutHues, makePalette, methodHues } from '../../../../pipeline/site/themes/palette.ts';

describe('makePalette', () => {
  test('gives the measured example of a green brand', () => {
    const light = makePalette('light', { primary: '#16A34A' });
    expect(light).toMatchObject({
      bg: '#ffffff',
      subtle: '#f6fbf6',
      code: '#f3f8f4',
      hover: '#eef3ee',
      active: '#e4f8e6',
      border: '#dce1dd',
      line: '#888d89',
      muted: '#5f6560',
      text: '#2d322e',
      heading: '#151a16',
      'accent-text': '#007e35',
      'accent-mark': '#0fa048',
      fill: '#008739',
      'on-fill': '#ffffff',
      'fill-hover': '#007832',
      'fill-pressed': '#00672a',
    });
    const dark = makePalette('dark', { primary: '#16A34A' });
    expect(dark).toMatchObject({
      bg: '#0f120f',
      subtle: '#151916',
      code: '#171a17',
      hover: '#1d201d',
      active: '#112b17',
      border: '#2b2e2b',
      line: '#666b67',
      muted: '#a0a6a1',
      text: '#dbe1dc',
      heading: '#f1f7f2',
      'accent-text': '#4bc76c',
      'accent-mark': '#16a34a',
    });
  });

  test('keeps every pair of colours readable for 5,832 brands in both modes', () => {
    const worst: Record<string, number> = {};
    const note = (name: string, value: number): void => {
      worst[name] = Math.min(worst[name] ?? 99, value);
    };
    for (let r = 0; r < 256; r += 15)
      for (let g = 0; g < 256; g += 15)
        for (let b = 0; b < 256; b += 15) {
          const primary = `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`;
          for (const mode of ['light', 'dark'] as const)
            measure(makePalette(mode, { primary }), note);
        }
    expect(worst.text).toBeGreaterThanOrEqual(9.5);
    expect(worst.heading).toBeGreaterThanOrEqual(13);
    expect(worst.muted).toBeGreaterThanOrEqual(5);
    expect(worst['accent-text']).toBeGreaterThanOrEqual(4.6);
    expect(worst['accent-mark']).toBeGreaterThanOrEqual(3);
    expect(worst.line).toBeGreaterThanOrEqual(3);
    expect(worst.ink).toBeGreaterThanOrEqual(4.6);
    expect(worst.fill).toBeGreaterThanOrEqual(4.5);
    expect(worst['fill-hover']).toBeGreaterThanOrEqual(4.5);
    expect(worst['fill-pressed']).toBeGreaterThanOrEqual(4.5);
  }, 120_000);
});

function measure(
  palette: Readonly<Record<string, string>>,
  note: (name: string, value: number) => void,
): void {
  const of = (name: string): string => palette[name] ?? '';
  const kinds = Object.keys(calloutHues);
  const grounds = ['bg', 'subtle', 'code', 'hover', 'active', ...kinds.map((k) => `${k}-bg`)];
  for (const name of ['text', 'heading', 'muted', 'accent-text', 'accent-mark'])
    for (const ground of grounds) note(name, contrast(of(name), of(ground)));
  for (const ground of ['bg', 'subtle', 'hover']) note('line', contrast(of('line'), of(ground)));
  for (const kind of [...kinds, ...Object.keys(methodHues)])
    for (const ground of [`${kind}-bg`, 'bg', 'subtle'])
      note('ink', contrast(of(`${kind}-ink`), of(ground)));
  for (const name of ['fill', 'fill-hover', 'fill-pressed'])
    note(name, contrast(of('on-fill'), of(name)));
}
