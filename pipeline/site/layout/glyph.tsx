import type { JSX } from 'preact';

// Drawn for this shell on a grid of 24; a stroke of 2, round ends.
const shapes = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  external: 'M8 6h10v10M18 6 6.5 17.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 12h17M12 3c3 2.5 3.5 6 3.5 9S15 18.5 12 21c-3-2.5-3.5-6-3.5-9S9 5.5 12 3Z',
  copy: 'M9 9h10v11H9ZM15 9V4H5v11h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  flag: 'M5 21V4h13l-3 4 3 4H5',
  warning: 'M12 4 2.5 20h19L12 4ZM12 10v4.5M12 17.5h.01',
  file: 'M6 3h8l4 4v14H6V3ZM14 3v4h4M9 12h6M9 16h6',
  feed: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M5.5 18.5h.01',
  chat: 'M4 5h16v11h-8.5L7 20v-4H4V5Z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0V8ZM12 17v4',
} as const;

export type GlyphName = keyof typeof shapes;

/** A small drawing of the shell; never says anything that a text does not. */
export function Glyph({ name, size = 16 }: { name: GlyphName; size?: number }): JSX.Element {
  return (
    <svg
      class={`dc-glyph glyph-${name}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
