/** Characters of a page that are read: its first paragraphs tell what it is written in. */
const mostCharacters = 8_000;

/**
 * About the text of a page, without parsing it: no front matter, code, tags, expressions or addresses. For what counts
 * words, and may err.
 */
export function plainText(page: string): string {
  return page
    .slice(0, mostCharacters)
    .replace(/^---\n[\s\S]*?\n---/, '')
    .replaceAll(/^ *(`{3,}|~{3,})[\s\S]*?(?:^ *\1|(?![\s\S]))/gm, ' ')
    .replaceAll(/^(?:import|export) .*$/gm, ' ')
    .replaceAll(/`[^`\n]*`|\{[^{}]*\}|<[^<>]*>|\]\([^()\n]*\)|https?:\S+/g, ' ');
}
