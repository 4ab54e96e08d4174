import type { SiteReader } from '../../pipeline/output/read.ts';
import { fillLabel } from '../../pipeline/site/fill-label.ts';
import { escapeHtml } from '../../schema/html.ts';
import { cookieValues, type Session } from './session.ts';
import { accountSentence, buttonForm, noticePage } from './sign-in-page.ts';
import {
  authFolder,
  leadTo,
  limited,
  readForm,
  returnPath,
  type SignInRequest,
  type SignInTools,
  signInAgain,
  text,
  wordsAt,
} from './sign-in-parts.ts';
import { beginState, knowsState } from './sign-in-state.ts';
import { TokenError } from './sign-in-token.ts';

/** A cookie with a token that a login page on the same domain may set instead of coming back. */
const tokenCookie = 'docent_token';

/** Whether a login page has left a token for the callback. */
export function hasToken(request: Request): boolean {
  return cookieValues(request.headers.get('cookie') ?? '', tokenCookie).length > 0;
}

/** A token in the query or in a cookie is read here; one in the fragment only by the browser. */
export async function callback(tools: SignInTools, asked: SignInRequest): Promise<Response> {
  const { request, site } = asked;
  const { searchParams } = new URL(request.url);
  const to = returnPath(searchParams.get('to') ?? searchParams.get('redirect'), site);
  const token = searchParams.get('token');
  const state = searchParams.get('state');
  if (token) return acceptToken(tools, asked, { token, to, state });
  const [kept] = cookieValues(request.headers.get('cookie') ?? '', tokenCookie);
  // An old cookie must not keep a new token in the fragment from being read.
  const answer = kept
    ? await acceptToken(tools, asked, { token: kept, to, ownCookie: true })
    : undefined;
  if (answer?.status === 303) return answer;
  const action = `${site.deployment.basePath}${authFolder}callback`;
  const { signIn, shell } = wordsAt(site, to);
  const body = [
    '<noscript><p class="page-lead">This step needs JavaScript.</p></noscript>',
    `<form id="f" method="post" action="${encodeURI(action)}" hidden><input type="hidden" name="to">`,
    '<input type="hidden" name="state"><input type="hidden" name="token"></form>',
    `<template id="none"><p class="page-lead">${escapeHtml(signIn.failed)}</p>${signInAgain(site, to)}</template>`,
  ].join('');
  // The token leaves the address before anything else happens, so that no history keeps it.
  const script = [
    "const h=location.hash.slice(1),q=new URLSearchParams(h),f=document.getElementById('f');",
    "const t=/^[\\w-]+\\.[\\w-]+\\.[\\w-]*$/.test(h)?h:q.get('token')||q.get('id_token')||q.get('access_token')||'';",
    "const s=new URLSearchParams(location.search),set=(n,v)=>{f.elements.namedItem(n).value=v||''};",
    "history.replaceState(null,'',location.pathname);",
    "if(t){set('token',t);set('to',s.get('to'));set('state',s.get('state')||q.get('state'));f.submit()}",
    "else{const n=document.getElementById('none');n.replaceWith(n.content)}",
  ].join('');
  return noticePage(site, { title: shell.signIn, body: `${body}<script>${script}</script>` }, to);
}

export async function postToken(tools: SignInTools, asked: SignInRequest): Promise<Response> {
  const form = await readForm(asked.request);
  if (!form) return text(413, 'The token is missing or too large.');
  const to = returnPath(form.get('to'), asked.site);
  const [token, state] = [form.get('token') ?? '', form.get('state')];
  return acceptToken(tools, asked, { token, to, state });
}

async function acceptToken(
  tools: SignInTools,
  asked: SignInRequest,
  given: {
    readonly token: string;
    readonly to: string;
    readonly state?: string | null;
    /** A cookie of the site's own domain, which no other site can set. */
    readonly ownCookie?: boolean;
  },
): Promise<Response> {
  const { site, project, client, request } = asked;
  const words = wordsAt(site, given.to).signIn;
  const busy = await limited(tools.limits, client);
  if (busy !== undefined) {
    const body = `<p class="page-lead">${escapeHtml(words.busy)}</p>`;
    const more = { status: 429, headers: { 'retry-after': busy } };
    return noticePage(site, { title: words.failed, body, ...more }, given.to);
  }
  try {
    const { auth } = site.config;
    const session = await tools.verifyToken(given.token, auth);
    if (!given.ownCookie && !knowsState(request, client, given.state ?? null)) {
      return askConsent(asked, { ...given, session });
    }
    const cookie = tools.sessions.issue(
      { project, auth },
      await fitting(session, site),
      client.secure,
    );
    const spent = `${tokenCookie}=; Path=/; Max-Age=0`;
    return leadTo(given.to, 303, [cookie, spent]);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    tools.log(`A reader of ${project} could not sign in. ${error.message}`);
    const body = `<p class="page-lead">${escapeHtml(words.refused)}</p>${signInAgain(site, given.to)}`;
    return noticePage(site, { title: words.failed, body, status: 403 }, given.to);
  }
}

/**
 * A valid token, but not of an attempt that started here: someone else's link could have brought
 * it, to make the reader work in another account. So the reader sees the account and has to
 * confirm.
 */
async function askConsent(
  { request, site, client }: SignInRequest,
  given: { readonly token: string; readonly to: string; readonly session: Session },
): Promise<Response> {
  const { state, cookie } = beginState(request, client);
  const { signIn, shell } = wordsAt(site, given.to);
  const who = given.session.email ?? signIn.account;
  const hidden = Object.entries({ to: given.to, state, token: given.token });
  const body = [
    accountSentence(signIn.consent, who),
    buttonForm(
      `${site.deployment.basePath}${authFolder}callback`,
      fillLabel(signIn.goOn, { who }),
      hidden,
    ),
  ].join('');
  const headers = { 'set-cookie': cookie };
  return noticePage(site, { title: shell.signIn, body, headers }, given.to);
}

/** A token may name hundreds of groups, a cookie holds a few dozen: then the site's own count. */
async function fitting<S extends Session>(session: S, site: SiteReader): Promise<S> {
  const fits = (groups: readonly string[]) => JSON.stringify(groups).length < 1800;
  if (fits(session.groups)) return session;
  const named = new Set(Object.keys(site.config.auth.groups));
  for await (const page of site.pages()) {
    for (const group of page.groups) named.add(group);
  }
  const groups: string[] = [];
  for (const group of session.groups) {
    if (named.has(group) && fits([...groups, group])) groups.push(group);
  }
  return { ...session, groups };
}
