import { ApiError } from '../../schema/errors.ts';
import {
  problemParameter,
  providerFolder,
  type SignInProblem,
} from '../../schema/provider-sign-in.ts';
import { beginSession } from '../api/sign-in.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { MemberTools } from '../members/sessions.ts';
import type { Vault } from '../secrets/vault.ts';
import type { OidcSettings } from '../settings/environment.ts';
import type { Client } from '../site/client.ts';
import { localPath } from '../site/local-path.ts';
import { endSession } from '../store/ended-sessions.ts';
import { beginAttempt, endedAttempt, findAttempt } from './attempt.ts';
import { findMemberFor } from './member.ts';
import type { Provider } from './provider.ts';
import { RefusedError } from './provider.ts';
import { ProviderAwayError } from './request.ts';

const home = '/dashboard';

/** What members sign in with at their identity provider. */
export interface ProviderSignIn extends MemberTools {
  readonly provider: Provider;
  readonly join: OidcSettings['join'];
  readonly vault: Vault;
  readonly limit: RateLimiter;
  readonly log: (line: string) => void;
}

/**
 * Answers `/dashboard/oidc/start?to=…`, which leads to the provider, and `/dashboard/oidc/callback`, to which
 * it leads back. What goes wrong is said by the page on which members sign in.
 */
export function createProviderSignIn(
  tools: ProviderSignIn,
): (request: Request, client: Client) => Promise<Response> {
  return async (request, client) => {
    const step = new URL(request.url).pathname.slice(providerFolder.length);
    if (step !== 'start' && step !== 'callback') return text(404, 'Not found.');
    if (request.method !== 'GET') return text(405, 'Only GET is allowed here.', { allow: 'GET' });
    return step === 'start' ? start(tools, request, client) : callback(tools, request, client);
  };
}

async function start(
  { provider, vault, limit, log, now }: ProviderSignIn,
  request: Request,
  client: Client,
): Promise<Response> {
  const to = returnPath(new URL(request.url).searchParams.get('to'));
  try {
    await limit(client.address);
    const { secure } = client;
    const { attempt, cookie } = beginAttempt(vault, { to, secure, now: now() });
    return lead(await provider.address(callbackAt(client), attempt), [cookie]);
  } catch (error) {
    return failed(error, { to, log });
  }
}

async function callback(
  tools: ProviderSignIn,
  request: Request,
  client: Client,
): Promise<Response> {
  const { provider, vault, store, newId, join, log, now } = tools;
  const { secure } = client;
  const { search, searchParams } = new URL(request.url);
  const given = { state: searchParams.get('state'), secure, now: now() };
  const attempt = findAttempt(vault, request, given);
  if (!attempt) return lead(withProblem(home, 'expired'));
  const { state, to, until } = attempt;
  const over = [endedAttempt(secure)];
  // Whoever has both the address and the cookie can use them only once.
  if (!(await endSession(store.db, { id: state, until }, now()))) {
    return lead(withProblem(to, 'expired'), over);
  }
  try {
    const person = await provider.person(new URL(callbackAt(client) + search), attempt);
    const member = await findMemberFor(tools, person, join);
    if (member === 'not-member' && join) {
      log(
        `A person could not join "${join.organization}" of DOCENT_OIDC_ORGANIZATION. It is no organization, or has no owner yet: see "docent orgs list".`,
      );
    }
    if (typeof member === 'string') return lead(withProblem(to, member), over);
    const by = { services: tools, requestId: newId('req') };
    const { operation } = member;
    const { cookie } = await beginSession(by, member.id, {
      ...{ operation, secure, previous: undefined },
    });
    return lead(to, [...over, cookie]);
  } catch (error) {
    return failed(error, { to, log, over });
  }
}

/** Where the provider leads back to: the address that the operator has registered there. */
function callbackAt({ origin }: Client): string {
  return `${origin}${providerFolder}callback`;
}

/** A path of the dashboard, never an address elsewhere, and never the way to the provider itself. */
function returnPath(wanted: string | null): string {
  const path = localPath(wanted, home);
  // It has to fit into a cookie.
  return path === undefined || path.length > 1000 || path.startsWith(providerFolder) ? home : path;
}

function failed(
  error: unknown,
  {
    to,
    log,
    over = [],
  }: { readonly to: string; readonly log: (line: string) => void; readonly over?: string[] },
): Response {
  if (error instanceof ApiError) return lead(withProblem(to, 'busy'), over);
  const isAway = error instanceof ProviderAwayError;
  if (!isAway && !(error instanceof RefusedError)) throw error;
  if (!isAway && error.isCancelled) return lead(withProblem(to, 'cancelled'), over);
  log(`A member could not sign in with the identity provider. ${error.message}`);
  return lead(withProblem(to, isAway ? 'away' : 'refused'), over);
}

function withProblem(to: string, problem: SignInProblem): string {
  const url = new URL(to, 'http://nowhere.invalid');
  url.searchParams.set(problemParameter, problem);
  return url.pathname + url.search;
}

const closed = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

function lead(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...closed, location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

function text(status: number, line: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = { ...closed, 'content-type': 'text/plain; charset=utf-8', ...more };
  return new Response(`${line}\n`, { status, headers });
}
