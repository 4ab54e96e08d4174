/**
 * An address to return to, as a path at or below `base`; undefined for one elsewhere. Only paths that
 * browsers read literally: no second slash, no backslash, no line break.
 */
export function localPath(wanted: string | null | undefined, base: string): string | undefined {
  if (!wanted?.startsWith('/') || wanted.length > 2000) return undefined;
  if (/^\/[/\\]/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return undefined;
  const nowhere = 'http://nowhere.invalid';
  if (!URL.canParse(wanted, nowhere)) return undefined;
  const url = new URL(wanted, nowhere);
  const path = url.pathname;
  const isInside = path === (base || '/') || path.startsWith(`${base}/`);
  if (url.origin !== nowhere || path.startsWith('//') || !isInside) return undefined;
  return path + url.search + url.hash;
}
