import type { Mail } from './mailer.ts';

/** The message with a link to choose a new password. */
export function passwordResetMail(given: {
  readonly to: string;
  readonly organization: string;
  readonly link: string;
}): Mail {
  const { to, organization, link } = given;
  return {
    to,
    subject: `New password for ${organization}`,
    text: [
      `Open this link to choose a new password for the dashboard of ${organization}. It can be used once, within an hour.`,
      link,
      "If you didn't ask for it, ignore this message: your password stays as it is.",
      '',
    ].join('\n\n'),
  };
}

/** The message for a member who signs in with the identity provider. */
export function providerMail(given: {
  readonly to: string;
  readonly organization: string;
  /** The name of the provider. */
  readonly provider: string;
  readonly dashboard: string;
}): Mail {
  const { to, organization, provider, dashboard } = given;
  return {
    to,
    subject: `Sign in to ${organization}`,
    text: [
      `Your account in the dashboard of ${organization} has no password to reset: you sign in with ${provider}.`,
      dashboard,
      "If you didn't ask for it, ignore this message.",
      '',
    ].join('\n\n'),
  };
}
