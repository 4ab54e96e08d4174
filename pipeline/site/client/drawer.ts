import { addStyles } from './add-styles.ts';
import { styles } from './drawer.css';
import { glyph, shapes } from './element.ts';

/** Makes the dialog that the sidebar moves into while it is open, and returns what opens it. */
export function makeDrawer(link: HTMLAnchorElement, sidebar: HTMLElement): () => void {
  addStyles(styles);
  const dialog = document.createElement('dialog');
  dialog.className = 'dc-drawer';
  dialog.setAttribute('aria-label', link.getAttribute('aria-label') ?? 'Menu');
  const place = document.createComment('sidebar');
  dialog.append(closingBar(link, dialog));
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target as Element).closest('a')) dialog.close();
  });
  dialog.addEventListener('close', () => {
    place.replaceWith(sidebar);
    link.focus();
  });
  // A wider window shows the list next to the text again.
  matchMedia(`(min-width: ${sidebarWidth}px)`).addEventListener('change', () => dialog.close());
  document.body.append(dialog);
  return () => {
    if (dialog.open) return;
    sidebar.replaceWith(place);
    dialog.append(sidebar);
    dialog.showModal();
    const current = sidebar.querySelector<HTMLElement>('[aria-current="page"]');
    if (!current) return;
    dialog.scrollTop = 0;
    const top = current.getBoundingClientRect().top;
    if (top > dialog.clientHeight - 96) dialog.scrollTop = top - dialog.clientHeight / 3;
  };
}

function closingBar(link: HTMLAnchorElement, dialog: HTMLDialogElement): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'drawer-bar';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'dc-icon-button';
  close.setAttribute('aria-label', link.dataset.close ?? 'Close');
  close.append(glyph(shapes.close, 20));
  close.addEventListener('click', () => dialog.close());
  bar.append(close);
  return bar;
}
