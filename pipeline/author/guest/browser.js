// What only a browser has: components that ask for it are drawn there.

const names = new Set(
  'window document navigator location history screen localStorage sessionStorage matchMedia getComputedStyle innerWidth innerHeight devicePixelRatio requestAnimationFrame setTimeout setInterval fetch XMLHttpRequest WebSocket performance crypto indexedDB caches Image Audio Event CustomEvent IntersectionObserver ResizeObserver MutationObserver HTMLElement Element Node DOMParser'.split(
    ' ',
  ),
);

/** Whether an error says that something is missing which a browser has. */
export function needsBrowser(error) {
  if (!(error instanceof ReferenceError)) return false;
  return names.has(/^'?([\w$]+)'? is not defined/.exec(String(error.message))?.[1]);
}

const guarded = /\btypeof\s+(?:window|document|navigator|localStorage)\b/;

/** Whether a component does something else where there is a browser: without one, it may show nothing. */
export function asksForBrowser(component) {
  return guarded.test(Function.prototype.toString.call(component));
}
