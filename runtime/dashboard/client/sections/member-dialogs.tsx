import { useState } from 'preact/hooks';
import type { InvitationCreated, Member } from '../../../../packages/client/models.ts';
import { type Role, roles, roleTexts } from '../../../../schema/api/roles.ts';
import { ask } from '../ask.ts';
import { refresh } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Code, Field, Time } from '../parts/small.tsx';
import { say } from '../parts/toast.tsx';

interface Closing {
  readonly onClose: () => void;
}

/** Asks for the address and the role of a new member. */
export function InviteDialog({
  onClose,
  onDone,
}: Closing & { readonly onDone: (invitation: InvitationCreated) => void }) {
  const [invitedAs, setInvitedAs] = useState<Role>('editor');
  return (
    <FormDialog
      title="Invite a member"
      submit="Create link"
      onClose={onClose}
      onSubmit={async (fields) => {
        const { data } = await ask<InvitationCreated>('POST', '/invitations', {
          email: String(fields.get('email')).trim(),
          role: invitedAs,
          ...(invitedAs === 'translator' ? { languages: codesOf(fields) } : {}),
        });
        refresh('/invitations');
        onDone(data);
      }}
    >
      <Field label="Email">
        <input name="email" type="email" required autoComplete="off" />
      </Field>
      <fieldset>
        <legend>Role</legend>
        {roles.map((role) => (
          <label key={role} class="check">
            <input
              type="radio"
              name="role"
              value={role}
              checked={role === invitedAs}
              onChange={() => setInvitedAs(role)}
            />
            <span>
              <strong>{role}</strong> <span class="muted">{roleTexts[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {invitedAs === 'translator' && (
        <Field label="Languages" hint="Codes with commas, such as fr, pt-BR. Empty for all.">
          <input name="languages" autoComplete="off" spellcheck={false} />
        </Field>
      )}
    </FormDialog>
  );
}

/** The link of an invitation, which is shown only once. */
export function LinkDialog({
  invitation,
  onClose,
}: Closing & { readonly invitation: InvitationCreated }) {
  return (
    <Dialog title={invitation.sent ? 'Invitation sent' : 'Send this link'} onClose={onClose}>
      <div class="stack">
        <p>
          {invitation.sent &&
            'The link is on its way to the address. You can also send it yourself. '}
          Whoever opens it becomes a member. It works once, ends <Time at={invitation.expiresAt} />,
          and is not shown again.
        </p>
        <Code label="Link" text={invitation.link} />
      </div>
    </Dialog>
  );
}

/** The languages of a translator. */
export function LanguagesDialog({ member, onClose }: Closing & { readonly member: Member }) {
  return (
    <FormDialog
      title={`Languages of ${member.name || member.email}`}
      submit="Save languages"
      onClose={onClose}
      onSubmit={async (fields) => {
        await ask('PATCH', `/members/${member.id}`, { languages: codesOf(fields) });
        refresh('/members');
        onClose();
        say('Languages saved.');
      }}
    >
      <Field label="Languages" hint="Codes with commas, such as fr, pt-BR. Empty for all.">
        <input
          name="languages"
          autoComplete="off"
          spellcheck={false}
          defaultValue={member.languages?.join(', ') ?? ''}
        />
      </Field>
    </FormDialog>
  );
}

/** Asks before a member is removed. */
export function RemoveDialog({ member, onClose }: Closing & { readonly member: Member }) {
  return (
    <FormDialog
      title={`Remove ${member.name || member.email}?`}
      submit="Remove member"
      danger
      onClose={onClose}
      onSubmit={async () => {
        await ask('DELETE', `/members/${member.id}`);
        refresh('/members');
        onClose();
        say('Member removed.');
      }}
    >
      <p>All their sessions end at once. What they did stays in the audit log.</p>
    </FormDialog>
  );
}

/** The languages of a form; null for all. */
function codesOf(fields: FormData): readonly string[] | null {
  const codes = String(fields.get('languages') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  return codes.length > 0 ? codes : null;
}
