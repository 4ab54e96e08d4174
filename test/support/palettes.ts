import { expect } from 'vitest';
import { contrast } from '../../pipeline/site/themes/color.ts';
import { calloutHues, type Palette } from '../../pipeline/site/themes/palette.ts';

/** Every 15th step of red, green and blue: 5,832 colours of brands. */
export function* brands(): Generator<string> {
  for (let r = 0; r < 256; r += 15)
    for (let g = 0; g < 256; g += 15)
      for (let b = 0; b < 256; b += 15)
        yield `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}

/** The lowest contrast of each kind of colour in any of the palettes. */
export function worstOf(palettes: Iterable<Palette>): Readonly<Record<string, number>> {
  const worst: Record<string, number> = {};
  for (const palette of palettes) {
    measure(palette, (name, value) => {
      worst[name] = Math.min(worst[name] ?? 99, value);
    });
  }
  return worst;
}

/** Fails where a colour is not as readable as its kind has to be. */
export function expectReadable(worst: Readonly<Record<string, number>>): void {
  for (const [name, least] of Object.entries(leasts))
    expect(worst[name], name).toBeGreaterThanOrEqual(least);
}

const leasts = {
  text: 9.5,
  heading: 13,
  muted: 5,
  'accent-text': 4.6,
  'accent-mark': 3,
  line: 3,
  ink: 4.6,
  fill: 4.5,
  'fill-hover': 4.5,
  'fill-pressed': 4.5,
} as const;

function measure(palette: Palette, note: (name: string, value: number) => void): void {
  const of = (name: string): string => palette[name] ?? '';
  const kinds = Object.keys(calloutHues);
  const grounds = ['bg', 'subtle', 'code', 'hover', 'active', ...kinds.map((k) => `${k}-bg`)];
  for (const name of ['text', 'heading', 'muted', 'accent-text', 'accent-mark'])
    for (const ground of grounds) note(name, contrast(of(name), of(ground)));
  for (const ground of ['bg', 'subtle', 'hover']) note('line', contrast(of('line'), of(ground)));
  for (const kind of kinds)
    for (const ground of [`${kind}-bg`, 'bg', 'subtle'])
      note('ink', contrast(of(`${kind}-ink`), of(ground)));
  for (const name of ['fill', 'fill-hover', 'fill-pressed'])
    note(name, contrast(of('on-fill'), of(name)));
}
