import { sessionCookie, sessionToken } from '../members/cookie.ts';
import { type MemberSession, sessionLimits, startSession } from '../members/sessions.ts';
import { addAudit } from '../store/audit.ts';
import { type ApiCall, isoTime } from './services.ts';

/** The answer of whoever has just proven to be a member: a session under a new token. */
export async function signedIn(call: ApiCall, userId: string, operation: string) {
  const { services, header, origin } = call;
  const secure = isSecure(origin);
  const previous = sessionToken(header('cookie'), secure);
  const { token, session } = await startSession(services, userId, previous);
  await noteOwn(call, session, operation);
  const cookie = sessionCookie(token, secure, sessionLimits.total / 1000);
  return { body: { data: viewOfSession(session) }, headers: { 'Set-Cookie': cookie } };
}

/** Writes to the audit log what a member did with the own account. */
export async function noteOwn(
  { services, requestId }: ApiCall,
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
