/** Opens the search from its button, from `/` and from Cmd or Ctrl with the site's own key. */
export function openSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.dc-search-button');
  if (!button) return;
  const hotkey = button.dataset.hotkey ?? 'k';
  const isApple = /mac|iphone|ipad/i.test(navigator.platform);
  const key = button.querySelector('.search-key');
  if (key && isApple) key.textContent = `⌘ ${hotkey.toUpperCase()}`;
  button.setAttribute(
    'aria-keyshortcuts',
    `${isApple ? 'Meta' : 'Control'}+${hotkey.toUpperCase()} /`,
  );

  // The dialog is loaded only when the reader is about to search.
  let dialog: Promise<{ readonly toggle: (typed?: string) => void }> | undefined;
  const prepare = () => {
    dialog ??= Promise.all([
      import('./search-dialog.ts'),
      import('./words.ts').then(({ loadWords }) => loadWords(document.documentElement.lang)),
    ]).then(([{ createDialog }, words]) => createDialog(button, words));
    return dialog;
  };
  const toggle = () => {
    // What is typed before it is there is not lost.
    let typed = '';
    const keep = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      typed += event.key;
      event.preventDefault();
    };
    document.addEventListener('keydown', keep, true);
    prepare()
      .then(
        ({ toggle }) => toggle(typed),
        (fault) => {
          dialog = undefined;
          console.error(fault);
          loadAgain();
        },
      )
      .finally(() => document.removeEventListener('keydown', keep, true));
  };
  button.addEventListener('pointerenter', () => void prepare().catch(() => {}), { once: true });
  button.addEventListener('click', toggle);
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || event.shiftKey) return;
    // Buttons of an author send Cmd with the key on every system.
    const wanted =
      event.metaKey || event.ctrlKey
        ? (event.metaKey || !isApple) && event.key.toLowerCase() === hotkey
        : event.key === '/' && !isTyping(event.target);
    if (!wanted) return;
    event.preventDefault();
    toggle();
  });
}

/** A static host keeps no scripts of earlier deployments: the page is loaded again, if the host can be reached. */
function loadAgain(): void {
  fetch(location.href).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  );
}

/** In a field a key is a letter, and in another dialog the search has no place. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog[open]',
    ) !== null
  );
}
