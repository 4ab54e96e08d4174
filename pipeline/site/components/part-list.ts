import { type ComponentChildren, cloneElement, type VNode } from 'preact';
import { type Child, type Component, flatten, isMadeBy, type Props } from './component.ts';

/** What is in a component that is made of parts, such as steps. */
export interface Parts {
  /** What is ahead of the first part. */
  readonly before: readonly Child[];
  readonly parts: readonly Part[];
}

/** A part, or an interactive component of the author around some, with what follows up to the next one. */
export interface Part {
  readonly part: VNode<Props>;
  readonly after: readonly Child[];
}

/** Parts in order. What is between them is no part of its own, but no author means it to be lost. */
export function partsOf(children: readonly Child[], component: Component): Parts {
  const before: Child[] = [];
  const parts: { readonly part: VNode<Props>; readonly after: Child[] }[] = [];
  for (const child of children) {
    if (isMadeBy(child, component) || isAround(child, component)) {
      parts.push({ part: child, after: [] });
    } else {
      (parts.at(-1)?.after ?? before).push(child);
    }
  }
  return { before, parts };
}

/** The children, with parts in place of the interactive components around them. */
export function withoutIslands(children: ComponentChildren, component: Component): Child[] {
  return flatten(children).flatMap((child): Child[] =>
    isAround(child, component) ? withoutIslands(child.props.children, component) : [child],
  );
}

/** An interactive component around parts, with other elements for them. */
export function changeParts(
  island: VNode<Props>,
  component: Component,
  change: (part: VNode<Props>) => VNode,
): VNode {
  const children = flatten(island.props.children).map((child) => {
    if (isMadeBy(child, component)) return change(child);
    return isAround(child, component) ? changeParts(child, component, change) : child;
  });
  return cloneElement(island, {}, ...children);
}

/** Whether a child is an interactive component around parts. */
function isAround(child: Child, component: Component): child is VNode<Props> {
  return (
    typeof child === 'object' &&
    isBox(child) &&
    flatten(child.props.children).some(
      (inner) => isMadeBy(inner, component) || isAround(inner, component),
    )
  );
}

/** Whether an element is there for an interactive component of an author, or for what that shows. */
export function isBox({ type, props }: VNode<Props>): boolean {
  return type === 'docent-island' || type === 'docent-slot' || 'data-slot' in props;
}
