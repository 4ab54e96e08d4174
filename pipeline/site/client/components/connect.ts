import { fresh } from './fresh.ts';

/** Opens the console of a WebSocket channel, which is loaded when a reader asks for it. */
export function startConnections(root: ParentNode): void {
  for (const button of fresh<HTMLButtonElement>(root, '.connect-open')) {
    button.addEventListener('click', async () => {
      const box = button.closest<HTMLElement>('.dc-connect');
      if (!box) return;
      button.setAttribute('aria-disabled', 'true');
      try {
        const { openConsole } = await import('./connect-console.ts');
        openConsole(box);
      } catch (fault) {
        // The network may be back the next time.
        button.removeAttribute('aria-disabled');
        console.error(fault);
      }
    });
  }
}
