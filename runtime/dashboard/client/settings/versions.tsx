import { many } from '../words.ts';
import { comparedLines } from './compare.ts';

/** Two versions of a text, where they differ. */
export function Versions({
  mine,
  theirs,
  titles,
}: {
  readonly mine: string;
  readonly theirs: string;
  readonly titles: { readonly mine: string; readonly theirs: string };
}) {
  const { before, left, right, after } = comparedLines(mine, theirs);
  const last = before + Math.max(left.length, right.length);
  return (
    <>
      <p class="muted">
        {last === before + 1 ? `Line ${last} differs` : `Lines ${before + 1} to ${last} differ`};{' '}
        {many(before + after, 'line')} are the same.
      </p>
      <div class="versions">
        <Version title={titles.mine} lines={left} from={before + 1} tone="good" />
        <Version title={titles.theirs} lines={right} from={before + 1} tone="bad" />
      </div>
    </>
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
