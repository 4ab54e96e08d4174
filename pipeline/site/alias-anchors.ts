import { escapeHtml } from '../../schema/html.ts';
import { tagEnd, tagsWith } from './html-tags.ts';

/**
 * Puts an empty element with each alias into its target element, so that its URL works without
 * JavaScript. `placed` receives those whose element is in this HTML.
 */
export function withAliases(
  html: string,
  aliases: ReadonlyMap<string, string>,
  placed: Record<string, string>,
): string {
  const wanted = new Map<string, string[]>();
  for (const [alias, id] of aliases) {
    const others = wanted.get(id);
    if (others) others.push(alias);
    else wanted.set(id, [alias]);
  }
  if (wanted.size === 0) return html;
  let made = '';
  let from = 0;
  for (const { name, value: id, end } of tagsWith(html, 'id')) {
    const names = wanted.get(id);
    if (!names) continue;
    wanted.delete(id);
    // A closed part shows its title alone.
    const at = name === 'details' && html.startsWith('<summary', end) ? tagEnd(html, end) + 1 : end;
    made += html.slice(from, at) + names.map(anchor).join('');
    from = at;
    for (const alias of names) placed[alias] = id;
  }
  return made + html.slice(from);
}

function anchor(id: string): string {
  return `<span class="dc-alias" id="${escapeHtml(id)}"></span>`;
}
