/** Opens the sidebar in a dialog on small screens; without a script the link jumps to it. */
export function openDrawer(): void {
  const link = document.querySelector<HTMLAnchorElement>('.page-bar-menu');
  const sidebar = document.querySelector<HTMLElement>('.sidebar');
  if (!link || !sidebar) return;
  let dialog: HTMLDialogElement | undefined;
  const place = document.createComment('sidebar');
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  link.addEventListener('keydown', (event) => {
    if (event.key === ' ') {
      event.preventDefault();
      link.click();
    }
  });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    dialog ??= makeDialog(link);
    sidebar.replaceWith(place);
    dialog.append(sidebar);
    dialog.showModal();
    const current = sidebar.querySelector<HTMLElement>('[aria-current="page"]');
    if (current) {
      dialog.scrollTop = 0;
      const top = current.getBoundingClientRect().top;
      if (top > dialog.clientHeight - 96) dialog.scrollTop = top - dialog.clientHeight / 3;
    }
  });

  function makeDialog(opener: HTMLAnchorElement): HTMLDialogElement {
    const made = document.createElement('dialog');
    made.className = 'drawer';
    made.setAttribute('aria-label', opener.getAttribute('aria-label') ?? 'Menu');
    const bar = document.createElement('div');
    bar.className = 'drawer-bar';
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'icon-button';
    close.setAttribute('aria-label', opener.dataset.close ?? 'Close');
    close.innerHTML =
      '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M6 6l12 12M18 6 6 18"/></svg>';
    close.addEventListener('click', () => made.close());
    bar.append(close);
    made.append(bar);
    made.addEventListener('click', (event) => {
      if (event.target === made) made.close();
      else if ((event.target as Element).closest('a')) made.close();
    });
    made.addEventListener('close', () => {
      if (sidebar) place.replaceWith(sidebar);
      opener.focus();
    });
    // A wider window shows the list next to the text again.
    matchMedia(`(min-width: ${sidebarWidth}px)`).addEventListener('change', () => made.close());
    document.body.append(made);
    return made;
  }
}
