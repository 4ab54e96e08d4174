import { setQuery } from '../place.ts';
import { useShortcuts } from '../shortcuts.ts';

/** The address of the same list with one row open. */
export function openAt(id: string): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.set('open', id);
  return `${pathname}?${query}`;
}

/** Keys for the next and previous row while one is open. */
export function useNextRow(ids: readonly string[], id: string): void {
  const step = (by: number) => {
    const next = ids[ids.indexOf(id) + by];
    // What is open within a row is of that row.
    if (next) setQuery({ open: next, change: undefined }, { replace: true });
  };
  useShortcuts([
    { keys: 'j', group: 'Lists', label: 'Next row', inDialog: true, run: () => step(1) },
    { keys: 'k', group: 'Lists', label: 'Previous row', inDialog: true, run: () => step(-1) },
  ]);
}
