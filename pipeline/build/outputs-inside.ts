import { isAbsolute, relative, sep } from 'node:path';

/** The folder of the outputs relative to the site's, when it lies in there: no part of the site. */
export function outputsInside(dir: string, out: string): string[] {
  const path = relative(dir, out);
  return path === '' || path.startsWith('..') || isAbsolute(path)
    ? []
    : [path.split(sep).join('/')];
}
