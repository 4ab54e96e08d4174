/** The blocks of an answer as they were drawn, by the element that shows them. */
const drawnBlocks = new WeakMap<HTMLElement, readonly string[]>();

/**
 * Puts the blocks of an answer that is being written into its element. Those that have not changed
 * stay: what is selected, focused or scrolled in them does too.
 */
export function putBlocks(node: HTMLElement, fresh: DocumentFragment): void {
  const before = drawnBlocks.get(node) ?? [];
  const blocks = [...fresh.children];
  // As drawn: code takes its colours later.
  const now = blocks.map(({ outerHTML }) => outerHTML);
  let same = 0;
  while (same < now.length && now[same] === before[same]) same++;
  for (const old of [...node.children].slice(same)) old.remove();
  node.append(...blocks.slice(same));
  drawnBlocks.set(node, now);
}
