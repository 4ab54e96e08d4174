import { useState } from 'preact/hooks';
import type { Invitation, InvitationCreated, Member } from '../../../../packages/client/models.ts';
import { type Role, roles, roleTexts } from '../../../../schema/api/roles.ts';
import { ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Code, dash, Field, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useSession } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';

/** The languages of a form; null for all. */
function codesOf(fields: FormData): readonly string[] | null {
  const codes = String(fields.get('languages') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  return codes.length > 0 ? codes : null;
}

/** Only translators have languages: all of them, or those they had. */
function languagesFor(role: Role, languages: Member['languages']) {
  return role === 'translator' ? { languages } : {};
}

/** Changes the role of a member, and offers to take it back. */
async function change(member: Member, to: object, says: string): Promise<void> {
  const { id, name, email, role, languages } = member;
  const before = { role, ...languagesFor(role, languages) };
  await attempt(async () => {
    await ask('PATCH', `/members/${id}`, to);
    say(`${name || email} is ${says}.`, {
      action: {
        label: 'Undo',
        run: () =>
          void attempt(async () => {
            await ask('PATCH', `/members/${id}`, before);
            say(`${name || email} is ${role} again.`);
          }).then(() => refresh('/members')),
      },
    });
  });
  refresh('/members');
}

/** Who may work on the sites of the organization. */
export function Members() {
  const { query } = usePlace();
  const { user } = useSession();
  const list = useList<Member>('/members?perPage=100');
  const invited = useApi<readonly Invitation[]>('/invitations?perPage=100');
  const [made, setMade] = useState<InvitationCreated>();
  const [removed, setRemoved] = useState<Member>();
  const [translator, setTranslator] = useState<Member>();
  const [invitedAs, setInvitedAs] = useState<Role>('editor');
  const add = () => setQuery({ new: '1' });
  const close = () => setQuery({ new: undefined }, { replace: true });
  useShortcuts([{ keys: 'c', group: 'Members', label: 'Invite a member', run: add }]);
  const columns: readonly Column<Member>[] = [
    {
      ...{ title: 'Name', width: 'minmax(0, 2fr)', narrow: 'title' },
      cell: ({ name, email, id }) => (
        <>
          <strong>{name || email}</strong> {id === user.id && <span class="muted">(you)</span>}
        </>
      ),
    },
    {
      ...{ title: 'Email', width: 'minmax(0, 2fr)' },
      cell: ({ email }) => email,
    },
    {
      ...{ title: 'Role', width: '10rem', narrow: 'end' },
      cell: (member) => (
        <select
          aria-label={`Role of ${member.name || member.email}`}
          value={member.role}
          onChange={(event) => {
            const role = event.currentTarget.value as Role;
            void change(member, { role, ...languagesFor(role, null) }, `${role} now`);
          }}
        >
          {roles.map((role) => (
            <option key={role} value={role} title={roleTexts[role]}>
              {role}
            </option>
          ))}
        </select>
      ),
    },
    {
      ...{ title: 'Languages', width: '8rem' },
      cell: (member) =>
        member.role === 'translator' ? (
          <button type="button" class="quiet" onClick={() => setTranslator(member)}>
            {member.languages?.join(', ') ?? 'All'}
            <span class="hidden">: languages of {member.name || member.email}</span>
          </button>
        ) : (
          dash
        ),
    },
    {
      ...{ title: 'Since', width: '7rem', narrow: 'none' },
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      ...{ title: 'Remove', width: '6rem', narrow: 'end' },
      cell: (member) => (
        <button
          type="button"
          class="quiet"
          aria-label={`Remove ${member.name || member.email}`}
          onClick={() => setRemoved(member)}
        >
          Remove
        </button>
      ),
    },
  ];
  return (
    <Page
      title="Members"
      lead="People who can work on the sites of this organization."
      actions={
        <>
          <Export path="/members?perPage=100" name="members" />
          <button type="button" class="primary" onClick={add}>
            <Icon name="plus" /> Invite
          </button>
        </>
      }
    >
      <div class="stack">
        <Table
          label="Members"
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <Empty icon="users" title="No member yet">
              Invite the first one.
            </Empty>
          }
        />
        {invited.data && invited.data.length > 0 && (
          <section class="card">
            <div class="filters">
              <h2>Invited</h2>
              <span class="spread" />
              <Export path="/invitations?perPage=100" name="invitations" about="invitations" />
            </div>
            <ul class="lines invited">
              {invited.data.map(({ id, email, role, languages, expiresAt }) => (
                <li key={id}>
                  <span>
                    {email ?? 'The first owner'}{' '}
                    <span class="muted">
                      as {role}
                      {languages && ` for ${languages.join(', ')}`}
                    </span>
                  </span>
                  <span class="actions">
                    <span class="muted">
                      ends <Time at={expiresAt} />
                    </span>
                    <button
                      type="button"
                      class="quiet"
                      aria-label={`Withdraw the invitation of ${email ?? 'the first owner'}`}
                      onClick={() =>
                        void attempt(() => ask('DELETE', `/invitations/${id}`)).then(() =>
                          refresh('/invitations'),
                        )
                      }
                    >
                      Withdraw
                    </button>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {query.has('new') && (
        <FormDialog
          title="Invite a member"
          submit="Create link"
          onClose={close}
          onSubmit={async (fields) => {
            const { data } = await ask<InvitationCreated>('POST', '/invitations', {
              email: String(fields.get('email')).trim(),
              role: invitedAs,
              ...(invitedAs === 'translator' ? { languages: codesOf(fields) } : {}),
            });
            refresh('/invitations');
            close();
            setMade(data);
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
      )}
      {made && (
        <Dialog title="Send this link" onClose={() => setMade(undefined)}>
          <div class="stack">
            <p>
              Whoever opens it becomes a member. It works once, ends <Time at={made.expiresAt} />,
              and is not shown again.
            </p>
            <Code label="Link" text={made.link} />
          </div>
        </Dialog>
      )}
      {translator && (
        <FormDialog
          title={`Languages of ${translator.name || translator.email}`}
          submit="Save languages"
          onClose={() => setTranslator(undefined)}
          onSubmit={async (fields) => {
            await ask('PATCH', `/members/${translator.id}`, { languages: codesOf(fields) });
            refresh('/members');
            setTranslator(undefined);
            say('Languages saved.');
          }}
        >
          <Field label="Languages" hint="Codes with commas, such as fr, pt-BR. Empty for all.">
            <input
              name="languages"
              autoComplete="off"
              spellcheck={false}
              defaultValue={translator.languages?.join(', ') ?? ''}
            />
          </Field>
        </FormDialog>
      )}
      {removed && (
        <FormDialog
          title={`Remove ${removed.name || removed.email}?`}
          submit="Remove member"
          danger
          onClose={() => setRemoved(undefined)}
          onSubmit={async () => {
            await ask('DELETE', `/members/${removed.id}`);
            refresh('/members');
            setRemoved(undefined);
            say('Member removed.');
          }}
        >
          <p>All their sessions end at once. What they did stays in the audit log.</p>
        </FormDialog>
      )}
    </Page>
  );
}
