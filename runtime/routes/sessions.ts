import {
  type PasswordBody,
  passwordBody,
  type SignInBody,
  sessionView,
  signInBody,
} from '../../schema/api/sessions.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { isSecure, noteOwn, signedIn, viewOfSession } from '../api/sign-in.ts';
import { invalid, readerBodyLimit } from '../http/body.ts';
import { sessionCookie, sessionToken } from '../members/cookie.ts';
import { changePassword, wrongPassword } from '../members/passwords.ts';
import { endSession, memberWith, readSession } from '../members/sessions.ts';

const shared = { tag: 'Sessions', scope: null, session: true } as const;
const current = '/sessions/current';
const noSession = { code: 'AUTH_ERROR', description: 'There is no session.' } as const;
const tooMany = { code: 'LIMIT_EXCEEDED', description: 'Too many attempts.' } as const;

/** Members sign in and out. */
export const sessionRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'POST',
    path: '/sessions',
    operationId: 'signIn',
    title: 'Sign in',
    description:
      'Starts the session of a member and sets its cookie, closed to scripts. It ends after 12 hours without use, and after 30 days at the latest. Accepts 30 attempts per minute from one address and 10 for one account.',
    body: signInBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ signInLimits }, address) => signInLimits.address(address),
    success: { status: 201, description: 'The new session.', schema: dataOf(sessionView) },
    errors: [
      { code: 'AUTH_ERROR', description: 'No member has this address and password.' },
      tooMany,
    ],
    handle: async (call) => {
      const { services, body } = call;
      const given = body as SignInBody;
      await services.signInLimits.account(given.email.trim().toLowerCase());
      const found = await memberWith(services, given);
      // The same words whatever was wrong: they must not say which addresses are members.
      if (!found) throw unauthorized('The email address or the password is wrong.');
      return signedIn(call, found.id, 'signIn');
    },
  },
  {
    ...shared,
    method: 'GET',
    path: current,
    operationId: 'getSession',
    title: 'Get session',
    description: 'Who is signed in, as the cookie of the request says.',
    success: { status: 200, description: 'The session.', schema: dataOf(sessionView) },
    errors: [noSession],
    handle: async (call) => ({ body: { data: viewOfSession((await required(call)).session) } }),
  },
  {
    ...shared,
    method: 'DELETE',
    path: current,
    operationId: 'signOut',
    title: 'Sign out',
    description: 'Ends the session of the request; without one, nothing happens.',
    success: { status: 204, description: 'There is no session any more.', schema: {} },
    handle: async ({ services, header, origin }) => {
      const secure = isSecure(origin);
      const token = sessionToken(header('cookie'), secure);
      if (token !== undefined) await endSession(services, token);
      return { body: undefined, headers: { 'Set-Cookie': sessionCookie('', secure, 0) } };
    },
  },
  {
    ...shared,
    method: 'PUT',
    path: `${current}/password`,
    operationId: 'changePassword',
    title: 'Change password',
    description: 'Changes the password of the signed-in member, and ends all other sessions.',
    body: passwordBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ signInLimits }, address) => signInLimits.address(address),
    success: { status: 200, description: 'The session.', schema: dataOf(sessionView) },
    errors: [noSession, tooMany],
    handle: async (call) => {
      const { services, body } = call;
      const { currentPassword, newPassword } = body as PasswordBody;
      const { session } = await required(call);
      const { user } = session;
      await services.signInLimits.account(user.email);
      const wrong = wrongPassword(newPassword, user.email);
      if (wrong !== undefined) throw invalid('newPassword', 'unexpected-value', wrong);
      if (!(await changePassword(services, { session, currentPassword, newPassword }))) {
        throw invalid('currentPassword', 'unexpected-value', 'This is not the current password');
      }
      await noteOwn(call, session, 'changePassword');
      return { body: { data: viewOfSession(session) } };
    },
  },
];

async function required({ services, header, origin }: ApiCall) {
  const token = sessionToken(header('cookie'), isSecure(origin));
  const session = token === undefined ? undefined : await readSession(services, token);
  if (!session) throw unauthorized('There is no session. Sign in first.');
  return { session };
}

function unauthorized(message: string): ApiError {
  return new ApiError('AUTH_ERROR', message, { headers: { 'WWW-Authenticate': 'Session' } });
}
