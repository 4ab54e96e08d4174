import { Dialog } from './parts/dialog.tsx';
import { activeShortcuts } from './shortcuts.ts';

const always = [
  { keys: 'Enter', group: 'Lists', label: 'Open the row' },
  { keys: 'Esc', group: 'Anywhere', label: 'Close what is open' },
];

/** What keys do on this page. */
export function Keys({ onClose }: { readonly onClose: () => void }) {
  const all = [...activeShortcuts(), ...always];
  // The longest one has a column of its own.
  const groups = [...new Set(all.map(({ group }) => group))].sort(
    (a, b) => Number(a === 'Go to') - Number(b === 'Go to'),
  );
  const isMac = /Mac|iP/.test(navigator.userAgent);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div class="keys">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {all
                .filter((one) => one.group === group)
                .map(({ keys, label }) => (
                  <div key={keys}>
                    <dt>{label}</dt>
                    <dd>
                      {keys
                        .replace('mod+', isMac ? '⌘ ' : 'Ctrl ')
                        .replace('shift+', isMac ? '⇧ ' : 'Shift ')
                        .split(' ')
                        .map((key) => (
                          <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
                        ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
