/** Whether the browser renders the page before its link is clicked; not every browser knows the field. */
export function isPreparing(): boolean {
  return (document as { readonly prerendering?: boolean }).prerendering === true;
}

/** Whether the browser rendered or fetched the page before its link was clicked. */
export function wasPrepared(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return (
    isPreparing() ||
    (entry as { readonly deliveryType?: string } | undefined)?.deliveryType ===
      'navigational-prefetch'
  );
}

const waiting: (() => void)[] = [];

/**
 * Runs once the reader sees the page: not while the browser prepares it ahead of a click, and not
 * between the click and the first paint of a prepared page.
 */
export function whenShown(run: () => void): void {
  if (!isPreparing()) {
    run();
    return;
  }
  if (waiting.length === 0)
    document.addEventListener('prerenderingchange', awaitPaint, { once: true });
  waiting.push(run);
}

/** An animation frame is too early: the picture is drawn after it, on what may be the same processor. */
function awaitPaint(): void {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    for (const run of waiting.splice(0)) setTimeout(run);
  });
  observer.observe({ type: 'paint', buffered: true });
}

/**
 * Runs when a page appears that was ready before, prepared ahead or kept for going back: what the
 * reader chose on other pages meanwhile has to be read again.
 */
export function whenBack(run: () => void): void {
  if (isPreparing()) document.addEventListener('prerenderingchange', run, { once: true });
  addEventListener('pageshow', (event) => {
    if (event.persisted) run();
  });
}
