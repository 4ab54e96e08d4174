import { type ComponentChild, type ContainerNode, hydrate, options, type VNode } from 'preact';

/** Attributes in which elements are named, and those that refer to them. */
const naming = /^(?:id|for|htmlFor|name|list|aria-(?:controls|describedby|labelledby|owns))$/;

/**
 * Takes over what was built, with the names that elements have here: one that comes of chance, such as
 * `Math.random()`, was another one at build time, and handlers look for it. Hydration by itself leaves all attributes.
 */
export function hydrateNamed(shown: ComponentChild, place: ContainerNode): void {
  const { diffed } = options;
  options.diffed = (vnode) => {
    diffed?.(vnode);
    rename(vnode);
  };
  try {
    hydrate(shown, place);
  } finally {
    delete options.diffed;
    if (diffed) options.diffed = diffed;
  }
}

function rename({ type, props, __e: element }: VNode & { readonly __e?: Node | null }): void {
  if (typeof type !== 'string' || !(element instanceof Element)) return;
  for (const [key, value] of Object.entries(props)) {
    if (!naming.test(key) || typeof value !== 'string') continue;
    const name = key === 'htmlFor' ? 'for' : key;
    const built = element.getAttribute(name);
    // Those of `useId` agree with each other, and are others than those of the components around.
    if (built !== null && built !== value && !built.startsWith(':'))
      element.setAttribute(name, value);
  }
}
