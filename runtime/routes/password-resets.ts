import {
  type ResetBody,
  type ResetRequestBody,
  resetBody,
  resetRequestBody,
  resetRequested,
  sessionView,
} from '../../schema/api/sessions.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import type { ApiEndpoint, ApiServices } from '../api/services.ts';
import { signedIn } from '../api/sign-in.ts';
import { readerBodyLimit } from '../http/body.ts';
import {
  type PasswordResets,
  requestPasswordReset,
  resetPassword,
} from '../members/password-reset.ts';

const asGuest = {
  method: 'POST',
  tag: 'Sessions',
  scope: null,
  session: true,
  bodyLimit: readerBodyLimit,
  countAddress: ({ signInLimits }: ApiServices, address: string) => signInLimits.address(address),
} as const;

/** Members who have forgotten their password. */
export const passwordResetRoutes: readonly ApiEndpoint[] = [
  {
    ...asGuest,
    path: '/password-resets',
    operationId: 'requestPasswordReset',
    title: 'Request password reset',
    description:
      'Sends a link for a new password to the address, if it is that of a member: the response does not tell. The link can be used once, within an hour. Sends three messages per minute to one address.',
    body: resetRequestBody,
    success: { status: 202, description: 'The request.', schema: dataOf(resetRequested) },
    errors: [
      {
        code: 'NOT_FOUND',
        description: 'The server sends no mail, or does not know the address of its dashboard.',
      },
      { code: 'LIMIT_EXCEEDED', description: 'Too many attempts.' },
    ],
    handle: async ({ services, body, origin }) => {
      const { email } = body as ResetRequestBody;
      await requestPasswordReset(services, resetsOf(services), { email, origin });
      return { body: { data: { requested: true } } };
    },
  },
  {
    ...asGuest,
    path: '/password-resets/use',
    operationId: 'resetPassword',
    title: 'Reset password',
    description:
      'Sets the password of the member that the link is for, ends all other sessions and starts one, whose cookie it sets. The link is used up.',
    body: resetBody,
    success: { status: 201, description: 'The new session.', schema: dataOf(sessionView) },
    errors: [{ code: 'NOT_FOUND', description: 'The link was used already or has expired.' }],
    handle: async (call) => {
      const { services, body } = call;
      const id = await resetPassword(services, resetsOf(services), body as ResetBody);
      return signedIn(call, id, 'resetPassword');
    },
  },
];

function resetsOf({ passwordResets }: ApiServices): PasswordResets {
  if (passwordResets) return passwordResets;
  throw new ApiError(
    'NOT_FOUND',
    'This server sends no mail. Ask an owner of your organization for a link.',
  );
}
