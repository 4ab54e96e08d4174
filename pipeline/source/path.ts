/** Page path of a file: no extension, no leading slash, NFC: `guides/start.mdx` → `guides/start`. */
export function pagePathOf(file: string): string {
  return file.replace(/\.mdx?$/i, '').normalize('NFC');
}

/** Folder of a path, without a trailing slash; '' at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/**
 * Path of a file that another file refers to, without leading slash. As in URLs, `..` at the top of the site
 * stays there.
 */
export function sitePath(reference: string, fromFile: string): string {
  const parts: string[] = [];
  const path = reference.startsWith('/') ? reference : `${folderOf(fromFile)}/${reference}`;
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/**
 * Joins a path to a folder and resolves `.` and `..`; a leading slash starts at the site's folder.
 * Undefined when it would leave it.
 */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
