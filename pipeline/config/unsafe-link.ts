/** Whether an address would run a script instead of leading somewhere. */
export function isUnsafe(href: string): boolean {
  // Browsers skip spaces and control characters before and inside the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are skipped
  return /^(javascript|data|vbscript):/i.test(href.replaceAll(/[\u0000-\u0020]/g, ''));
}
