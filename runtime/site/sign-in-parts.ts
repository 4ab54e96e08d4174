import type { SiteReader } from '../../pipeline/output/read.ts';
import { type Words, wordsOf } from '../../pipeline/site/words.ts';
import { ApiError } from '../../schema/errors.ts';
import { escapeHtml } from '../../schema/html.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Accounts } from './accounts.ts';
import { languageOf } from './address-language.ts';
import type { Client } from './client.ts';
import { localPath } from './local-path.ts';
import type { Sessions } from './session.ts';
import { privateHeaders } from './sign-in-page.ts';
import type { VerifyToken } from './sign-in-token.ts';

/** Below the address of a site: `sign-in`, `link`, `callback`, `sign-out` and `session`. */
export const authFolder = '/_auth/';

/** Bytes of a form: a token has its groups in it. */
const mostBytes = 16 * 1024;

/** What signing in is made of. */
export interface SignInParts {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly verifyToken: VerifyToken;
  readonly log: (line: string) => void;
  readonly limits?: SignInLimits;
  /** Present where this server sends messages. */
  readonly links?: SignInLinks;
}

/** What sends links to sign in with, and knows which were used. */
export interface SignInLinks {
  readonly mailer: Mailer;
  /** Seals what is in a link, so that nothing of it has to be stored until it is used. */
  readonly vault: Vault;
  /** Links for one account. */
  readonly limit: RateLimiter;
  /** Uses a link up; false if it was before. */
  readonly use: (link: { readonly id: string; readonly until: number }) => Promise<boolean>;
  readonly now: () => number;
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

/** The same with limits. */
export interface SignInTools extends SignInParts {
  readonly limits: SignInLimits;
}

/** The words of the pages of signing in, in the language of the address that a reader wants, as its 404 page is. */
export function wordsAt(site: SiteReader, address = ''): Pick<Words, 'signIn' | 'shell'> {
  return wordsOf(languageOf(site, address).language);
}

/**
 * A return address as path of this very site, else its first page: never an address elsewhere, and
 * never the pages of signing in themselves.
 */
export function returnPath(wanted: string | null | undefined, site: SiteReader): string {
  const { basePath } = site.deployment;
  const path = localPath(wanted, basePath);
  if (path === undefined || path.startsWith(`${basePath}${authFolder}`)) return basePath || '/';
  return path;
}

/** A link to another attempt, which leads to the same page. */
export function signInAgain(site: SiteReader, to: string): string {
  const page = `${encodeURI(site.deployment.basePath)}${authFolder}sign-in`;
  const label = escapeHtml(wordsAt(site, to).signIn.again);
  return `<p><a class="dc-button" href="${page}?to=${encodeURIComponent(to)}">${label}</a></p>`;
}

/** Seconds to wait when there were too many attempts, else undefined. */
export async function limited(
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
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
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

export function leadTo(
  location: string,
  status: 302 | 303,
  cookies: readonly string[] = [],
): Response {
  const headers = new Headers({ ...privateHeaders, location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
}

export function text(
  status: number,
  line: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${line}\n`, {
    status,
    headers: { ...privateHeaders, 'content-type': 'text/plain; charset=utf-8', ...more },
  });
}
