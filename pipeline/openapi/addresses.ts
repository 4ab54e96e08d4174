import { slug } from 'github-slugger';
import type { DescribedOperation } from './operations.ts';

/** Folder of generated pages when nothing says otherwise. */
const defaultDirectory = 'api-reference';

/** Page path an operation asks for: `x-mint.href`, else `<directory>/<tag>/<summary or id>`. */
export function wantedAddress(entry: DescribedOperation, directory = defaultDirectory): string {
  const { operation, href } = entry;
  const asked = href && pagePath(href);
  if (asked) return asked;
  const name =
    slugOf(operation.kind === 'channel' ? spaced(operation.summary) : operation.summary) ||
    slugOf(operation.operationId?.replace(/([a-z0-9])([A-Z])/g, '$1 $2')) ||
    slugOf(`${operation.method} ${operation.path.replaceAll('/', ' ')}`) ||
    'operation';
  return [pagePath(directory), slugOf(operation.tags[0]), name]
    .filter((segment) => segment)
    .join('/');
}

/** Addresses of channels are words between slashes and dots. */
function spaced(text: string | undefined): string | undefined {
  return text?.replace(/[/.{}]+/g, ' ').trim();
}

/** The address, with a number behind it when another page has it already. */
export function freeAddress(wanted: string, taken: ReadonlySet<string>): string {
  let path = wanted;
  for (let count = 2; taken.has(path); count += 1) path = `${wanted}-${count}`;
  return path;
}

/** A path as pages have it: no slashes around, no way out of the site, no query, NFC. */
function pagePath(text: string): string {
  const bare = text.split(/[?#]/)[0] ?? '';
  return bare
    .split('/')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '' && !/^\.+$/.test(segment))
    .join('/')
    .replaceAll('\\', '-')
    .normalize('NFC');
}

function slugOf(text: string | undefined): string {
  // Names in other scripts stay readable; only characters that a URL can't contain are removed.
  return slug((text ?? '').trim().slice(0, 120))
    .replace(/^-+|-+$/g, '')
    .normalize('NFC');
}
