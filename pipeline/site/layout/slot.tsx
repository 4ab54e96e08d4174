import type { JSX } from 'preact';
import type { NavNode } from '../../../schema/site.ts';
import { nodeId } from './audience.ts';
import { leavesOf, type View } from './view.ts';

/**
 * A placeholder for an entry that not all readers of a document may see. A server inserts the entry
 * for a session that may see it (`members.tsx` renders the entries); the file itself does not
 * contain it.
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
