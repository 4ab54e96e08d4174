import type { View } from './view.ts';

/**
 * Whether an author's own <h1> is the title: one after some text is the head of a part, and so is the first of several,
 * unless it says the same as the page's title.
 */
export function hasOwnTitle({ page, body: { html } }: View): boolean {
  const at = html.search(/<h1[\s>]/);
  if (at < 0 || textOf(html.slice(0, at)) !== '') return false;
  if (page.frontmatter.title === undefined || !/<h1[\s>]/.test(html.slice(at + 1))) return true;
  const own = textOf(html.slice(at, html.indexOf('</h1>', at)));
  return letters(own.replace(/&#?\w+;/g, '')) === letters(page.title);
}

/** Where the text of a page has its description: after the title that it begins with, if it begins with one. */
export function placeOfLead(view: View): number | undefined {
  const { html } = view.body;
  if (!html.startsWith('<h1') || !hasOwnTitle(view)) return undefined;
  return html.indexOf('</h1>') + '</h1>'.length;
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim();
}

/** What tells two titles apart, however their punctuation is written. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
