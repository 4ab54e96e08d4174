import { keepSidebar } from './sidebar.ts';

/** Milliseconds on a link that a pointer which only crosses it does not take. */
const rest = 30;

/**
 * Marks the link that the reader is about to open. The page's speculation rules prepare a marked link
 * at once: by themselves browsers wait a fifth of a second, and the page is not ready at the click.
 */
export function markNearLink(): void {
  let near: Element | undefined;
  let over: Element | null = null;
  let timer = 0;
  const mark = (): void => {
    clearTimeout(timer);
    if (!over || over === near) return;
    // One page at a time: another marked link ends the preparation of the one before.
    keepSidebar(over);
    near?.removeAttribute('data-near');
    near = over;
    near.setAttribute('data-near', '');
  };
  const follow = ({ target }: Event): void => {
    const link = (target as Element).closest('a');
    if (link === over) return;
    over = link;
    clearTimeout(timer);
    timer = window.setTimeout(mark, rest);
  };
  document.addEventListener('pointerover', follow);
  document.addEventListener('focusin', follow);
  document.addEventListener('pointerdown', mark);
  if (HTMLScriptElement.supports?.('speculationrules')) skipFades();
}

/** A prepared page can be shown at once; drawing both pages for a fade takes longer than loading took. */
function skipFades(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('@view-transition{navigation:none}');
  document.adoptedStyleSheets.push(sheet);
}
