import { copyFrom } from './components/announce.ts';
import { findRuntime } from './runtime.ts';

/** Shows the rows of the page's menu that a server answers, where there is one that does. */
export function offerAgents(showRow: (row: HTMLElement) => void): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-needs-mcp]')];
  if (rows.length === 0) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-copy-address]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      void copyFrom(link, link.href);
    });
  }
  void findRuntime().then((runtime) => {
    const answers = runtime !== undefined && 'mcp' in runtime && runtime.mcp === true;
    if (answers) for (const row of rows) showRow(row);
  });
}
