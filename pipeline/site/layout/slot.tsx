import type { JSX } from 'preact';
import type { NavNode } from '../../../schema/site.ts';
import { nodeId } from './audience.ts';
import { leavesOf, type View } from './view.ts';

/**
 * Stands for a row that the readers of a document may not know of. A server puts the row there for a
 * session that may read it (`members.tsx` makes the rows); in the file itself there is nothing to read.
 */
export function Slot({ view, node }: { view: View; node: NavNode }): JSX.Element | null {
  if (!view.config.auth.enabled || leavesOf(node).next().done) return null;
  return <li data-for={nodeId(view.site, node)} hidden />;
}

/** Where a server says how to sign in or out: the class of the link, and its words. */
export function SessionSlot({ view, link }: { view: View; link: string }): JSX.Element | null {
  if (!view.config.auth.enabled) return null;
  const { signIn, signOut } = view.labels;
  return <li data-session={`${link}|${signIn}|${signOut}`} hidden />;
}
