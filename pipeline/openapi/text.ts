import { asText } from './json.ts';

/** Longest paragraph shown below a title; longer ones go on the page. */
const longestLead = 300;

/**
 * Splits a description: its first paragraph as plain text for below the title, the rest for the page.
 * Undefined when the first paragraph is no plain text: a list, a table, or words with links that
 * would be lost.
 */
export function leadOf(
  description: string | undefined,
): { readonly lead: string; readonly rest: string } | undefined {
  const text = description?.replace(/\r\n?/g, '\n').trim();
  if (!text) return undefined;
  const [first = '', ...others] = text.split(/\n\s*\n/);
  if (/^\s*([-*+]\s|[>|#]|\d+[.)]\s|```|~~~|<|:::)/.test(first) || /\]\(|<\w|https?:/.test(first)) {
    return undefined;
  }
  if (/\n\s*([-*+|>]|\d+[.)])\s/.test(first)) return undefined;
  const lead = first
    .replace(/`([^`]*)`/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (lead === '' || lead.length > longestLead) return undefined;
  return { lead, rest: others.join('\n\n').trim() };
}

/**
 * A description as pages show it: links to other parts of the file (`#/components/schemas/User`) are broken on a
 * page, so their words stay alone.
 */
export function describedAs(value: unknown): string | undefined {
  const text = asText(value);
  if (!text?.includes('](#/')) return text;
  return text.replace(/(?<!!)\[([^[\]]*)\]\(#\/[^()\s]*\)/g, '$1');
}

/** Letters of a paragraph that are read for a line: several times what any line has. */
const longestLine = 2000;

/** The first paragraph of a description on one line, without marks. */
export function plainLine(description: string): string {
  const [first = ''] = description.trim().split(/\n\s*\n|\n(?=\s*(?:[-*+|>]|\d+[.)])\s)/);
  return first
    .slice(0, longestLine)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(marks, (_, code: string = '') => code)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Marks of Markdown and tags of HTML; what is in code and placeholders such as `<id>` are words. */
const marks =
  /`([^`]*)`|<\/?(?:[abipsu]|br|hr|em|strong|code|pre|kbd|su[bp]|span|div|font|small|mark|del|ins|img|[uod]l|li|d[td]|h[1-6]|table|thead|tbody|t[rdh]|blockquote|details|summary)(?:\s[^>]*)?\/?>|<!--.*?-->|[`*]/gis;
