import { type ComponentChild, cloneElement, h, isValidElement } from 'preact';

/**
 * What is in an element that was built, for a component that looks into its children or shows them without the element;
 * where there is not exactly one, what was built itself.
 */
export function builtChildren(html: string): ComponentChild | ComponentChild[] {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const [only, ...others] = Array.from(content.childNodes);
  const isOne = only instanceof Element && others.length === 0;
  const made = ownOnly(childrenOf(isOne ? only : content));
  return made.length > 1 ? made : made[0];
}

const blocks = /^(?:blockquote|h[1-6]|li|ol|p|pre|table|tr|ul)$/;

function childrenOf(parent: ParentNode): ComponentChild[] {
  return Array.from(parent.childNodes).flatMap((node): ComponentChild[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const attributes = Array.from(node.attributes, ({ name, value }) => [name, value] as const);
    const made = h(node.localName, Object.fromEntries(attributes), childrenOf(node));
    const before = node.previousSibling;
    // The words of two blocks are apart.
    const isApart = before instanceof Element && [before, node].every(isBlock);
    return isApart ? ['\n', made] : [made];
  });
}

function isBlock({ localName }: Element): boolean {
  return blocks.test(localName);
}

let contents = 0;

/** Elements that never take the place of those of another content; modules of the page start what comes onto it. */
function ownOnly(made: readonly ComponentChild[]): ComponentChild[] {
  const content = ++contents;
  const first = made.findIndex((child) => isValidElement(child));
  return made.map((child, i) =>
    isValidElement(child)
      ? cloneElement(child, { key: `${content}.${i}`, ...(i === first ? { ref: wake } : {}) })
      : child,
  );
}

function wake(shown: Element | null): void {
  shown?.parentElement?.dispatchEvent(new CustomEvent('docent:content', { bubbles: true }));
}
