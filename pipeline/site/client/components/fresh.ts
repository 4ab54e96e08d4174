const seen = new WeakMap<Element, Set<string>>();

/**
 * Matching elements that were not returned before for this purpose: `enhance` may run again.
 * Elements in a closed part with `data-lazy` have to wait until that is opened.
 */
export function fresh<E extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): E[] {
  return [...root.querySelectorAll<E>(selector)].filter((element) => {
    if (element.parentElement?.closest('details[data-lazy]:not([open])')) return false;
    const purposes = seen.get(element) ?? new Set<string>();
    seen.set(element, purposes);
    if (purposes.has(selector)) return false;
    purposes.add(selector);
    return true;
  });
}

const once = new Set<string>();

/** Whether this is the first call for a name: listeners of the document are added once. */
export function first(name: string): boolean {
  if (once.has(name)) return false;
  once.add(name);
  return true;
}
