/** The name of the folder directly in `folder` that a page is in; undefined for pages of no such folder. */
export function folderIn(folder: string, pagePath: string): string | undefined {
  const start = folder === '' ? '' : `${folder}/`;
  if (!pagePath.startsWith(start)) return undefined;
  const end = pagePath.indexOf('/', start.length);
  return end === -1 ? undefined : pagePath.slice(start.length, end);
}

/** The folder that a page or a folder is in; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The path of what is in a folder by its name. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
