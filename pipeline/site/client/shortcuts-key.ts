import { isTyping } from './search.ts';

/** `?` shows the shortcuts. */
export function openShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.isComposing || isTyping(event.target)) return;
    event.preventDefault();
    void import('./shortcuts.ts').then(({ showShortcuts }) => showShortcuts());
  });
}
