import type { SiteReader } from '../../pipeline/output/read.ts';
import { ApiError } from '../../schema/errors.ts';
import { escapeHtml } from '../../schema/html.ts';
import { fixedLimits } from '../http/limits.ts';
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts';
import type { Accounts } from './accounts.ts';
import { type Client, isOwnForm } from './client.ts';
import { cookieValues, type Session, type Sessions } from './session.ts';
import { buttonForm, noticePage, privateHeaders, scriptPage, signInForm } from './sign-in-page.ts';
import { beginState, knowsState } from './sign-in-state.ts';
import { TokenError, type VerifyToken } from './sign-in-token.ts';

/** Below the address of a site: `/_auth/sign-in`, `/_auth/callback`, `/_auth/sign-out`, `/_auth/session`. */
export const authFolder = '/_auth/';

/** A cookie with a token that a login page on the same domain may set instead of coming back. */
const tokenCookie = 'docent_token';
/** Bytes of a form: a token has its groups in it. */
const mostBytes = 16 * 1024;

/** Whether a login page has left a token for the callback. */
export function hasToken(request: Request): boolean {
  return cookieValues(request.headers.get('cookie') ?? '', tokenCookie).length > 0;
}

/** What signing in is made of. */
export interface SignInParts {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly verifyToken: VerifyToken;
  readonly log: (line: string) => void;
  readonly limits?: SignInLimits;
}

interface SignInLimits {
  readonly address: RateLimiter;
  readonly account: RateLimiter;
}

/** One request to the pages of signing in. */
export interface SignInRequest {
  readonly request: Request;
  readonly site: SiteReader;
  readonly project: string;
  readonly client: Client;
}

/** Answers everything below `/_auth/` of a site with sessions. */
export function createSignIn(parts: SignInParts): (asked: SignInRequest) => Promise<Response> {
  const limits = parts.limits ?? {
    address: createRateLimiter(fixedLimits.signIn),
    account: createRateLimiter(fixedLimits.signInAccount),
  };
  const tools: Tools = { ...parts, limits };
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
    if (name === 'callback' && custom)
      return isPost ? postToken(tools, asked) : callback(tools, asked);
    return text(404, 'Not found.');
  };
}

interface Tools extends SignInParts {
  readonly limits: SignInLimits;
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

/**
 * A return address as path of this very site, else its first page: never an address elsewhere, and
 * never the pages of signing in themselves.
 */
function returnPath(wanted: string | null | undefined, site: SiteReader): string {
  const { basePath } = site.deployment;
  const root = basePath || '/';
  if (!wanted?.startsWith('/') || wanted.length > 2000) return root;
  // Only paths that browsers read literally: no second slash, no backslash, no line break.
  if (/^\/[/\\]/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return root;
  const nowhere = 'http://nowhere.invalid';
  if (!URL.canParse(wanted, nowhere)) return root;
  const url = new URL(wanted, nowhere);
  const path = url.pathname;
  const inside = path === root || path.startsWith(`${basePath}/`);
  if (url.origin !== nowhere || path.startsWith('//') || !inside) return root;
  if (path.startsWith(`${basePath}${authFolder}`)) return root;
  return path + url.search + url.hash;
}

async function tellSession({ sessions }: Tools, { request, site, project }: SignInRequest) {
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

async function askPassword({ sessions }: Tools, { request, site, project }: SignInRequest) {
  const to = returnPath(new URL(request.url).searchParams.get('to'), site);
  if (await sessions.read(request, { project, auth: site.config.auth })) return leadTo(to, 302);
  return passwordPage(site, { to });
}

async function signIn(tools: Tools, asked: SignInRequest): Promise<Response> {
  const { site, client, project } = asked;
  const form = await readForm(asked.request);
  if (!form) return text(413, 'The form is missing or too large.');
  const to = returnPath(form.get('to'), site);
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  const password = form.get('password') ?? '';
  const busy = await limited(tools.limits, client, `${project} ${email.toLowerCase()}`);
  if (busy !== undefined) {
    const mistake = 'Too many attempts. Wait a minute, then try again.';
    return passwordPage(
      site,
      { to, email, mistake },
      { status: 429, headers: { 'retry-after': busy } },
    );
  }
  const account =
    password.length <= 200 ? await tools.accounts.check(project, email, password) : undefined;
  if (!account) {
    // The same for an unknown address, so as not to reveal who has an account.
    const mistake = 'Wrong email address or password.';
    return passwordPage(site, { to, email, mistake }, { status: 403 });
  }
  const who = { email: account.email, groups: [], user: account.id, stamp: account.stamp };
  const scope = { project, auth: site.config.auth };
  return leadTo(to, 303, [tools.sessions.issue(scope, who, client.secure)]);
}

function passwordPage(
  site: SiteReader,
  form: { readonly to: string; readonly email?: string; readonly mistake?: string },
  more: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const action = `${site.deployment.basePath}${authFolder}sign-in`;
  return noticePage(site, { title: 'Sign in', body: signInForm({ action, ...form }), ...more });
}

/** A token in the query or in a cookie is read here; one in the fragment only by the browser. */
async function callback(tools: Tools, asked: SignInRequest): Promise<Response> {
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
  const body = [
    `<p>Signing in…</p><noscript><p>This step needs JavaScript.</p></noscript>`,
    `<form id="f" method="post" action="${encodeURI(action)}"><input type="hidden" name="to">`,
    '<input type="hidden" name="state"><input type="hidden" name="token"></form><p id="none" hidden>There is no token in this address. ',
    `<a href="${encodeURI(site.deployment.basePath)}${authFolder}sign-in">Sign in again</a></p>`,
  ].join('');
  // The token leaves the address before anything else happens, so that no history keeps it.
  const script = [
    "const h=location.hash.slice(1),q=new URLSearchParams(h),f=document.getElementById('f');",
    "const t=/^[\\w-]+\\.[\\w-]+\\.[\\w-]*$/.test(h)?h:q.get('token')||q.get('id_token')||q.get('access_token')||'';",
    "const s=new URLSearchParams(location.search),set=(n,v)=>{f.elements.namedItem(n).value=v||''};",
    "history.replaceState(null,'',location.pathname);",
    "if(t){set('token',t);set('to',s.get('to'));set('state',s.get('state')||q.get('state'));f.submit()}",
    "else document.getElementById('none').hidden=false;",
  ].join('');
  return scriptPage('Signing in', body, script);
}

async function postToken(tools: Tools, asked: SignInRequest): Promise<Response> {
  const form = await readForm(asked.request);
  if (!form) return text(413, 'The token is missing or too large.');
  const to = returnPath(form.get('to'), asked.site);
  const [token, state] = [form.get('token') ?? '', form.get('state')];
  return acceptToken(tools, asked, { token, to, state });
}

async function acceptToken(
  tools: Tools,
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
  const again = `<p><a class="button" href="${encodeURI(site.deployment.basePath)}${authFolder}sign-in">Sign in again</a></p>`;
  const busy = await limited(tools.limits, client);
  if (busy !== undefined) {
    const body = '<p class="page-lead">Too many attempts. Wait a minute, then try again.</p>';
    const more = { status: 429, headers: { 'retry-after': busy } };
    return noticePage(site, { title: 'Not signed in', body, ...more });
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
    const body = `<p class="page-lead">The token of the login page was not accepted.</p>${again}`;
    return noticePage(site, { title: 'Not signed in', body, status: 403 });
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
  const who = given.session.email === undefined ? 'this account' : given.session.email;
  const hidden = Object.entries({ to: given.to, state, token: given.token });
  const body = [
    `<p class="page-lead">A login page has sent you here to sign in as <strong>${escapeHtml(who)}</strong>. Continue only if that is you.</p>`,
    buttonForm(`${site.deployment.basePath}${authFolder}callback`, `Continue as ${who}`, hidden),
  ].join('');
  return noticePage(site, { title: 'Sign in', body, headers: { 'set-cookie': cookie } });
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

function askSignOut({ site }: SignInRequest): Promise<Response> {
  const body = buttonForm(`${site.deployment.basePath}${authFolder}sign-out`, 'Sign out');
  return noticePage(site, { title: 'Sign out', body });
}

async function signOut({ sessions }: Tools, asked: SignInRequest): Promise<Response> {
  const { site, client, request } = asked;
  return leadTo(site.deployment.basePath || '/', 303, await sessions.end(request, client.secure));
}

/** Seconds to wait when there were too many attempts, else undefined. */
async function limited(
  limits: SignInLimits,
  client: Client,
  account?: string,
): Promise<string | undefined> {
  try {
    await limits.address(client.address);
    if (account !== undefined) await limits.account(account);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.headers['Retry-After'] ?? '60';
  }
}

/** The fields of a form; undefined when it is too large, or of another kind. */
async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined;
  let body = '';
  const decoder = new TextDecoder();
  for await (const part of request.body ?? []) {
    body += decoder.decode(part as Uint8Array, { stream: true });
    if (body.length > mostBytes) return undefined;
  }
  return new URLSearchParams(body + decoder.decode());
}

function leadTo(location: string, status: 302 | 303, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...privateHeaders, location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
}

function text(status: number, line: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${line}\n`, {
    status,
    headers: { ...privateHeaders, 'content-type': 'text/plain; charset=utf-8', ...more },
  });
}
