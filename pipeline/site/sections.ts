import type { Section } from '../../schema/site.ts';

/**
 * A rendered page as plain text, cut at its headings. It is read from the HTML, so that whatever a
 * component shows is found: captions, fields, tabs, authors' components.
 */
export function readSections(html: string): Section[] {
  const sections: Draft[] = [{ id: '', heading: '', depth: 0, trail: [], text: '', code: '' }];
  const stack: { readonly depth: number; readonly heading: string }[] = [];
  let heading: { id: string; depth: number; text: string } | undefined;
  let skipped = 0;
  let code = 0;
  let skippedTag = '';
  for (const [, end, tag = '', attributes = '', text] of html.matchAll(tokens)) {
    const current = sections.at(-1);
    if (current === undefined) break;
    if (text !== undefined) {
      if (skipped > 0) continue;
      if (heading) heading.text += decode(text);
      else if (code > 0) current.code += decode(text);
      else current.text += decode(text);
      continue;
    }
    const name = tag.toLowerCase();
    const opens = end !== '/' && !attributes.endsWith('/') && !voids.has(name);
    if (skipped > 0) {
      if (name === skippedTag) skipped += end === '/' ? -1 : opens ? 1 : 0;
      continue;
    }
    if (opens && (silent.has(name) || /\b(?:role="tablist"|aria-hidden="true")/.test(attributes))) {
      skipped = 1;
      skippedTag = name;
      continue;
    }
    if (/^h[1-6]$/.test(name)) {
      if (end !== '/') heading = { id: idOf(attributes), depth: Number(name[1]), text: '' };
      else if (heading) {
        while ((stack.at(-1)?.depth ?? 0) >= heading.depth) stack.pop();
        const words = squeeze(heading.text);
        stack.push({ depth: heading.depth, heading: words });
        sections.push({
          id: heading.id,
          heading: words,
          depth: heading.depth,
          trail: stack.map((one) => one.heading),
          text: '',
          code: '',
        });
        heading = undefined;
      }
    } else if (name === 'pre') {
      code += end === '/' ? -1 : 1;
      if (end === '/') current.code += '\n';
    } else if (!heading && blocks.has(name)) current.text += code > 0 ? '' : '\n';
    else if (name === 'img' && !heading) {
      const alt = /\balt="([^"]*)"/.exec(attributes)?.[1];
      if (alt) current.text += ` ${decode(alt)} `;
    }
  }
  return sections
    .map(({ depth: _, ...section }) => ({
      ...section,
      text: tidy(section.text),
      code: section.code.replaceAll(/\n{3,}/g, '\n\n').trim(),
    }))
    .filter((section) => section.heading !== '' || section.text !== '' || section.code !== '');
}

/** All words of a piece of HTML, code included. */
export function textOfHtml(html: string): string {
  return readSections(html)
    .map(({ heading, text, code }) => [heading, text, code].filter(Boolean).join('\n'))
    .join('\n')
    .trim();
}

interface Draft {
  id: string;
  heading: string;
  depth: number;
  trail: readonly string[];
  text: string;
  code: string;
}

const tokens = /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>|([^<]+|<)/g;
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const silent = new Set(
  'svg script style button template annotation select option iframe video audio'.split(' '),
);
const blocks = new Set(
  'p div li ul ol table tr td th section figure figcaption blockquote details summary br hr dl dt dd'.split(
    ' ',
  ),
);

function idOf(attributes: string): string {
  return decode(/\bid="([^"]*)"/.exec(attributes)?.[1] ?? '');
}

function decode(text: string): string {
  return text.includes('&')
    ? text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&')
    : text;
}

function squeeze(text: string): string {
  return (/\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '')
    .join('\n');
}
