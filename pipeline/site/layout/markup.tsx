import type { JSX } from 'preact';

/** HTML that is already made, inside an element of the given class. */
export function Html({
  html,
  class: name,
  as: Tag = 'span',
  dir,
}: {
  html: string;
  class?: string;
  as?: 'span' | 'div';
  dir?: 'auto';
}): JSX.Element {
  return (
    <Tag
      {...(name ? { class: name } : {})}
      {...(dir ? { dir } : {})}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Data for a `<script type="application/json">`: nothing in it can end the element. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

/**
 * Inline Markdown of `banner.content` as HTML: links, bold, italics, code; everything else is text
 * (S3-31). Addresses of other schemes than web and mail stay text.
 */
export function inlineMarkdown(text: string, link: (href: string) => string): string {
  const pattern = /\[([^\]]+)\]\(([^()\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_]+)_|`([^`]+)`/g;
  let html = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    html += escapeHtml(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, label, href, bold, star, under, code] = match;
    if (label !== undefined && href !== undefined) {
      const safe = !/^[a-z][a-z0-9+.-]*:/i.test(href) || /^(https?|mailto):/i.test(href);
      html += safe
        ? `<a href="${escapeHtml(link(href))}">${inlineMarkdown(label, link)}</a>`
        : escapeHtml(whole);
    } else if (bold !== undefined) html += `<strong>${escapeHtml(bold)}</strong>`;
    else if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else html += `<em>${escapeHtml(star ?? under ?? '')}</em>`;
  }
  return html + escapeHtml(text.slice(at));
}
