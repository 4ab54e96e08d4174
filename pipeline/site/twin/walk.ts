import type { Root } from 'mdast';
import { type ComponentChildren, Fragment, type VNode } from 'preact';
import type { Component, Props } from '../components/component.ts';
import type { PageContext } from '../components/page-context.ts';
import { tagOf } from '../elements.tsx';
import { twinComponents } from './components.ts';
import { addElement } from './elements.ts';
import { blocksOf, lineOf, type Node } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

/**
 * The tree of a page's Markdown twin: what the page says, from the same elements as its HTML, before
 * its components draw them.
 */
export function twinTree(page: PageContext, content: ComponentChildren): Root {
  const nodes = (children: unknown): Node[] => {
    const out: Node[] = [];
    add(walk, children, out);
    return out;
  };
  const walk: TwinWalk = {
    page,
    nodes,
    blocks: (children) => blocksOf(nodes(children)),
    line: (children) => lineOf(nodes(children)),
  };
  return { type: 'root', children: walk.blocks(content) };
}

function add(walk: TwinWalk, child: unknown, out: Node[]): void {
  if (typeof child === 'string') {
    if (child !== '') out.push({ type: 'text', value: child });
  } else if (typeof child === 'number' || typeof child === 'bigint') {
    out.push({ type: 'text', value: String(child) });
  } else if (Array.isArray(child)) {
    let isAfterBox = false;
    for (const one of child) {
      // What styles set apart is apart in words as well.
      const isBox = typeof one === 'object' && one !== null && hasClass(one);
      if (isBox && isAfterBox) out.push({ type: 'text', value: ' ' });
      add(walk, one, out);
      isAfterBox = isBox;
    }
  } else if (typeof child === 'object' && child !== null) {
    const { type, props } = child as VNode<Props>;
    if (type === Fragment) add(walk, props.children, out);
    else if (typeof type === 'string') addElement(walk, type, props, out);
    else {
      const tag = tagOf(type as Component);
      if (tag !== undefined) addElement(walk, tag, props, out);
      else {
        const make = twinComponents.get(type as Component);
        if (make) for (const node of make(walk, props)) out.push(node);
      }
    }
  }
}

/** Whether it is an element with a class of the author's. */
function hasClass({ type, props }: VNode<Props>): boolean {
  if (typeof type !== 'function' || (props.class ?? props.className) === undefined) return false;
  return tagOf(type as Component) !== undefined;
}
