import type { View } from './view.ts';

/** A heading as Markdown makes it: one that an author gave a class or a style stays where it was drawn. */
const plainHeading = /^<h1((?: (?:id|lang|dir)="[^"]*")*)>(.*?)<\/h1>\s*/s;
const linkToItself = /<a class="heading-anchor"[^>]*><\/a>$/;

/** The heading that a text begins with, as the title of its page. */
export interface OwnTitle {
  /** Its words, as HTML, in an element with its id and language. */
  readonly html: string;
  readonly id: string | undefined;
  /** Where the text goes on after it. */
  readonly end: number;
}

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

/** The title to be shown above the text, with all that belongs to one, instead of at its beginning. */
export function ownTitle(view: View): OwnTitle | undefined {
  const found = plainHeading.exec(view.body.html);
  if (found === null || !hasOwnTitle(view)) return undefined;
  const [whole, attributes = '', words = ''] = found;
  return {
    html: `<span${attributes}>${words.replace(linkToItself, '')}</span>`,
    id: / id="([^"]*)"/.exec(attributes)?.[1],
    end: whole.length,
  };
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim();
}

/** What tells two titles apart, however their punctuation is written. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
