import { useState } from 'preact/hooks';
import { chooseMode, chosenMode, modes } from './appearance.ts';
import { ask } from './ask.ts';
import { FormDialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import { Field } from './parts/small.tsx';
import { say } from './parts/toast.tsx';
import { useSession } from './session.ts';

/** How the page looks. */
export function Appearance() {
  const [mode, setMode] = useState(chosenMode);
  const choose = (next: string) => {
    setMode(next);
    chooseMode(next);
  };
  return (
    <label class="menu-line">
      <span>Appearance</span>
      <select value={mode} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(modes).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Who is signed in, how the page looks, and the way out. */
export function UserMenu({
  onSignOut,
  onKeys,
}: {
  readonly onSignOut: () => void;
  readonly onKeys: () => void;
}) {
  const { user } = useSession();
  const [isChanging, setChanging] = useState(false);
  return (
    <details class="menu up">
      <summary class="user">
        <span class="initial" aria-hidden="true">
          {(user.name || user.email).slice(0, 1).toUpperCase()}
        </span>
        <span class="switcher-name">
          <strong>{user.name || user.email}</strong>
          <span class="muted">{user.role}</span>
        </span>
        <Icon name="choose" />
      </summary>
      <div class="menu-items">
        <p class="muted">{user.email}</p>
        <Appearance />
        <button type="button" onClick={onKeys}>
          <Icon name="keyboard" /> Keyboard shortcuts
        </button>
        <button type="button" onClick={() => setChanging(true)}>
          <Icon name="key" /> Change password
        </button>
        <button type="button" onClick={onSignOut}>
          <Icon name="leave" /> Sign out
        </button>
      </div>
      {isChanging && (
        <FormDialog
          title="Change password"
          submit="Change password"
          onClose={() => setChanging(false)}
          onSubmit={async (fields) => {
            await ask('PUT', '/sessions/current/password', {
              currentPassword: fields.get('current'),
              newPassword: fields.get('next'),
            });
            setChanging(false);
            say('Password changed. Other sessions have ended.');
          }}
        >
          <Field label="Current password">
            <input name="current" type="password" autoComplete="current-password" required />
          </Field>
          <Field label="New password" hint="At least 10 characters.">
            <input
              name="next"
              type="password"
              autoComplete="new-password"
              required
              minLength={10}
              maxLength={200}
            />
          </Field>
        </FormDialog>
      )}
    </details>
  );
}
