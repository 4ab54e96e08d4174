import { sessionCookie, sessionToken } from '../members/cookie.ts';
import {
  type MemberSession,
  type MemberTools,
  sessionLimits,
  startSession,
} from '../members/sessions.ts';
import { addAudit } from '../store/audit.ts';
import { type ApiCall, isoTime } from './services.ts';

/** The answer of whoever has just proven to be a member: a session under a new token. */
export async function signedIn(call: ApiCall, userId: string, operation: string) {
  const { header, origin } = call;
  const secure = isSecure(origin);
  const previous = sessionToken(header('cookie'), secure);
  const { cookie, session } = await beginSession(call, userId, { operation, secure, previous });
  return { body: { data: viewOfSession(session) }, headers: { 'Set-Cookie': cookie } };
}

/** Starts the session of a member and writes it to the audit log; its cookie as a value of `Set-Cookie`. */
export async function beginSession(
  by: { readonly services: MemberTools; readonly requestId: string },
  userId: string,
  {
    operation,
    secure,
    previous,
  }: {
    readonly operation: string;
    readonly secure: boolean;
    readonly previous: string | undefined;
  },
): Promise<{ readonly cookie: string; readonly session: MemberSession }> {
  const { token, session } = await startSession(by.services, userId, previous);
  await noteOwn(by, session, operation);
  return { cookie: sessionCookie(token, secure, sessionLimits.total / 1000), session };
}

/** Writes to the audit log what a member did with the own account. */
export async function noteOwn(
  { services, requestId }: { readonly services: MemberTools; readonly requestId: string },
  { user, organization }: MemberSession,
  action: string,
): Promise<void> {
  await addAudit(services.store.db, {
    ...{ id: services.newId('aud'), org_id: organization.id, project_id: null, actor: user.id },
    ...{ action, detail: '{}', created_at: services.now(), request_id: requestId },
  });
}

/** A session as answers show it. */
export function viewOfSession({ user, organization, expiresAt }: MemberSession) {
  return { user, organization, expiresAt: isoTime(expiresAt) };
}

/** Whether cookies of an origin go over https alone. */
export function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}
