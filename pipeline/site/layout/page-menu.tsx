import type { JSX } from 'preact';
import { type ContextualRow, contextualRows } from './contextual.ts';
import { Glyph } from './glyph.tsx';
import { markdownAddress } from './head.tsx';
import { Html } from './markup.tsx';
import { external } from './tabs.tsx';
import type { View } from './view.ts';

/** Shown by the client once what it waits for is there: `mcp.ts` and `own-address.ts`. */
function waiting({
  needsServer,
  needsPublic,
  needsAddress,
}: ContextualRow): Readonly<Record<string, unknown>> {
  return {
    ...(needsServer || needsPublic ? { hidden: true } : {}),
    ...(needsServer ? { 'data-needs-mcp': '' } : {}),
    ...(needsPublic ? { 'data-needs-public': '' } : {}),
    ...(needsAddress ? { class: 'needs-js' } : {}),
  };
}

function waits(row: ContextualRow): boolean {
  return row.needsServer === true || row.needsPublic === true;
}

/** Copying the page, and what else can be done with its Markdown. */
export function PageMenu({ view }: { view: View }): JSX.Element | null {
  const rows = contextualRows(view);
  if (rows.length === 0) return null;
  // What may stay hidden is never the button itself.
  const first = rows.find((row) => !waits(row));
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
      <a
        class={first.needsAddress ? 'quiet-button needs-js' : 'quiet-button'}
        href={first.href}
        {...external(first.href)}
        {...(first.needsAddress ? { 'data-own-address': '' } : {})}
      >
        {first.title}
      </a>
    ));
  return (
    <div class="page-menu">
      {main}
      {rest.length > 0 && (
        <details class="dc-menu" {...(rest.every(waits) ? { hidden: true } : {})}>
          <summary class="quiet-button quiet-more" aria-label={view.labels.menu}>
            <Glyph name="down" size={14} />
          </summary>
          <ul class="dc-menu-list dc-menu-end">
            {rest.map((row) => (
              <li key={row.title} {...waiting(row)}>
                <a
                  href={row.href}
                  {...pressed(row, view)}
                  {...(row.needsAddress ? { 'data-own-address': '' } : {})}
                >
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
    <span class="dc-icon">
      <Glyph name={icon.glyph} />
    </span>
  ) : (
    <Html class="dc-icon" html={view.icon(icon.name)} />
  );
}

/** What a row of the menu does; without scripts, it is a link to what would be copied. */
function pressed({ copies, href }: ContextualRow, { labels }: View): Record<string, string> {
  if (copies === 'address') return { class: 'dc-menu-row', 'data-copy-address': '' };
  if (copies !== 'text') return { class: 'dc-menu-row', ...external(href) };
  return { class: 'dc-menu-row copy-page', 'data-copy': href, 'data-copied': labels.copied };
}
