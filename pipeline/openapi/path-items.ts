import type { Json } from './json.ts';

/** Methods of a path item, in the order in which operations are shown. */
export const methods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const;

/** The path that a key of `paths` means: it begins with a slash, undefined when it is none. */
export function pathOf(key: string, paths: Json): string | undefined {
  if (key.startsWith('/')) return key;
  if (key.startsWith('x-') || isAddress(key) || Object.hasOwn(paths, `/${key}`)) return undefined;
  return `/${key}`;
}

/** Whether a key of `paths` is a whole URL. */
export function isAddress(key: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(key);
}
