import { emailText, memberLanguages, memberRole, shownName } from './sessions.ts';
import { body, exactly, identifier, isoTime, named } from './shapes.ts';

/** A member in the list. */
export const memberView = named(
  'Member',
  exactly('A member of the organization.', {
    id: identifier('usr', 'Member.'),
    email: emailText,
    name: shownName,
    role: memberRole,
    languages: memberLanguages,
    createdAt: isoTime('When the account was created'),
  }),
);

/** Body of Update member. */
export interface MemberBody {
  readonly role?: (typeof memberRole)['enum'][number];
  readonly languages?: readonly string[] | null;
}

export const memberUpdate = named(
  'MemberUpdate',
  body('What to change; other fields stay as they are.', {
    role: memberRole,
    languages: memberLanguages,
  }),
);
