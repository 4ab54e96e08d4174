import type { TwinPlaces } from '../../../schema/twin-places.ts';

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
    const twin = fetch(button.dataset.copy ?? '').then((response) =>
      response.ok ? response.text() : Promise.reject(new Error(String(response.status))),
    );
    const text = twin.then(withChoices);
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

/** The Markdown as the page shows it to this reader. Only pages with variables load what is needed for it. */
async function withChoices(twin: string): Promise<string> {
  const places = document.querySelector('body > script.twin-places')?.textContent;
  if (!places) return twin;
  const { withChosenValues } = await import('./chosen-values.ts');
  return withChosenValues(twin, JSON.parse(places) as TwinPlaces);
}
