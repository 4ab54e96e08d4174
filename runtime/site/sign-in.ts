import type { SiteReader } from '../../pipeline/output/read.ts';
import { fixedLimits } from '../http/limits.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { type Client, isOwnForm } from './client.ts';
import { callback, postToken } from './sign-in-by-token.ts';
import { passwordPage } from './sign-in-form.ts';
import { askLink, postLink } from './sign-in-link.ts';
import { buttonForm, noticePage, privateHeaders } from './sign-in-page.ts';
import {
  authFolder,
  leadTo,
  limited,
  readForm,
  returnPath,
  type SignInParts,
  type SignInRequest,
  type SignInTools,
  text,
  wordsAt,
} from './sign-in-parts.ts';
import { beginState } from './sign-in-state.ts';

/** Answers everything below `/_auth/` of a site with sessions. */
export function createSignIn(parts: SignInParts): (asked: SignInRequest) => Promise<Response> {
  const limits = parts.limits ?? {
    address: createRateLimiter(fixedLimits.signIn),
    account: createRateLimiter(fixedLimits.signInAccount),
  };
  const tools: SignInTools = { ...parts, limits };
  return async (asked) => {
    const { request, site } = asked;
    const { pathname } = new URL(request.url);
    const name = pathname.slice(site.deployment.basePath.length + authFolder.length);
    const custom = site.config.auth.provider === 'custom';
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
      return text(405, 'Only GET and POST are allowed here.', { allow: 'GET, HEAD, POST' });
    }
    if (isPost && !isOwnForm(request, asked.client)) {
      return text(403, 'This form was sent by another site. Go to the page and try again.');
    }
    if (name === 'session' && !isPost) return tellSession(tools, asked);
    if (name === 'sign-out') return isPost ? signOut(tools, asked) : askSignOut(asked);
    if (name === 'sign-in' && custom && !isPost) return toLogin(asked);
    if (name === 'sign-in' && !custom)
      return isPost ? signIn(tools, asked) : askPassword(tools, asked);
    if (name === 'link' && !custom && tools.links)
      return isPost ? postLink(tools, asked, tools.links) : askLink(tools, asked, tools.links);
    if (name === 'callback' && custom)
      return isPost ? postToken(tools, asked) : callback(tools, asked);
    return text(404, 'Not found.');
  };
}

/**
 * Where a reader without a session goes for a page: `loginUrl`, with the page as `redirect` and the
 * address to bring a token to as `callback`, in which `state` names the attempt; or the form of this
 * server.
 */
export function signInAddress(
  site: SiteReader,
  page: string,
  { client, state }: { readonly client: Client; readonly state?: string },
): string {
  const { auth } = site.config;
  const base = `${site.deployment.basePath}${authFolder}`;
  if (!auth.loginUrl) return `${base}sign-in?${new URLSearchParams({ to: page })}`;
  const login = new URL(auth.loginUrl, client.origin);
  login.searchParams.set('redirect', page);
  if (auth.provider === 'custom') {
    const callback = new URL(`${base}callback`, client.origin);
    callback.searchParams.set('to', page);
    if (state !== undefined) callback.searchParams.set('state', state);
    login.searchParams.set('callback', callback.href);
  }
  return login.href;
}

async function tellSession({ sessions }: SignInTools, { request, site, project }: SignInRequest) {
  const session = await sessions.read(request, { project, auth: site.config.auth });
  const { email = null, groups = [] } = session ?? {};
  return Response.json(
    { signedIn: session !== undefined, email, groups },
    { headers: privateHeaders },
  );
}

function toLogin({ request, site, client }: SignInRequest): Response {
  const to = returnPath(new URL(request.url).searchParams.get('to'), site);
  if (!site.config.auth.loginUrl) return text(404, 'The site has no loginUrl.');
  const { state, cookie } = beginState(request, client);
  return leadTo(signInAddress(site, to, { client, state }), 302, [cookie]);
}

async function askPassword(tools: SignInTools, { request, site, project }: SignInRequest) {
  const to = returnPath(new URL(request.url).searchParams.get('to'), site);
  const scope = { project, auth: site.config.auth };
  if (await tools.sessions.read(request, scope)) return leadTo(to, 302);
  return passwordPage(tools, site, { to });
}

async function signIn(tools: SignInTools, asked: SignInRequest): Promise<Response> {
  const { site, client, project } = asked;
  const form = await readForm(asked.request);
  if (!form) return text(413, 'The form is missing or too large.');
  const to = returnPath(form.get('to'), site);
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  const password = form.get('password') ?? '';
  const { signIn: words } = wordsAt(site, to);
  const busy = await limited(tools.limits, client, `${project} ${email.toLowerCase()}`);
  if (busy !== undefined) {
    const mistake = words.busy;
    return passwordPage(
      tools,
      site,
      { to, email, mistake },
      { status: 429, headers: { 'retry-after': busy } },
    );
  }
  const account =
    password.length <= 200 ? await tools.accounts.check(project, email, password) : undefined;
  if (!account) {
    // The same for an unknown address, so as not to reveal who has an account.
    const mistake = words.wrong;
    return passwordPage(tools, site, { to, email, mistake }, { status: 403 });
  }
  const who = { email: account.email, groups: [], user: account.id, stamp: account.stamp };
  const scope = { project, auth: site.config.auth };
  return leadTo(to, 303, [tools.sessions.issue(scope, who, client.secure)]);
}

function askSignOut({ site }: SignInRequest): Promise<Response> {
  const title = wordsAt(site).shell.signOut;
  const body = buttonForm(`${site.deployment.basePath}${authFolder}sign-out`, title);
  return noticePage(site, { title, body });
}

async function signOut({ sessions }: SignInTools, asked: SignInRequest): Promise<Response> {
  const { site, client, request } = asked;
  return leadTo(site.deployment.basePath || '/', 303, await sessions.end(request, client.secure));
}
