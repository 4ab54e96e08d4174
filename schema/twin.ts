/** The last lines of a page's Markdown twin: where agents find all other pages. */
export function twinEnd(index: string): string {
  return `---\n\nIndex of all pages: ${index}`;
}

/** A twin without its last lines: the author's content. */
export function withoutTwinEnd(markdown: string): string {
  return markdown.replace(/\n---\n\nIndex of all pages: \S+\s*$/, '\n');
}
