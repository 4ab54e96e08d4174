import { iconWords } from '../../schema/config/icons.ts';
import { barHolders } from './bar-holders.ts';
import { dropEntries, type Edit, type Fields, fieldsIn, isFields, put, say } from './edit.ts';

/** Lists of the navigation whose entries have a label, and the field it is in. */
const labelled: Readonly<Record<string, string>> = {
  tabs: 'tab',
  menu: 'item',
  anchors: 'anchor',
  products: 'product',
  versions: 'name',
  groups: 'group',
  pages: 'group',
};

/**
 * Empty labels, in place: an entry of the navigation takes the name of its icon or of its first page, a
 * link of the header is its icon alone, and a link with neither is left out. A group at the top of the
 * sidebar can do without a heading.
 */
export function fillLabels(edit: Edit, config: Fields): void {
  const { navigation } = config;
  if (isFields(navigation)) fillInside(edit, navigation, false);
  for (const holder of barHolders(config)) fillBars(edit, holder);
}

function fillBars(edit: Edit, { navbar, footer }: Fields): void {
  if (isFields(navbar)) {
    dropUnnamed(edit, navbar.links, (link) => {
      if (!isIcon(link.icon)) return false;
      const reason = `A link with an icon but no label is announced as "${iconWords(link.icon)}"`;
      const note = 'Add a label that says where the link goes.';
      say(edit, link, 'label', { ruleId: 'empty-label', severity: 'warning', reason, note });
      return true;
    });
  }
  if (isFields(footer)) {
    for (const column of fieldsIn(footer.links)) dropUnnamed(edit, column.items, () => false);
  }
}

function fillInside(edit: Edit, container: Fields, inGroup: boolean): void {
  for (const [list, field] of Object.entries(labelled)) {
    const isGroup = field === 'group';
    for (const entry of fieldsIn(container[list])) {
      const aliased = field === 'anchor' || field === 'product' ? entry.name : undefined;
      if (isBlank(entry[field] ?? aliased) && !(isGroup && !inGroup)) {
        const key = isBlank(entry[field]) ? field : 'name';
        const label = isIcon(entry.icon) ? iconWords(entry.icon) : (firstPageWords(entry) ?? '…');
        say(edit, entry, key, {
          ruleId: 'empty-label',
          severity: 'warning',
          reason: `Empty "${key}" of an entry of "${list}", it is shown as "${label}"`,
          note: 'Write a label.',
        });
        put(edit, entry, key, label);
      }
      fillInside(edit, entry, isGroup);
    }
  }
}

function dropUnnamed(edit: Edit, list: unknown, keep: (link: Fields) => boolean): void {
  if (!Array.isArray(list)) return;
  const gone = new Set<number>();
  list.forEach((link: unknown, index) => {
    if (!isFields(link) || !isBlank(link.label) || keep(link)) return;
    gone.add(index);
    say(edit, link, 'label', {
      ruleId: 'empty-label',
      severity: 'warning',
      reason: 'A link without a label is ignored',
      note: 'Add a label, or remove the link.',
    });
  });
  if (gone.size > 0) dropEntries(edit, list, gone);
}

/** Last folder of the first page below an entry: `guides/start` → `guides`. */
function firstPageWords(entry: Fields): string | undefined {
  for (const list of ['pages', 'groups', 'tabs', 'anchors']) {
    const entries: unknown = entry[list];
    for (const child of Array.isArray(entries) ? entries : []) {
      if (typeof child === 'string') {
        const parts = child.split('/').filter((part) => part !== '');
        return (parts.at(-2) ?? parts.at(-1))?.replaceAll(/[-_]+/g, ' ');
      }
      const found = isFields(child) ? firstPageWords(child) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function isIcon(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
