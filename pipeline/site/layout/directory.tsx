import type { JSX } from 'preact';
import type { NavGroup, NavNode } from '../../../schema/site.ts';
import { Html } from './markup.tsx';
import { external } from './tabs.tsx';
import { firstLeaf, type View } from './view.ts';

/** What a directory shows of a page, a link or a group. */
interface Entry {
  readonly label: string;
  readonly href: string;
  readonly description?: string | undefined;
  /** HTML of its icon. */
  readonly icon?: string | undefined;
  readonly entries: readonly Entry[];
}

/** What is in the group that the page is the root of, where the navigation asks for it. */
export function Directory({ view }: { view: View }): JSX.Element | null {
  const group = view.groups.find(({ root }) => root === view.page.path);
  if (group?.directory === undefined) return null;
  const entries = entriesOf(view, group);
  if (entries.length === 0) return null;
  if (group.directory === 'card') {
    return (
      <nav class="prose" aria-label={group.label}>
        <div class="columns columns-2">
          {entries.map((entry) => (
            <EntryCard key={entry.href} entry={entry} />
          ))}
        </div>
      </nav>
    );
  }
  const leaves = entries.filter(isLeaf);
  return (
    <nav class="prose" aria-label={group.label}>
      {leaves.length > 0 && <ul>{leaves.map(entryLink)}</ul>}
      <div class="accordion-group">
        {entries
          .filter((entry) => !isLeaf(entry))
          .map((entry) => (
            <details class="accordion" key={entry.href}>
              <summary>
                {entry.icon && <Html class="icon" html={entry.icon} />}
                <span class="accordion-title">{entry.label}</span>
              </summary>
              <ul class="accordion-content">{entry.entries.map(entryLink)}</ul>
            </details>
          ))}
      </div>
    </nav>
  );
}

function isLeaf({ entries }: Entry): boolean {
  return entries.length === 0;
}

function EntryCard({ entry }: { entry: Entry }): JSX.Element {
  const { label, href, description, icon } = entry;
  return (
    <a class="card" href={href} {...external(href)}>
      {icon && <Html class="card-icon" html={icon} />}
      <div class="card-body">
        <p class="card-title">{label}</p>
        {description && <div class="card-text">{description}</div>}
      </div>
    </a>
  );
}

function entryLink({ label, href }: Entry): JSX.Element {
  return (
    <li key={href}>
      <a href={href} {...external(href)}>
        {label}
      </a>
    </li>
  );
}

function entriesOf(view: View, { children }: NavGroup): readonly Entry[] {
  return children.flatMap((node) => entryOf(view, node) ?? []);
}

/** Nothing for what not all readers of the document may see. */
function entryOf(view: View, node: NavNode): Entry | undefined {
  const icon = (name: string | undefined, type: string | undefined) =>
    name === undefined ? undefined : view.icon(name, { size: 20, ...(type ? { type } : {}) });
  if (node.type === 'page') {
    const page = view.site.pages.get(node.path);
    const isShown = page?.visibility.sidebar && view.audience.sees(node.path);
    if (!isShown || node.path === view.page.path) return undefined;
    const { url, description, icon: name, iconType } = page.frontmatter;
    const href = url ? view.link(url) : view.address(node.path);
    return { label: page.title, href, description, icon: icon(name, iconType), entries: [] };
  }
  if (node.type === 'link') {
    const { label, href } = node;
    return { label, href: view.link(href), icon: icon(node.icon, undefined), entries: [] };
  }
  if (node.type !== 'group' || node.hidden) return undefined;
  const { root, label } = node;
  const target = root && view.audience.sees(root) ? root : firstLeaf(view, node);
  if (target === undefined) return undefined;
  const description = root && view.site.pages.get(root)?.frontmatter.description;
  return {
    ...{ label, description, icon: icon(node.icon, node.iconType) },
    href: view.address(target),
    entries: entriesOf(view, node),
  };
}
