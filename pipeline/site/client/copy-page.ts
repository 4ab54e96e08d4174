const started = new WeakSet<Element>();

/** Copies the page as Markdown from its twin. */
export function copyPage(): void {
  const button = document.querySelector<HTMLElement>('.copy-page');
  const word = button?.querySelector<HTMLElement>('.copy-text');
  if (!button || !word || started.has(button)) return;
  started.add(button);
  const before = word.textContent;
  word.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    const text = import('./copied-page.ts').then(({ copiedPage }) =>
      copiedPage(button.dataset.copy ?? ''),
    );
    try {
      // A promise inside the item keeps the press that allows copying alive while the text loads.
      const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } catch {
      try {
        await navigator.clipboard.writeText(await text);
      } catch {
        location.href = button.dataset.copy ?? location.href;
        return;
      }
    }
    word.textContent = button.dataset.copied ?? before;
    setTimeout(() => {
      word.textContent = before;
    }, 2000);
  });
}
