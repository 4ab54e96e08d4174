import type { SiteReader } from '../../pipeline/output/read.ts';
import { fillLabel } from '../../pipeline/site/fill-label.ts';
import { mayHave } from '../../schema/access.ts';
import type { ManifestFile } from '../../schema/build.ts';
import { escapeHtml } from '../../schema/html.ts';
import type { Client } from './client.ts';
import type { Session } from './session.ts';
import { createSignIn, signInAddress } from './sign-in.ts';
import { buttonForm, noticePage, privateHeaders } from './sign-in-page.ts';
import { authFolder, type SignInParts, type SignInRequest, wordsAt } from './sign-in-parts.ts';

/** The reader of a page. */
export interface Reading {
  /** Asked only when something needs a session. */
  readonly session: () => Promise<Session | undefined>;
  /** Absent if sign-in is not possible. */
  readonly client?: Client;
  /** A login page on the same domain has left a token as a cookie. */
  readonly hasToken?: boolean;
  /** Called with the address of a page that the reader gets, or that there is none at it. */
  readonly seen?: (address: string, outcome: 'page' | 'missing') => void;
}

/** Sessions of all sites that a server has. */
export interface SiteAccess {
  /** Who sent a request, when there is a session for the site of that project. */
  readonly sessionOf: (
    request: Request,
    site: SiteReader,
    project: string,
  ) => Promise<Session | undefined>;
  /** Answers the pages of signing in; undefined for all others. */
  readonly answer: (
    asked: Omit<SignInRequest, 'project'> & {
      readonly project: string | undefined;
    },
  ) => Promise<Response | undefined>;
}

/** Opens the sessions of a server. */
export function createSiteAccess(parts: SignInParts): SiteAccess {
  const signIn = createSignIn(parts);
  return {
    sessionOf: (request, { config: { auth } }, project) =>
      parts.sessions.read(request, { project, auth }),
    answer: async ({ project, ...asked }) => {
      const { config, deployment } = asked.site;
      if (!config.auth.enabled) return undefined;
      const { pathname } = new URL(asked.request.url);
      if (!pathname.startsWith(`${deployment.basePath}${authFolder}`)) return undefined;
      if (isAhead(asked.request)) return notAhead();
      return project === undefined ? notYet() : signIn({ ...asked, project });
    },
  };
}

/** A reader without a session, if there are no sessions. */
export const nobody: Reading = { session: async () => undefined };

/**
 * The response for a file that the reader may not read; undefined if it is allowed. The page for a
 * reader who has a session but not the group says so, instead of asking to sign in again and again.
 */
export async function guard(
  site: SiteReader,
  file: ManifestFile,
  asked: { readonly url: URL; readonly reading: Reading },
): Promise<Response | undefined> {
  const { url, reading } = asked;
  // Who writes a site sees all of it: `docent dev` has no sessions.
  if (!file.protected || site.deployment.id === 'dev') return undefined;
  const session = await reading.session();
  if (mayHave(file, session)) return undefined;
  const isPage = file.type.startsWith('text/html');
  if (session === undefined && isPage) {
    const location = loginAddress(site, url, reading);
    if (location)
      return new Response(null, { status: 302, headers: { ...privateHeaders, location } });
  }
  if (session !== undefined && isPage) {
    const { signIn, shell } = wordsAt(site, url.pathname);
    const out = buttonForm(`${site.deployment.basePath}${authFolder}sign-out`, shell.signOut);
    const lead = fillLabel(signIn.notInGroup, { groups: labelsOf(file, site) });
    const body = `<p class="page-lead">${escapeHtml(lead)}</p>${out}`;
    return noticePage(site, { title: signIn.noAccess, body, status: 403 }, url.pathname);
  }
  const line =
    session === undefined
      ? 'You must sign in to read this.'
      : 'You are not in a group that may read this file.';
  return new Response(`${line}\n`, {
    status: 403,
    headers: { ...privateHeaders, 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** The groups of a file by the names that readers know; a group of front matter alone has only its own. */
function labelsOf({ groups = [] }: ManifestFile, { config }: SiteReader): string {
  const labels = new Map(Object.entries(config.auth.groups));
  return groups.map((name) => labels.get(name)?.label ?? name).join(', ');
}

function loginAddress(
  site: SiteReader,
  url: URL,
  { client, hasToken }: Reading,
): string | undefined {
  const page = url.pathname + url.search;
  if (hasToken && site.config.auth.provider === 'custom') {
    return `${site.deployment.basePath}${authFolder}callback?${new URLSearchParams({ to: page })}`;
  }
  if (client) {
    const address = signInAddress(site, page, { client });
    // A login page that requires a login itself would be an endless redirect.
    const there = new URL(address, client.origin);
    if (there.origin === client.origin && there.pathname === url.pathname) return undefined;
    // The attempt begins there: it gets a state.
    return site.config.auth.provider === 'custom' && site.config.auth.loginUrl
      ? `${site.deployment.basePath}${authFolder}sign-in?${new URLSearchParams({ to: page })}`
      : address;
  }
  const { loginUrl } = site.config.auth;
  if (!loginUrl) return undefined;
  const login = new URL(loginUrl, url);
  login.searchParams.set('redirect', page);
  return login.href;
}

/** A browser that prepares a page ahead of a click; the reader may never open it. */
export function isAhead({ headers }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
}

/** An attempt to sign in begins with a click: the browser then asks again. */
export function notAhead(): Response {
  return new Response('Open this page to sign in.\n', {
    status: 403,
    headers: { ...privateHeaders, 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** The site was opened a moment ago, and the database does not know its project yet. */
function notYet(): Response {
  return new Response('The site is being loaded. Try again in a moment.\n', {
    status: 503,
    headers: {
      ...privateHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': '1',
    },
  });
}
