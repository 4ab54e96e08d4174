import { copyFrom } from '../components/announce.ts';
import { element, glyph, shapes } from '../element.ts';
import type { PlayWords } from './words.ts';

/** A button that copies a text as it is when the button is pressed. */
export function copyButton(text: () => string, { api }: PlayWords): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'dc-icon-button', 'aria-label': api.copyCode, title: api.copyCode },
    glyph(shapes.copy, 16),
  );
  button.addEventListener('click', () => void copyFrom(button, text()));
  return button;
}
