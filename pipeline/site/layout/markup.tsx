import type { ComponentChild, JSX } from 'preact';
import { escapeHtml } from '../../../schema/html.ts';
import { writeExact } from '../../openapi/exact-json.ts';
import { inlineMarks } from '../../source/inline-marks.ts';

/** HTML that is already made, inside an element of the given class. */
export function Html({
  html,
  class: name,
  as: Tag = 'span',
  dir,
  style,
}: {
  html: string;
  class?: string;
  as?: 'span' | 'div';
  dir?: 'auto';
  style?: string;
}): JSX.Element {
  return (
    <Tag
      {...(name ? { class: name } : {})}
      {...(dir ? { dir } : {})}
      {...(style ? { style } : {})}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** A title in the frame: one in Latin letters, on a page from right to left, ends with its full stop. */
export function isolated(
  title: string | undefined,
  { direction }: { readonly direction: 'ltr' | 'rtl' },
): ComponentChild {
  return direction === 'rtl' ? <bdi>{title}</bdi> : title;
}

/** A name whose long words, such as `err:user:not_found`, break behind their signs where a line has no room for them. */
export function breakable(name: string): ComponentChild {
  if (!longWord.test(name)) return name;
  const pieces = name.split(/(?<=[\p{L}\p{N}][./:_])(?=[\p{L}\p{N}])/u);
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [<wbr key={at} />, piece]));
}

const longWord = /\S{20}/;

/** Data for a `<script type="application/json">`: nothing in it can end the element. */
export function safeJson(value: unknown): string {
  return writeExact(value).replace(/</g, '\\u003c');
}

/**
 * Inline Markdown of a banner or a description as HTML: links, bold, italics, code; everything else is text. Addresses of
 * other schemes than web and mail stay text.
 */
export function inlineMarkdown(text: string, link: (href: string) => string): string {
  let html = '';
  let at = 0;
  for (const mark of inlineMarks(text)) {
    html += escapeHtml(text.slice(at, mark.start));
    at = mark.end;
    const { type, href } = mark;
    if (type === 'link' && href !== undefined) {
      const safe = !/^[a-z][a-z0-9+.-]*:/i.test(href) || /^(https?|mailto):/i.test(href);
      html += safe
        ? `<a href="${escapeHtml(link(href))}">${inlineMarkdown(mark.text, link)}</a>`
        : escapeHtml(text.slice(mark.start, mark.end));
    } else if (type === 'strong') html += `<strong>${escapeHtml(mark.text)}</strong>`;
    else if (type === 'code') html += `<code>${escapeHtml(mark.text)}</code>`;
    else html += `<em>${escapeHtml(mark.text)}</em>`;
  }
  return html + escapeHtml(text.slice(at));
}
