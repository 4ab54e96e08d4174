import { languages } from '../languages.ts';
import { roles } from './roles.ts';
import { body, exactly, identifier, isoTime, named, nullable } from './shapes.ts';

/** An address as it is written; whether it is one is only known when a letter arrives. */
export const emailText = {
  type: 'string',
  pattern: '^[^\\s@]{1,64}@[^\\s@]{1,189}$',
  expects: 'an email address',
  description: 'Email address, in any case.',
  examples: ['ada@example.com'],
} as const;

const password = (description: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description,
    examples: ['correct horse battery staple'],
  }) as const;

const newPassword = {
  ...password('The new password: at least 10 characters, and not the email address.'),
  minLength: 10,
};

/** The name that other members see. */
const memberName = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Name, as other members see it.',
  examples: ['Ada Lovelace'],
} as const;

/** The name of a member in answers. */
export const shownName = {
  type: 'string',
  description: 'Name, as other members see it.',
  examples: ['Ada Lovelace'],
} as const;

/** A role in the organization. */
export const memberRole = {
  type: 'string',
  enum: roles,
  description: 'What the member may do.',
  examples: ['editor'],
} as const;

/** The languages of a translator. */
export const memberLanguages = nullable({
  type: 'array',
  uniqueItems: true,
  minItems: 1,
  items: { type: 'string', enum: Object.keys(languages) },
  description: 'The languages that a translator may change; null for all, and for other roles.',
  examples: [['fr', 'de']],
});

const organization = exactly('The organization.', {
  id: identifier('org', 'Organization.'),
  name: { type: 'string', description: 'Its name.', examples: ['Acme'] },
});

/** Who is signed in. */
export const sessionView = named(
  'Session',
  exactly('The session, and whose it is.', {
    user: exactly('The member.', {
      id: identifier('usr', 'Member.'),
      email: emailText,
      name: shownName,
      role: memberRole,
      languages: memberLanguages,
    }),
    organization,
    expiresAt: isoTime('When the session ends, unless it is used before'),
  }),
);

/** Body of Sign in. */
export interface SignInBody {
  readonly email: string;
  readonly password: string;
  readonly organization?: string;
}

export const signInBody = named(
  'SignIn',
  body(
    'Who signs in.',
    {
      email: emailText,
      password: password('The password.'),
      organization: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description:
          'Id or slug of the organization, for an address that is a member of several with the same password.',
        examples: ['acme'],
      },
    },
    ['email', 'password'],
  ),
);

/** Body of Change password. */
export interface PasswordBody {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export const passwordBody = named(
  'PasswordChange',
  body(
    'The password as it was, and as it shall be.',
    { currentPassword: password('The password until now.'), newPassword },
    ['currentPassword', 'newPassword'],
  ),
);

/** Body of Request password reset. */
export interface ResetRequestBody {
  readonly email: string;
}

export const resetRequestBody = named(
  'PasswordResetRequest',
  body('Who needs a new password.', { email: emailText }, ['email']),
);

/** Response of Request password reset: the same for every address. */
export const resetRequested = named(
  'PasswordResetRequested',
  exactly('The request.', {
    requested: { type: 'boolean', const: true, description: 'Always true.' },
  }),
);

/** Body of Reset password. */
export interface ResetBody {
  readonly token: string;
  readonly password: string;
}

export const resetBody = named(
  'PasswordReset',
  body(
    'The new password.',
    {
      token: {
        type: 'string',
        minLength: 1,
        maxLength: 1000,
        description: 'The token in the link, after its `#`.',
        examples: [
          'v1.mT4cZp0yV7s-1kQe9uHf4gZi6oXjRkPtEb3pJ2mQx8Vd1nT5cYw7aLr0sKe9uHf4gZi6oXjRkPtE',
        ],
      },
      password: newPassword,
    },
    ['token', 'password'],
  ),
);

/** Body of Invite member. */
export interface InviteBody {
  readonly email: string;
  readonly role: (typeof roles)[number];
  readonly languages?: readonly string[] | null;
}

export const inviteBody = named(
  'Invite',
  body(
    'Whom to invite, as what.',
    { email: emailText, role: memberRole, languages: memberLanguages },
    ['email', 'role'],
  ),
);

const invitationId = identifier('inv', 'Invitation.');

/** Response of Invite member. */
export const inviteCreated = named(
  'InvitationCreated',
  exactly('The invitation.', {
    id: invitationId,
    link: {
      type: 'string',
      description: 'The link to send to the person: shown only once, and usable only once.',
      examples: [
        'https://docs.example.com/dashboard/welcome#b3pJ2mQx8Vd1nT5cYw7aLr0sKe9uHf4gZi6oXjRkPtE',
      ],
    },
    expiresAt: isoTime('When the link expires'),
    sent: {
      type: 'boolean',
      description:
        'Whether the link was sent to the address: only a server that sends messages does.',
    },
  }),
);

/** An invitation in the list. */
export const invitationView = named(
  'Invitation',
  exactly('An invitation that was not used yet.', {
    id: invitationId,
    email: emailText,
    role: memberRole,
    languages: memberLanguages,
    createdAt: isoTime('When it was written'),
    expiresAt: isoTime('When its link expires'),
  }),
);

/** Response of Get invitation: what the link is for. */
export const invitationOffer = named(
  'InvitationOffer',
  exactly('What an invitation is for.', {
    email: nullable({
      ...emailText,
      description: 'Who was invited; null for the first owner, who gives the address.',
    }),
    role: memberRole,
    languages: memberLanguages,
    organization,
    expiresAt: isoTime('When the link expires'),
  }),
);

const invitationToken = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'The token in the link of the invitation, after its `#`.',
  examples: ['b3pJ2mQx8Vd1nT5cYw7aLr0sKe9uHf4gZi6oXjRkPtE'],
} as const;

/** Body of Get invitation: a token in an address would be in the logs of proxies. */
export interface OfferBody {
  readonly token: string;
}

export const offerBody = named(
  'InvitationToken',
  body('An invitation.', { token: invitationToken }, ['token']),
);

/** Body of Accept invitation. */
export interface AcceptBody extends OfferBody {
  readonly name: string;
  readonly password: string;
  readonly email?: string;
}

export const acceptBody = named(
  'InvitationAcceptance',
  body(
    'The new member.',
    {
      token: invitationToken,
      name: memberName,
      password: newPassword,
      email: {
        ...emailText,
        description: 'Email address of the first owner; other invitations have one, which counts.',
      },
    },
    ['token', 'name', 'password'],
  ),
);

/** Response of the deletion of something with an id. */
export const deleted = (prefix: string, what: string) =>
  exactly(`The deleted ${what}.`, {
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
    id: identifier(prefix, `Id of the ${what}.`),
  });
