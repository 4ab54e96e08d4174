import type { SiteReader } from '../../pipeline/output/read.ts';
import type { Words } from '../../pipeline/site/words.ts';
import { escapeHtml } from '../../schema/html.ts';
import { noticePage } from './sign-in-page.ts';
import { authFolder, type SignInTools, wordsAt } from './sign-in-parts.ts';

/**
 * Whether a site can send links: they lead to the address that it was built with. The host of a request is not
 * trusted: whoever asks for a link to someone's account could name another one.
 */
export function sendsLinks({ links }: SignInTools, { deployment }: SiteReader): boolean {
  return links !== undefined && deployment.origin !== undefined;
}

/** The page that asks for address and password. */
export function passwordPage(
  tools: SignInTools,
  site: SiteReader,
  form: { readonly to: string; readonly email?: string; readonly mistake?: string },
  more: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const folder = `${site.deployment.basePath}${authFolder}`;
  const words = wordsAt(site, form.to);
  const body = signInForm({
    ...{ action: `${folder}sign-in`, words },
    ...(sendsLinks(tools, site) ? { linkAction: `${folder}link` } : {}),
    ...form,
  });
  return noticePage(site, { title: words.shell.signIn, body, ...more }, form.to);
}

/** The form of accounts of this server; it works without scripts. */
function signInForm(input: {
  readonly action: string;
  readonly to: string;
  readonly words: Pick<Words, 'signIn' | 'shell'>;
  /** Where the address alone is sent, for a link. */
  readonly linkAction?: string | undefined;
  readonly email?: string;
  readonly mistake?: string;
}): string {
  const { signIn, shell } = input.words;
  const field = 'display:block;width:100%;margin:.25rem 0 1rem;padding:.6rem .75rem;font:inherit;';
  const look = `${field}border:1px solid currentColor;border-radius:.5rem;background:transparent;color:inherit`;
  return [
    `<form method="post" action="${escapeHtml(input.action)}" style="max-width:24rem">`,
    input.mistake
      ? `<p role="alert" id="mistake"><strong>${escapeHtml(input.mistake)}</strong></p>`
      : '',
    `<input type="hidden" name="to" value="${escapeHtml(input.to)}">`,
    `<label>${escapeHtml(signIn.email)}<input style="${look}" type="email" name="email" autocomplete="username" required maxlength="254" value="${escapeHtml(input.email ?? '')}"></label>`,
    `<label>${escapeHtml(signIn.password)}<input style="${look}" type="password" name="password" autocomplete="current-password" required maxlength="200"></label>`,
    '<div style="display:flex;flex-wrap:wrap;align-items:center;gap:.75rem">',
    `<button class="dc-button" type="submit">${escapeHtml(shell.signIn)}</button>`,
    // A link can be asked for with the address alone.
    input.linkAction === undefined
      ? ''
      : `<button class="quiet-button" type="submit" formnovalidate formaction="${escapeHtml(input.linkAction)}">${escapeHtml(signIn.sendLink)}</button>`,
    '</div></form>',
  ].join('');
}
