/**
 * A value that is safe in a declaration; anything that could end it or open something else is
 * rejected.
 */
export function cssText(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text && !/[;{}<>\\@]|\/\*|url\s*\(|expression\s*\(/i.test(text) ? text : undefined;
}

/** An address inside `url("…")`. */
export function cssUrl(address: string): string {
  return `url("${address.replace(/["\\\n\r]/g, encodeURIComponent)}")`;
}
