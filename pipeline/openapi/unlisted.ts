import type { Problem } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { problem } from './problems.ts';

/** Operations whose generated pages are not in the navigation, one note per description. */
export function unlistedOperations(
  pages: readonly Page[],
  places: { has(path: string): boolean },
): Problem[] {
  const bySource = new Map<string, string[]>();
  for (const { path, file, frontmatter, operation } of pages) {
    // A page of a file has its own place; `x-hidden` asks for none.
    const written = /\.mdx?$/.test(file.path);
    if (!operation || written || frontmatter.hidden === true || places.has(path)) continue;
    const keys = bySource.get(operation.source) ?? [];
    const { channel, method } = operation;
    const key = channel ? `CHANNEL ${channel.name}` : `${method} ${operation.path}`;
    bySource.set(operation.source, [...keys, key]);
  }
  return [...bySource].map(([source, keys]) => {
    const shown = keys.slice(0, 3).join(', ');
    const more = keys.length > 3 ? ` and ${keys.length - 3} more` : '';
    const one = keys.length === 1;
    const isChannel = keys[0]?.startsWith('CHANNEL ') ?? false;
    const what = isChannel ? 'channel' : 'operation';
    return problem('openapi-unlisted', source, {
      severity: 'note',
      reason: `${one ? `${isChannel ? 'A' : 'An'} ${what} is` : `${keys.length} ${what}s are`} not in the navigation: ${shown}${more}.`,
      note: `${one ? 'Its page has a URL' : 'Their pages have URLs'} but no entry in the sidebar. Add them as "${isChannel ? 'CHANNEL name' : 'METHOD /path'}", or mark them x-hidden or x-excluded.`,
    });
  });
}
