import ignore from 'ignore';

/** Answers whether a path (relative, forward slashes) is left out. */
export type Ignore = (path: string, isFolder: boolean) => boolean;

/** Reads the text of a `.docentignore` file: the rules of `.gitignore`. */
export function readIgnore(text: string): Ignore {
  const rules = ignore().add(text);
  return (path, isFolder) => rules.ignores(isFolder ? `${path}/` : path);
}
