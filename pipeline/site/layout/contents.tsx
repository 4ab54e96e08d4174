import type { JSX } from 'preact';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { escapeHtml } from '../../../schema/html.ts';
import type { ContentsEntry } from '../../../schema/site.ts';
import { headingLevels } from '../heading-levels.ts';
import { ownTitle } from './own-title.ts';
import type { View } from './view.ts';

/** Entries of the contents list, without the title of the page. */
export function contentsOf(view: View): readonly ContentsEntry[] {
  const title = ownTitle(view)?.id;
  const entries = view.body.contents.filter(({ id }) => escapeHtml(id) !== title);
  return entries.length > 1 || (entries.length === 1 && view.body.html.length > 8000)
    ? entries
    : [];
}

/** The links of "On this page". */
export function ContentsList({ view, id }: { view: View; id?: string }): JSX.Element {
  const entries = contentsOf(view);
  const levels = headingLevels(entries);
  return (
    <ul class="contents-list" {...(id ? { id } : {})}>
      {entries.map((entry, i) => (
        <li
          key={entry.id}
          class={`${id ? 'toc-item' : ''}${levels[i] && entry.depth > 2 ? ' contents-deep' : ''}`.trim()}
          {...(id ? { 'data-depth': levels[i] } : {})}
        >
          <a href={`#${encodeUriPart(entry.id)}`} {...entry.language}>
            {entry.text}
          </a>
        </li>
      ))}
    </ul>
  );
}
