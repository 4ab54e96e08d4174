import { type ComponentChild, h } from 'preact';

/** Code in cells up to this many characters stays on one line. */
const maximalUnbroken = 32;

/** Code in a table: identifiers do not break mid-word; long ones break behind `.`, `_` and `/`. */
export function cellCode(text: string): ComponentChild {
  if (text.length <= maximalUnbroken) return h('code', { class: 'no-cut' }, text);
  const pieces = text.split(/(?<=[./_])(?=[^./_])/);
  if (pieces.some((piece) => piece.length > maximalUnbroken)) return h('code', null, text);
  return h(
    'code',
    { class: 'dc-pieces' },
    pieces.flatMap((piece, index) => (index === 0 ? [piece] : [h('wbr', null), piece])),
  );
}

/** Code in a text: a browser breaks behind every hyphen, and an option without its dashes is another word. */
export function proseCode(text: string): ComponentChild {
  if (!text.includes('-')) return h('code', null, text);
  const pieces = text.split(/((?<![^\s([=|])--?[A-Za-z][\w-]{0,30}(?![\w-]))/);
  if (pieces.length === 1) return h('code', null, text);
  return h(
    'code',
    null,
    pieces.flatMap((piece, index) => {
      if (piece === '') return [];
      return [index % 2 === 1 ? h('span', { class: 'dc-option' }, piece) : piece];
    }),
  );
}
