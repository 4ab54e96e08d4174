import { word } from '../page-words.ts';
import { fresh } from './fresh.ts';

/**
 * A filter over changelog entries; several tags narrow the list, and the selection is in the URL.
 */
export function startUpdates(root: ParentNode): void {
  const entries = [...root.querySelectorAll<HTMLElement>('[data-update]')];
  const [head] = fresh(root, '[data-update]');
  if (!head || head !== entries[0]) return;
  const all = [...new Set(entries.flatMap(tagsOf))];
  if (all.length < 2) return;
  const chosen = new Set(
    (new URLSearchParams(location.search).get('tags') ?? '')
      .split(',')
      .filter((tag) => all.includes(tag)),
  );
  const bar = document.createElement('div');
  bar.className = 'update-filter';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', word('filterByTag'));
  for (const tag of all) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'badge badge-gray';
    button.textContent = tag;
    button.addEventListener('click', () => {
      if (!chosen.delete(tag)) chosen.add(tag);
      apply();
    });
    bar.append(button);
  }
  head.before(bar);
  apply();

  function apply(): void {
    for (const button of bar.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(chosen.has(button.textContent ?? '')));
    }
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
