/** Opens the sidebar in a dialog on small screens; without a script the link jumps to it. */
export function openDrawer(): void {
  const link = document.querySelector<HTMLAnchorElement>('.page-bar-menu');
  const sidebar = document.querySelector<HTMLElement>('.dc-sidebar');
  if (!link || !sidebar) return;
  let drawer: Promise<() => void> | undefined;
  const prepare = async () => {
    drawer ??= import('./drawer.ts').then(({ makeDrawer }) => makeDrawer(link, sidebar));
    try {
      return await drawer;
    } catch (fault) {
      drawer = undefined;
      console.error(fault);
    }
  };
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  // A finger or a pointer arrives before it presses.
  link.addEventListener('pointerenter', () => void prepare(), { once: true });
  link.addEventListener('keydown', (event) => {
    if (event.key === ' ') {
      event.preventDefault();
      link.click();
    }
  });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void prepare().then((open) => open?.());
  });
}
