import { type Edit, type Fields, fieldsIn, isFields, put, remove, rename, say } from '../edit.ts';
import { rewriteIcon } from './shared.ts';

/** Links of `navbar`. */
export function rewriteNavbar(edit: Edit, config: Fields): void {
  const { navbar } = config;
  if (!isFields(navbar)) return;
  const links = fieldsIn(navbar.links);
  for (const link of isFields(navbar.primary) ? [...links, navbar.primary] : links) {
    for (const [from, to] of [
      ['url', 'href'],
      ['name', 'label'],
      ['text', 'label'],
    ] as const) {
      if (!Object.hasOwn(link, from)) continue;
      say(edit, link, from, { reason: `"${from}" is read as "${to}"`, note: `Write "${to}".` });
      rename(edit, link, from, to);
    }
    if (isFields(link.icon)) rewriteIcon(edit, link, link.icon);
    const { type } = link;
    if (link.label === undefined && link.icon !== undefined) put(edit, link, 'label', '');
    if ((link.label ?? '') === '' && (type === 'github' || type === 'discord')) {
      const label = type === 'github' ? 'GitHub' : 'Discord';
      say(edit, link, 'type', {
        reason: `A link of type "${type}" without a label is shown as "${label}"`,
        note: 'Add "label".',
      });
      put(edit, link, 'label', label);
    }
    if (link === navbar.primary) {
      if (type === 'discord') put(edit, link, 'type', 'button');
      else if (type === undefined && typeof link.label === 'string') {
        say(edit, navbar, 'primary', {
          reason: 'A primary link without a type is read as a button',
          note: 'Add "type": "button".',
        });
        put(edit, link, 'type', 'button');
      }
    } else if (type !== undefined) {
      if (link.icon === undefined && (type === 'github' || type === 'discord')) {
        put(edit, link, 'icon', type);
      }
      remove(edit, link, 'type');
    }
  }
}
