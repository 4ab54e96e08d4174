import { addStyles } from '../add-styles.ts';
import { word } from '../page-words.ts';
import { first, fresh } from './fresh.ts';
import { styles } from './image-zoom.css';

/** Pictures open large in a dialog; Escape, a click or scrolling closes it. */
export function startZoom(root: ParentNode): void {
  if (first('zoom')) addStyles(styles);
  for (const image of fresh<HTMLImageElement>(root, 'img[data-zoom]')) {
    if (image.closest('a, button, summary, .dc-card, .dc-tile, .dc-own-icon')) continue;
    image.tabIndex = 0;
    image.setAttribute('role', 'button');
    image.setAttribute(
      'aria-label',
      `${image.alt || word('image', 'Image')} (${word('enlarge', 'Enlarge')})`,
    );
    // A button is not for show, as a picture with an empty text says it is.
    if (!image.alt) image.removeAttribute('alt');
    image.classList.add('dc-zoomable');
    image.addEventListener('click', () => open(image));
    image.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      open(image);
    });
  }
}

function open(image: HTMLImageElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'dc-zoom';
  dialog.setAttribute('aria-label', image.alt || word('image', 'Image'));
  const large = document.createElement('img');
  large.src = image.currentSrc || image.src;
  large.alt = image.alt;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'zoom-close';
  close.setAttribute('aria-label', word('close', 'Close'));
  dialog.append(large, close);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('wheel', () => dialog.close(), { passive: true, once: true });
  dialog.addEventListener('close', () => {
    dialog.remove();
    image.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}
