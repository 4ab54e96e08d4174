import type { ContainerNode } from 'preact';

/**
 * The place of an element among its siblings, as a parent for Preact to draw in: it takes over this element, and leaves
 * alone those around it. A text without a character, which no rule of CSS sees, marks its end.
 */
export function placeOf(element: Element): ContainerNode {
  const end = document.createTextNode('');
  element.after(end);
  const insert = (node: Node, next: Node | null = null): Node => {
    end.parentNode?.insertBefore(node, next?.parentNode === end.parentNode ? next : end);
    return node;
  };
  const place = {
    nodeType: Node.ELEMENT_NODE,
    // Elements are made in the namespace of their parent.
    namespaceURI: element.parentElement?.namespaceURI,
    parentNode: element.parentNode,
    firstChild: element,
    childNodes: [element],
    contains: (node: Node | null) => node?.parentNode === end.parentNode,
    insertBefore: insert,
    appendChild: insert,
    removeChild: (node: Node) => end.parentNode?.removeChild(node),
  };
  return place as object as ContainerNode;
}
