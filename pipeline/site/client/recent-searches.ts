import { recall, remember } from './memory.ts';

const recentKey = 'searches';

/** What was searched before, the last first. */
export function recentSearches(): string[] {
  try {
    const known: unknown = JSON.parse(recall(recentKey) || '[]');
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string').slice(0, 6) : [];
  } catch {
    return [];
  }
}

/** Notes a search that found something. */
export function noteSearch(query: string): void {
  if (query === '') return;
  const others = recentSearches().filter((one) => one !== query);
  remember(recentKey, JSON.stringify([query, ...others].slice(0, 6)));
}

/** Forgets all of them. */
export function forgetSearches(): void {
  remember(recentKey, undefined);
}
