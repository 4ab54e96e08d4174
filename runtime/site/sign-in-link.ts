import { randomBytes } from 'node:crypto';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { fillLabel } from '../../pipeline/site/fill-label.ts';
import { messageOf } from '../../schema/errors.ts';
import { escapeHtml } from '../../schema/html.ts';
import { openLink, sealLink } from '../secrets/sealed-link.ts';
import type { Account } from './accounts.ts';
import { passwordPage, sendsLinks } from './sign-in-form.ts';
import { accountSentence, buttonForm, noticePage } from './sign-in-page.ts';
import {
  authFolder,
  leadTo,
  limited,
  readForm,
  returnPath,
  type SignInLinks,
  type SignInRequest,
  type SignInTools,
  signInAgain,
  text,
  wordsAt,
} from './sign-in-parts.ts';

/** Milliseconds in which a link can be used. */
const lifetime = 15 * 60_000;

/** What a link says. */
interface Link {
  readonly id: string;
  readonly project: string;
  readonly user: string;
  /** Ends it with the password. */
  readonly stamp: string;
  readonly until: number;
  readonly to: string;
}

/** Sends a link to an address, or signs in with one. */
export async function postLink(
  tools: SignInTools,
  asked: SignInRequest,
  links: SignInLinks,
): Promise<Response> {
  const form = await readForm(asked.request);
  if (!form) return text(413, 'The form is missing or too large.');
  const value = form.get('link');
  if (value !== null) return useLink(tools, asked, { links, value });
  if (!sendsLinks(tools, asked.site)) return text(404, 'Not found.');
  return sendLink(tools, asked, { links, form });
}

/** Sends a link to an account. The answer is the same without one, and comes as soon: it waits for nothing. */
async function sendLink(
  tools: SignInTools,
  { site, client, project }: SignInRequest,
  { links, form }: { readonly links: SignInLinks; readonly form: URLSearchParams },
): Promise<Response> {
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  const to = returnPath(form.get('to'), site);
  const { signIn, shell } = wordsAt(site, to);
  // The button sends the form without a password, so the browser has not looked at the address either.
  if (!email.includes('@')) {
    return passwordPage(tools, site, { to, email, mistake: signIn.wrong }, { status: 400 });
  }
  const limits = { address: tools.limits.address, account: links.limit };
  const busy = await limited(limits, client, `${project} ${email.toLowerCase()}`);
  if (busy !== undefined) {
    const body = `<p class="page-lead">${escapeHtml(signIn.busy)}</p>`;
    const more = { status: 429, headers: { 'retry-after': busy } };
    return noticePage(site, { title: shell.signIn, body, ...more }, to);
  }
  mailLink(tools, links, { site, project, email, to }).catch((error: unknown) =>
    tools.log(`A link to sign in to ${project} could not be sent. ${messageOf(error)}`),
  );
  const body = `<p class="page-lead">${escapeHtml(fillLabel(signIn.sent, { email }))}</p>`;
  return noticePage(site, { title: signIn.check, body }, to);
}

async function mailLink(
  { accounts }: SignInTools,
  { mailer, vault, now }: SignInLinks,
  given: {
    readonly site: SiteReader;
    readonly project: string;
    readonly email: string;
    readonly to: string;
  },
): Promise<void> {
  const { site, project, email, to } = given;
  const account = await accounts.findByEmail(project, email);
  if (!account) return;
  const link: Link = {
    ...{ id: `link-${randomBytes(16).toString('base64url')}`, project, to },
    ...{ user: account.id, stamp: account.stamp, until: now() + lifetime },
  };
  const { origin, basePath } = site.deployment;
  const address = new URL(`${basePath}${authFolder}link`, origin);
  address.searchParams.set('link', sealLink(vault, link));
  const { signIn } = wordsAt(site, to);
  const name = site.config.name;
  await mailer.send({
    to: account.email,
    subject: fillLabel(signIn.subject, { name }),
    text: [fillLabel(signIn.message, { name }), address.href, signIn.ignore, ''].join('\n\n'),
  });
}

/**
 * What a link opens: a button. Programs that look through mail open links, and someone else's link must not sign a
 * reader in to another account unnoticed.
 */
export async function askLink(
  tools: SignInTools,
  asked: SignInRequest,
  links: SignInLinks,
): Promise<Response> {
  const { site, request } = asked;
  const value = new URL(request.url).searchParams.get('link') ?? '';
  const found = await accountOf(tools, asked, { links, value });
  if (!found) return ended(site);
  const { to } = found.link;
  const { signIn, shell } = wordsAt(site, to);
  const who = found.account.email;
  const action = `${site.deployment.basePath}${authFolder}link`;
  const button = buttonForm(action, fillLabel(signIn.goOn, { who }), [['link', value]]);
  const body = `${accountSentence(signIn.consent, who)}${button}`;
  return noticePage(site, { title: shell.signIn, body }, to);
}

/** Opens a session with a link, which is used up. */
async function useLink(
  tools: SignInTools,
  asked: SignInRequest,
  { links, value }: { readonly links: SignInLinks; readonly value: string },
): Promise<Response> {
  const { site, client, project } = asked;
  const found = await accountOf(tools, asked, { links, value });
  if (!found) return ended(site);
  const { id: link, until } = found.link;
  if (!(await links.use({ id: link, until }))) return ended(site);
  const { id, email, stamp } = found.account;
  const scope = { project, auth: site.config.auth };
  const cookie = tools.sessions.issue(scope, { email, groups: [], user: id, stamp }, client.secure);
  return leadTo(returnPath(found.link.to, site), 303, [cookie]);
}

/** Whom a link is for; undefined for one that is good for nothing here and now. Whether it was used is not asked. */
async function accountOf(
  { accounts }: SignInTools,
  { project }: SignInRequest,
  { links, value }: { readonly links: SignInLinks; readonly value: string },
): Promise<{ readonly link: Link; readonly account: Account } | undefined> {
  const link = openLink<Link>(links.vault, value);
  if (link?.project !== project || !(links.now() < link.until)) return undefined;
  const account = await accounts.find(link.user);
  return account?.stamp === link.stamp ? { link, account } : undefined;
}

function ended(site: SiteReader): Promise<Response> {
  const { signIn } = wordsAt(site);
  const lead = `<p class="page-lead">${escapeHtml(signIn.ended)}</p>`;
  const body = lead + signInAgain(site, returnPath(undefined, site));
  return noticePage(site, { title: signIn.failed, body, status: 403 });
}
