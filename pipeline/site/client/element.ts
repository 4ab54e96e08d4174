type Child = Node | string | undefined | false;

/** Makes an element; texts become text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(attribute, '');
    else if (value !== undefined && value !== false) made.setAttribute(attribute, value);
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

/** An id that nothing on the page has. */
export function freeId(wanted: string): string {
  let id = wanted;
  while (document.getElementById(id)) id = `_${id}`;
  return id;
}

/** A drawing on a grid of 24, which says nothing that a text does not. */
export function glyph(path: string, size = 18): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    width: String(size),
    height: String(size),
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    class: 'dc-glyph',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** The drawings of the reader's services. */
export const shapes = {
  sparkle:
    'M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8L12 3ZM19 16l.8 2.2L22 19l-2.2.8L19 22l-.8-2.2L16 19l2.2-.8L19 16Z',
  chat: 'M4 5h16v11H10l-5 4v-4H4V5Z',
  bot: 'M5 9h14v10H5V9ZM12 9V5M9 13.5h.01M15 13.5h.01M10 17h4M12 4.5h.01M2.5 13v3M21.5 13v3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M5 12h13M12 6l6 6-6 6',
  stop: 'M7 7h10v10H7V7Z',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h10v11H9ZM15 9V4H5v11h4',
  retry: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
  up: 'M7 11v9H4v-9h3ZM7 11l4-7c1.6 0 2.4 1 2.2 2.6L12.8 9H18c1.4 0 2.2 1.2 1.9 2.5l-1.5 6.3c-.3 1.3-1.2 2.2-2.6 2.2H7',
  down: 'M17 13V4h3v9h-3ZM17 13l-4 7c-1.6 0-2.4-1-2.2-2.6l.4-2.4H6c-1.4 0-2.2-1.2-1.9-2.5L5.6 6.2C5.9 4.9 6.8 4 8.2 4H17',
  mail: 'M3 6h18v12H3V6ZM3.5 7l8.500 6 8.500-6',
  file: 'M6 3h8l4 4v14H6V3ZM14 3v4h4M9 12h6M9 16h6',
} as const;
