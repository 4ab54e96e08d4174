import type { View } from './view.ts';

/** The heading of first level that the text of a page begins with. */
interface OwnTitle {
  readonly id: string;
  /** Whether it says what the page's title says already. */
  readonly isSame: boolean;
  /** Where it ends, if nothing is before it, not even the beginning of an element. */
  readonly end?: number;
}

/** Whether an author's own <h1> is the title of the page: what the front matter says about it counts otherwise. */
export function hasOwnTitle(view: View): boolean {
  const own = ownTitle(view);
  return own !== undefined && repeatedTitle(view) === undefined;
}

/** The id and the end of a heading that only repeats the title: the title is shown with the rest that belongs to it. */
export function repeatedTitle(view: View): Required<Pick<OwnTitle, 'id' | 'end'>> | undefined {
  const { id = '', isSame, end } = ownTitle(view) ?? {};
  return isSame && end !== undefined ? { id, end } : undefined;
}

/** Where the text of a page has its description: after the title that it begins with, if it begins with one. */
export function placeOfLead(view: View): number | undefined {
  return hasOwnTitle(view) ? ownTitle(view)?.end : undefined;
}

/** A heading that says something else than the front matter is the head of a part, unless the author draws it. */
function ownTitle({ page, mode, body: { html } }: View): OwnTitle | undefined {
  const drawsItself = mode === 'custom' || mode === 'frame';
  const at = html.search(/<h1[\s>]/);
  if (at < 0 || textOf(html.slice(0, at)) !== '') return undefined;
  const close = html.indexOf('</h1>', at);
  const said = textOf(html.slice(at, close)).replace(/&#?\w+;/g, '');
  const isSame = page.frontmatter.title !== undefined && letters(said) === letters(page.title);
  const isPart = at === 0 || /<h1[\s>]/.test(html.slice(close));
  if (page.frontmatter.title !== undefined && !isSame && isPart) return undefined;
  const [, id = ''] = /\sid="([^"]*)"/.exec(html.slice(at, html.indexOf('>', at))) ?? [];
  return { id, isSame, ...(at === 0 && !drawsItself ? { end: close + '</h1>'.length } : {}) };
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim();
}

/** What tells two titles apart, however their punctuation is written. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
