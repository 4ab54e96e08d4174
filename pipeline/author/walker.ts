import type { Nodes } from 'mdast';
import type { ComponentChild, ComponentChildren } from 'preact';
import type { Place } from '../../schema/errors.ts';
import type { PageTree } from '../../schema/site.ts';

/** What is in sight at a place of a file. */
export interface Frame {
  readonly file: string;
  readonly format: 'mdx' | 'md';
  /** Properties of the snippet that the file is, as far as they are at hand: fences take them too. */
  readonly props: Readonly<Record<string, unknown>>;
}

/** Turns trees into elements of one page. Elements are lazy: components run when they are rendered. */
export interface Walker {
  /** `isPage` for the page's own tree: its footnotes follow. */
  tree(tree: PageTree, frame: Frame, isPage?: boolean): ComponentChildren;
  /** Some nodes of a tree. */
  nodes(nodes: readonly Nodes[], frame: Frame): ComponentChildren;
  /** An HTML element. */
  html(
    tag: string,
    props: Record<string, unknown>,
    children: ComponentChildren,
    place: Place | undefined,
  ): ComponentChild;
  /** A component of the site; the content of one that does not exist is shown without it. */
  component(
    name: string,
    props: Record<string, unknown>,
    children: ComponentChildren,
    at: { readonly frame: Frame; readonly place: Place | undefined },
  ): ComponentChild;
}
