import { messageOf, type Problem } from '../../schema/errors.ts';
import { escapeHtml } from '../../schema/html.ts';
import type { Page, RenderedBody } from '../../schema/site.ts';
import { emptyBody } from '../site/empty-body.ts';
import { fence } from '../site/machine/operation.ts';
import { readSections } from '../site/sections.ts';

/** The last resort for a page that can't be rendered: what is wrong, and the text that the author wrote. */
export function unrenderedBody(page: Page, error: unknown): RenderedBody {
  const reason = `Can't render this page: ${messageOf(error)}`;
  const problem: Problem = {
    severity: 'error',
    source: 'site',
    ruleId: 'page-render',
    file: page.file.path,
    reason,
    note: 'Check its expressions and the components it imports.',
  };
  // The text of an operation is its whole description.
  const text = page.operation ? '' : page.file.text.slice(page.bodyOffset).trim();
  const html = [
    '<div class="callout dc-callout dc-callout-danger" role="note"><div class="dc-callout-content">',
    `<p>${escapeHtml(reason)}</p></div></div>`,
    text === '' ? '' : `<pre dir="ltr"><code>${escapeHtml(text)}</code></pre>`,
  ].join('');
  return {
    ...emptyBody,
    html,
    sections: readSections(html),
    markdown: text === '' ? '' : fence('mdx', text),
    problems: [problem],
  };
}

/** A document without the frame of the site, for a page that even the frame fails on. */
export function bareDocument(page: Page, body: RenderedBody): string {
  const title = escapeHtml(page.title);
  return `<!doctype html><html lang="${escapeHtml(page.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title></head><body><main><h1>${title}</h1>${body.html}</main></body></html>`;
}
