import { Dialog } from '../parts/dialog.tsx';
import { Versions } from './versions.tsx';

/** Both versions of a text that was changed in two places, and what to do. */
export function Conflict({
  mine,
  theirs,
  onMerge,
  onTake,
  onOverwrite,
  onClose,
}: {
  readonly mine: string;
  readonly theirs: string;
  readonly onMerge: (text: string) => void;
  readonly onTake: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="The settings were changed elsewhere" onClose={onClose} kind="panel">
      <p class="muted">
        Since you opened them, someone saved another version. Take single changes of it, or decide
        for one of the two.
      </p>
      <Versions
        {...{ mine, theirs, onMerge }}
        titles={{ mine: 'Your version', theirs: 'The saved version' }}
      />
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Go on editing
        </button>
        <button type="button" onClick={onTake}>
          Take the saved version
        </button>
        <button type="button" class="danger" onClick={onOverwrite}>
          Overwrite it with yours
        </button>
      </div>
    </Dialog>
  );
}
