import type { Definition, FootnoteDefinition, Nodes } from 'mdast';
import type { ComponentChild } from 'preact';
import type { Authors } from '../author/authors.ts';
import type { Frame } from '../author/walker.ts';
import type { PageContext } from './components/page-context.ts';
import type { Footnotes } from './footnotes.ts';

/** A page while its trees are walked. */
export interface Walk {
  readonly page: PageContext;
  readonly authors: Authors;
  readonly notes: Footnotes;
  /** What links of the current tree may refer to. */
  definitions: ReadonlyMap<string, Definition>;
  footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Code in a cell of a table breaks at other places than code in a text. */
  isInCell: boolean;
  /** The elements of nodes next to each other. */
  readonly flow: (nodes: readonly Nodes[], frame: Frame) => ComponentChild[];
}
