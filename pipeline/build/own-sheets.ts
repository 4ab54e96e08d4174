import { siteAddress } from '../../schema/address.ts';
import type { Site } from '../../schema/site.ts';
import { resolveLink } from '../source/links.ts';
import { addressesInStyles } from '../source/style-addresses.ts';

/**
 * The text of a style sheet of the site, if it is another one below the base path: as in pages, `/images/a.png` is a
 * file of the site, and not of the host. Addresses that no file of the site has stay as they are.
 */
export function sheetBelowBase(path: string, { snippets, assets, config }: Site) {
  const { basePath } = config.hosting;
  const file = basePath && path.endsWith('.css') ? snippets.get(path) : undefined;
  if (!file) return undefined;
  const parts: string[] = [];
  let done = 0;
  for (const { url, from, to } of addressesInStyles(file.text)) {
    if (!url.startsWith('/')) continue;
    const target = resolveLink(url, path, basePath);
    if (target.type !== 'internal' || !assets.has(target.path)) continue;
    parts.push(file.text.slice(done, from), siteAddress(url, basePath));
    done = to;
  }
  return done === 0 ? undefined : [...parts, file.text.slice(done)].join('');
}
