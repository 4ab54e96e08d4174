import type { Mail } from './mailer.ts';

/** The message with the link of an invitation. */
export function invitationMail(given: {
  readonly to: string;
  readonly organization: string;
  readonly link: string;
  /** When the link expires, in milliseconds. */
  readonly expiresAt: number;
}): Mail {
  const day = new Date(given.expiresAt).toISOString().slice(0, 10);
  return {
    to: given.to,
    subject: `Invitation to ${given.organization}`,
    text: [
      `You are invited to work on the documentation of ${given.organization}. Open this link to choose a password. It can be used once, until ${day}.`,
      given.link,
      '',
    ].join('\n\n'),
  };
}
