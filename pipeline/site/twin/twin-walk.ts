import type { BlockContent, PhrasingContent } from 'mdast';
import type { PageContext } from '../components/page-context.ts';
import type { Node } from './nodes.ts';

/** Turns elements of a page into nodes of its twin. */
export interface TwinWalk {
  readonly page: PageContext;
  readonly nodes: (children: unknown) => Node[];
  readonly blocks: (children: unknown) => BlockContent[];
  /** All of it on one line. */
  readonly line: (children: unknown) => PhrasingContent[];
}
