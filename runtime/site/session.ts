import { createHash, randomBytes } from 'node:crypto';
import type { Auth } from '../../schema/config/auth.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Accounts } from './accounts.ts';

/** Who reads, as a session tells. */
export interface Session {
  readonly email?: string;
  /** Names of `auth.groups` and of `groups` in front matter. */
  readonly groups: readonly string[];
}

/** What a session is good for: one site, as its configuration says who signs in. */
export interface SessionScope {
  /** Id of the project. */
  readonly project: string;
  readonly auth: Auth;
}

/**
 * Milliseconds a session lasts at most: an account is looked up each time, a token is seen only once and
 * ends by itself.
 */
const lifetimes = { builtin: 7 * 86_400_000, custom: 8 * 3_600_000 } as const;

/** What a browser keeps of a cookie, name and value together. */
const mostBytes = 3800;

/** On https the name keeps subdomains from planting one (RFC 6265bis, `__Host-`). */
const names = { secure: '__Host-docent_session', plain: 'docent_session' } as const;

interface Ticket {
  /** Ends on the server with signing out, whoever keeps the cookie. */
  readonly id: string;
  readonly project: string;
  /** Ends with a change of the provider or of its keys' address. */
  readonly by: string;
  readonly until: number;
  /** Id of an account of this server, and what changes with its password. */
  readonly user?: string;
  readonly stamp?: string;
  readonly email?: string;
  readonly groups?: readonly string[];
}

/** Sessions that have ended before their time. */
export interface EndedSessions {
  readonly add: (session: { readonly id: string; readonly until: number }) => Promise<unknown>;
  readonly has: (id: string) => Promise<boolean>;
}

/** Creates and reads the session cookies: encrypted, so that no one else can. */
export interface Sessions {
  /** Value of `Set-Cookie`. */
  readonly issue: (
    scope: SessionScope,
    who: Session & {
      readonly user?: string;
      readonly stamp?: string;
      /** When it ends at the latest. */
      readonly until?: number;
    },
    secure: boolean,
  ) => string;
  /** Undefined without a session that is good here and now. */
  readonly read: (request: Request, scope: SessionScope) => Promise<Session | undefined>;
  /** Ends the sessions of a request on the server; values of `Set-Cookie` that end them in the browser. */
  readonly end: (request: Request, secure: boolean) => Promise<readonly string[]>;
}

/** Sessions sealed with that vault. */
export function createSessions(options: {
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly ended: EndedSessions;
  readonly now: () => number;
}): Sessions {
  const { vault, accounts, ended, now } = options;
  const cookie = (value: string, secure: boolean, seconds: number) =>
    [
      `${secure ? names.secure : names.plain}=${value}`,
      `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    ].join('; ');

  const good = async (value: string, scope: SessionScope): Promise<Session | undefined> => {
    const ticket = open(vault, value);
    if (!ticket || ticket.project !== scope.project) return undefined;
    if (ticket.by !== issuer(scope.auth) || !(now() < ticket.until)) return undefined;
    // Tickets of earlier versions had no id, and could not be ended.
    if (!ticket.id || (await ended.has(ticket.id))) return undefined;
    if (scope.auth.provider === 'custom') {
      return { ...(ticket.email ? { email: ticket.email } : {}), groups: ticket.groups ?? [] };
    }
    const account = ticket.user === undefined ? undefined : await accounts.find(ticket.user);
    if (!account || account.stamp !== ticket.stamp) return undefined;
    return { email: account.email, groups: account.groups };
  };

  return {
    issue: (scope, who, secure) => {
      const until = Math.min(
        now() + lifetimes[scope.auth.provider],
        who.until ?? Number.POSITIVE_INFINITY,
      );
      const ticket: Ticket = {
        ...{ id: randomBytes(16).toString('base64url'), project: scope.project },
        ...{ by: issuer(scope.auth), until },
        ...(who.user === undefined
          ? { ...(who.email ? { email: who.email } : {}), groups: who.groups }
          : { user: who.user, ...(who.stamp ? { stamp: who.stamp } : {}) }),
      };
      const value = Buffer.from(vault.seal(JSON.stringify(ticket))).toString('base64url');
      if (value.length > mostBytes) {
        throw new Error('The token has too many groups for a session.');
      }
      return cookie(value, secure, Math.ceil((until - now()) / 1000));
    },
    read: async (request, scope) => {
      if (!scope.auth.enabled) return undefined;
      for (const value of valuesOf(request)) {
        const session = await good(value, scope);
        if (session) return session;
      }
      return undefined;
    },
    end: async (request, secure) => {
      for (const value of valuesOf(request)) {
        const ticket = open(vault, value);
        if (ticket?.id && now() < ticket.until)
          await ended.add({ id: ticket.id, until: ticket.until });
      }
      return [cookie('', false, 0), ...(secure ? [cookie('', true, 0)] : [])];
    },
  };
}

function valuesOf(request: Request): readonly string[] {
  const header = request.headers.get('cookie') ?? '';
  return [names.secure, names.plain].flatMap((name) => cookieValues(header, name));
}

/** All values of a cookie's name: a subdomain may have set one as well. */
export function cookieValues(header: string, name: string): readonly string[] {
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
    .slice(0, 4);
}

function issuer(auth: Auth): string {
  const text = JSON.stringify([auth.provider, auth.provider === 'custom' ? auth.jwksUrl : null]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function open(vault: Vault, value: string): Ticket | undefined {
  if (!/^[A-Za-z0-9_-]{40,4000}$/.test(value)) return undefined;
  try {
    return JSON.parse(vault.open(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    // Sealed with another key, or never sealed.
    return undefined;
  }
}
