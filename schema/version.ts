import type { NavContainer, NavNode } from './site.ts';

/** The longest of some prefixes that a path begins with, in whole segments; '' if there is none. */
export function longestPrefix(path: string, prefixes: ReadonlySet<string>): string {
  let end = path.length;
  while (end > 0) {
    const start = path.slice(0, end);
    if (prefixes.has(start)) return start;
    end = path.lastIndexOf('/', end - 1);
  }
  return '';
}

/**
 * The version that the address of a page belongs to: the one with the longest prefix of it, else the
 * default one. Undefined where no version has a prefix.
 */
export function versionAt(path: string, siblings: readonly NavNode[]): NavContainer | undefined {
  const versions = siblings.filter(
    (node): node is NavContainer => node.type === 'container' && node.kind === 'version',
  );
  const prefixes = new Set(versions.flatMap(({ version }) => version?.prefix ?? []));
  if (prefixes.size === 0) return undefined;
  const prefix = longestPrefix(path, prefixes);
  return (
    versions.find(({ version }) => prefix !== '' && version?.prefix === prefix) ??
    versions.find(({ version }) => version?.default)
  );
}
