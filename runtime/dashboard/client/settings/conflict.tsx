import { Dialog } from '../parts/dialog.tsx';
import { many } from '../words.ts';
import { comparedLines } from './compare.ts';

/** Both versions of a text that was changed in two places, and what to do. */
export function Conflict({
  mine,
  theirs,
  onTake,
  onOverwrite,
  onClose,
}: {
  readonly mine: string;
  readonly theirs: string;
  readonly onTake: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
}) {
  const { before, left, right, after } = comparedLines(mine, theirs);
  return (
    <Dialog title="The settings were changed elsewhere" onClose={onClose} kind="panel">
      <p class="muted">
        Since you opened them, someone saved another version. Lines {before + 1} to{' '}
        {before + Math.max(left.length, right.length)} differ; {many(before + after, 'line')} are
        the same.
      </p>
      <div class="versions">
        <Version title="Your version" lines={left} from={before + 1} tone="good" />
        <Version title="The saved version" lines={right} from={before + 1} tone="bad" />
      </div>
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

function Version({
  title,
  lines,
  from,
  tone,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly from: number;
  readonly tone: 'good' | 'bad';
}) {
  return (
    <section class="code" aria-label={title}>
      <div class="code-head">{title}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
      <pre class={`version ${tone}`} tabIndex={0} dir="ltr">
        {lines.length === 0 ? '(nothing here)' : lines.map((line, at) => `${from + at}  ${line}\n`)}
      </pre>
    </section>
  );
}
