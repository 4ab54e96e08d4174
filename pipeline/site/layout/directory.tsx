import type { JSX } from 'preact';
import { type DirectoryEntry, directoryOf } from '../directory.ts';
import { Html } from './markup.tsx';
import { external } from './tabs.tsx';
import type { View } from './view.ts';

/** What is in the group that the page is the root of, if the navigation asks for it. */
export function Directory({ view }: { view: View }): JSX.Element | null {
  const directory = directoryOf(view.page, view.site);
  if (directory === undefined) return null;
  const { group, entries } = directory;
  const leaves = entries.filter(isLeaf);
  return (
    <nav class="prose dc-prose" aria-label={group.label || view.page.title}>
      {group.directory === 'card' ? (
        <div class="columns dc-columns dc-columns-2">
          {entries.map((entry) => (
            <EntryCard key={entry.label} view={view} entry={entry} />
          ))}
        </div>
      ) : (
        <>
          {leaves.length > 0 && <EntryList view={view} entries={leaves} />}
          <div class="accordion-group">
            {entries
              .filter((entry) => !isLeaf(entry))
              .map((entry) => (
                <details class="accordion dc-accordion" key={entry.label}>
                  <summary>
                    <Icon view={view} entry={entry} class="dc-icon" />
                    <span class="dc-accordion-title">{entry.label}</span>
                  </summary>
                  <EntryList view={view} entries={entry.entries} class="dc-accordion-content" />
                </details>
              ))}
          </div>
        </>
      )}
    </nav>
  );
}

function isLeaf({ entries }: DirectoryEntry): boolean {
  return entries.length === 0;
}

interface EntryProps {
  readonly view: View;
  readonly entry: DirectoryEntry;
}

function EntryCard({ view, entry }: EntryProps): JSX.Element {
  const href = addressOf(view, entry);
  return (
    <a class="card dc-card" href={href} {...external(href)}>
      <Icon view={view} entry={entry} class="dc-card-icon dc-icon" />
      <div class="dc-card-body">
        <p class="dc-card-title">{entry.label}</p>
        {entry.description && <div class="dc-card-text">{entry.description}</div>}
      </div>
    </a>
  );
}

function EntryList(props: {
  readonly view: View;
  readonly entries: readonly DirectoryEntry[];
  readonly class?: string;
}): JSX.Element {
  return (
    <ul {...(props.class ? { class: props.class } : {})}>
      {props.entries.map((entry) => {
        const href = addressOf(props.view, entry);
        return (
          <li key={entry.label}>
            <a href={href} {...external(href)}>
              {entry.label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Icon({ view, entry, class: name }: EntryProps & { readonly class: string }) {
  const { icon, iconType: type } = entry;
  const html = icon && view.icon(icon, { size: 20, ...(type ? { type } : {}) });
  return html ? <Html class={name} html={html} /> : null;
}

function addressOf(view: View, { target }: DirectoryEntry): string {
  return 'page' in target ? view.address(target.page) : view.link(target.href);
}
