/** The last lines of a page's Markdown twin: where an agent finds all the others. */
export function twinEnd(index: string): string {
  return `---\n\nIndex of all pages: ${index}`;
}

/** A twin without its last lines: what the author wrote. */
export function withoutTwinEnd(markdown: string): string {
  return markdown.replace(/\n---\n\nIndex of all pages: \S+\s*$/, '\n');
}
