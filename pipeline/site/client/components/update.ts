import { fresh } from './fresh.ts';

/**
 * A filter over changelog entries; several tags narrow the list, and the selection is in the URL.
 */
export function startUpdates(root: ParentNode): void {
  const [bar] = fresh(root, '.update-filter');
  if (!bar) return;
  const entries = [...root.querySelectorAll<HTMLElement>('[data-update]')];
  const buttons = new Map(
    [...bar.querySelectorAll('button')].map((button) => [button.textContent ?? '', button]),
  );
  const chosen = new Set(
    (new URLSearchParams(location.search).get('tags') ?? '')
      .split(',')
      .filter((tag) => buttons.has(tag)),
  );
  for (const [tag, button] of buttons)
    button.addEventListener('click', () => {
      if (!chosen.delete(tag)) chosen.add(tag);
      apply();
    });
  apply();

  function apply(): void {
    for (const [tag, button] of buttons)
      button.setAttribute('aria-pressed', String(chosen.has(tag)));
    for (const entry of entries) {
      const tags = tagsOf(entry);
      entry.hidden = ![...chosen].every((tag) => tags.includes(tag));
    }
    const address = new URL(location.href);
    if (chosen.size > 0) address.searchParams.set('tags', [...chosen].join(','));
    else address.searchParams.delete('tags');
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  }
}

function tagsOf(entry: HTMLElement): string[] {
  return entry.dataset.tags?.split('\n').filter((tag) => tag !== '') ?? [];
}
