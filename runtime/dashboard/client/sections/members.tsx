import { useState } from 'preact/hooks';
import type { InvitationCreated, Member } from '../../../../packages/client/models.ts';
import { type Role, roles, roleTexts } from '../../../../schema/api/roles.ts';
import { ask } from '../ask.ts';
import { refresh, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { dash, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useSession } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog, LanguagesDialog, LinkDialog, RemoveDialog } from './member-dialogs.tsx';

/** Who may work on the sites of the organization. */
export function Members() {
  const { query } = usePlace();
  const { user } = useSession();
  const list = useList<Member>('/members?perPage=100');
  const [made, setMade] = useState<InvitationCreated>();
  const [removed, setRemoved] = useState<Member>();
  const [translator, setTranslator] = useState<Member>();
  const add = () => setQuery({ new: '1' });
  const close = () => setQuery({ new: undefined }, { replace: true });
  useShortcuts([{ keys: 'c', group: 'Members', label: 'Invite a member', run: add }]);
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
          columns={[
            nameColumn(user.id),
            emailColumn,
            roleColumn,
            languagesColumn(setTranslator),
            sinceColumn,
            removeColumn(setRemoved),
          ]}
          keyOf={({ id }) => id}
          empty={
            <Empty icon="users" title="No member yet">
              Invite the first one.
            </Empty>
          }
        />
        <Invitations />
      </div>
      {query.has('new') && (
        <InviteDialog
          onClose={close}
          onDone={(invitation) => {
            close();
            setMade(invitation);
          }}
        />
      )}
      {made && <LinkDialog invitation={made} onClose={() => setMade(undefined)} />}
      {translator && (
        <LanguagesDialog member={translator} onClose={() => setTranslator(undefined)} />
      )}
      {removed && <RemoveDialog member={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

type MemberColumn = Column<Member>;

const nameColumn = (own: string): MemberColumn => ({
  ...{ title: 'Name', width: 'minmax(0, 2fr)', narrow: 'title' },
  cell: ({ name, email, id }) => (
    <>
      <strong>{name || email}</strong> {id === own && <span class="muted">(you)</span>}
    </>
  ),
});

const emailColumn: MemberColumn = {
  ...{ title: 'Email', width: 'minmax(0, 2fr)' },
  cell: ({ email }) => email,
};

const roleColumn: MemberColumn = {
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
};

const languagesColumn = (open: (member: Member) => void): MemberColumn => ({
  ...{ title: 'Languages', width: '8rem' },
  cell: (member) =>
    member.role === 'translator' ? (
      <button type="button" class="quiet" onClick={() => open(member)}>
        {member.languages?.join(', ') ?? 'All'}
        <span class="hidden">: languages of {member.name || member.email}</span>
      </button>
    ) : (
      dash
    ),
});

const sinceColumn: MemberColumn = {
  ...{ title: 'Since', width: '7rem', narrow: 'none' },
  cell: ({ createdAt }) => <Time at={createdAt} />,
};

const removeColumn = (open: (member: Member) => void): MemberColumn => ({
  ...{ title: 'Remove', width: '6rem', narrow: 'end' },
  cell: (member) => (
    <button
      type="button"
      class="quiet"
      aria-label={`Remove ${member.name || member.email}`}
      onClick={() => open(member)}
    >
      Remove
    </button>
  ),
});

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
