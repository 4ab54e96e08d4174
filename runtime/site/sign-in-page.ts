import { createHash } from 'node:crypto';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { fillLabel } from '../../pipeline/site/fill-label.ts';
import { escapeHtml } from '../../schema/html.ts';
import { contentPolicy, securityHeaders } from './headers.ts';
import { notFoundDocument } from './not-found.ts';

/** A short page about signing in; `body` is HTML. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Headers of every response that depends on the reader. */
export const privateHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cache-control': 'private, no-store',
};

/**
 * A notice in the look of the site: the 404 document of an address with another text. Scripts are left out, other
 * people's above all, because a password is typed here; the small one that chooses light or dark stays.
 */
export async function noticePage(
  site: SiteReader,
  notice: Notice,
  address = '',
): Promise<Response> {
  const { title, body, status = 200 } = notice;
  const text = `<h1 class="dc-page-title">${escapeHtml(title)}</h1>${body}`;
  const template = await readTemplate(site, address);
  const html = template
    ? `${template.before}${text}${template.after}`
        .replace(/<title>[\s\S]*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
        .replace(
          /(<div class="page-bar-path">)[\s\S]*?(<\/div>)/,
          (_, start: string, end: string) => `${start}<span>${escapeHtml(title)}</span>${end}`,
        )
    : bare(title, `<main>${text}</main>`);
  return htmlResponse(html, status, notice.headers);
}

/** A sentence about an account, with its address in bold. */
export function accountSentence(label: string, who: string): string {
  const marked = fillLabel(escapeHtml(label), { who: `<strong>${escapeHtml(who)}</strong>` });
  return `<p class="page-lead">${marked}</p>`;
}

/** A form of one button, with values that are sent along. */
export function buttonForm(
  action: string,
  label: string,
  hidden: readonly (readonly [name: string, value: string])[] = [],
): string {
  const inputs = hidden.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button class="dc-button" type="submit">${escapeHtml(label)}</button></form>`;
}

/** The 404 document around its message; undefined when a site has none of that form. */
async function readTemplate(
  site: SiteReader,
  address: string,
): Promise<{ readonly before: string; readonly after: string } | undefined> {
  const file = notFoundDocument(site, address);
  const bytes = file && !file.protected ? await site.content(file) : undefined;
  if (!(bytes instanceof Uint8Array)) return undefined;
  const html = new TextDecoder()
    .decode(bytes)
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (tag) =>
      // The small script that sets light or dark mode: it is inline and makes no requests.
      /^<script>/.test(tag) && !tag.includes('://') ? tag : '',
    );
  const opening = /<div class="message-inner"[^>]*>/.exec(html);
  if (!opening) return undefined;
  const start = opening.index + opening[0].length;
  const end = html.indexOf('</main>', start);
  const close = html.lastIndexOf('</div>', end);
  if (end < 0 || close < start) return undefined;
  return { before: html.slice(0, start), after: html.slice(close) };
}

function bare(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;
}

function htmlResponse(
  html: string,
  status: number,
  more: Readonly<Record<string, string>> = {},
): Response {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return new Response(html, {
    status,
    headers: {
      ...privateHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy({ type: 'text/html', scripts }) ?? '',
      // The URL may reveal where a reader wanted to go.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      ...more,
    },
  });
}
