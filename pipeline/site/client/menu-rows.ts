import { offerAgents } from './mcp.ts';
import { fillOwnAddress } from './own-address.ts';

/** Completes the rows of the page's menu that were left open at build, and shows those that work. */
export function completeRows(): void {
  fillOwnAddress(show);
  offerAgents(show);
}

/** Shows a row, and the menu that it is in. */
function show(row: HTMLElement): void {
  row.hidden = false;
  row.closest('.dc-menu')?.removeAttribute('hidden');
}
