import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Code } from './small.tsx';

/** Something that the server shows only now. */
export function SecretDialog({
  title,
  secrets,
  onClose,
  children,
}: {
  readonly title: string;
  /** Label → text; a text that has two labels is shown once. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>Copy it now: it is not shown again. {children}</p>
        {Object.entries(secrets).map(
          ([label, text], index, all) =>
            all.findIndex(([, other]) => other === text) === index && (
              <Code key={label} label={label} text={text} />
            ),
        )}
        <div class="buttons">
          <button type="button" class="primary" onClick={onClose}>
            I have copied it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
