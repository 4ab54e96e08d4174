/** Milliseconds that a pointer rests on a link before browsers prepare its page. */
const rest = 200;

interface PageSwap extends Event {
  readonly viewTransition?: { readonly skipTransition: () => void } | null;
}

/**
 * Skips the fade to a page that the browser has probably prepared: it can be shown at once, and
 * drawing both pages for the fade takes longer than loading took.
 */
export function skipFade(): void {
  let link: Element | null = null;
  let since = 0;
  document.addEventListener('pointerover', (event) => {
    const next = (event.target as Element).closest('a');
    if (next !== link) since = event.timeStamp;
    link = next;
  });
  addEventListener('pageswap', (event: PageSwap) => {
    if (link && event.timeStamp - since > rest) event.viewTransition?.skipTransition();
  });
}
