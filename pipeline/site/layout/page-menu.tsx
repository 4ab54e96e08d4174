import type { JSX } from 'preact';
import { type ContextualRow, contextualRows } from './contextual.ts';
import { Glyph } from './glyph.tsx';
import { markdownAddress } from './head.tsx';
import { Html } from './markup.tsx';
import { external } from './tabs.tsx';
import type { View } from './view.ts';

/** Shown by `mcp.ts` of the client, once a server says that it is there. */
const needsServer = { hidden: true, 'data-needs-mcp': '' };

/** Copying the page, and what else can be done with its Markdown. */
export function PageMenu({ view }: { view: View }): JSX.Element | null {
  const rows = contextualRows(view);
  if (rows.length === 0) return null;
  // What may stay hidden is never the button itself.
  const first = rows.find((row) => !row.needsServer);
  const rest = rows.filter((row) => row !== first);
  const main =
    first &&
    (first.copies === 'text' ? (
      <button
        type="button"
        class="quiet-button copy-page needs-js"
        data-copy={markdownAddress(view)}
        data-copied={view.labels.copied}
      >
        <Glyph name="copy" size={15} />
        <span class="copy-text">{first.title}</span>
      </button>
    ) : (
      <a class="quiet-button" href={first.href} {...external(first.href)}>
        {first.title}
      </a>
    ));
  return (
    <div class="page-menu">
      {main}
      {rest.length > 0 && (
        <details class="menu" {...(rest.every((row) => row.needsServer) ? needsServer : {})}>
          <summary class="quiet-button quiet-more" aria-label={view.labels.menu}>
            <Glyph name="down" size={14} />
          </summary>
          <ul class="menu-list menu-end">
            {rest.map((row) => (
              <li key={row.title} {...(row.needsServer ? needsServer : {})}>
                <a href={row.href} {...pressed(row, view)}>
                  <RowIcon row={row} view={view} />
                  <span>
                    <span class="copy-text">{row.title}</span>
                    {row.description && <small>{row.description}</small>}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function RowIcon({ row: { icon }, view }: { row: ContextualRow; view: View }): JSX.Element | null {
  if (!icon) return null;
  return 'glyph' in icon ? (
    <span class="icon">
      <Glyph name={icon.glyph} />
    </span>
  ) : (
    <Html class="icon" html={view.icon(icon.name)} />
  );
}

/** What a row of the menu does; without scripts, it is a link to what would be copied. */
function pressed({ copies, href }: ContextualRow, { labels }: View): Record<string, string> {
  if (copies === 'address') return { class: 'menu-row', 'data-copy-address': '' };
  if (copies !== 'text') return { class: 'menu-row', ...external(href) };
  return { class: 'menu-row copy-page', 'data-copy': href, 'data-copied': labels.copied };
}
