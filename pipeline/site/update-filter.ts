import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { UpdateEntry } from '../../schema/site.ts';
import { UpdateFilter } from './components/update-filter.tsx';

/**
 * Puts the filter of a changelog before its first entry. All tags are known only behind the last entry, and
 * a filter that a script adds would move the entries down while they are read.
 */
export function withUpdateFilter(
  html: string,
  updates: readonly UpdateEntry[],
  label: string,
): string {
  if (updates.length === 0) return html;
  const at = html.search(/<section class="update dc-update[ "]/);
  if (at < 0) return html;
  return html.slice(0, at) + renderToString(h(UpdateFilter, { updates, label })) + html.slice(at);
}
