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

/**
 * Runs once the reader sees the page: not while the browser prepares it ahead of a click, and not
 * between the click and the first paint of a prepared page.
 */
export function whenShown(run: () => void): void {
  if (isPreparing()) {
    shown ??= firstPaint();
    void shown.then(run);
  } else run();
}

let shown: Promise<void> | undefined;

/** An animation frame is too early: the picture is drawn after it, on what may be the same processor. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const wait = (): void =>
      new PerformanceObserver((list, observer) => {
        if (list.getEntriesByName('first-contentful-paint').length === 0) return;
        observer.disconnect();
        setTimeout(resolve);
      }).observe({ type: 'paint', buffered: true });
    document.addEventListener('prerenderingchange', wait);
  });
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
