import { useMemo, useState } from 'preact/hooks';
import { many } from '../words.ts';
import { type ComparedPart, comparedLines, withTheirs } from './compare.ts';

/** Unchanged lines that are shown around a change. */
const around = 3;

/** Two versions of a text, line by line: what differs is marked, and what is the same is folded. */
export function Versions({
  mine,
  theirs,
  titles,
  onMerge,
}: {
  readonly mine: string;
  readonly theirs: string;
  readonly titles: { readonly mine: string; readonly theirs: string };
  /** Takes a text of mine that has a change of theirs. */
  readonly onMerge?: (text: string) => void;
}) {
  const parts = useMemo(() => comparedLines(mine, theirs), [mine, theirs]);
  const changes = parts.filter(({ isSame }) => !isSame).length;
  const same = parts.reduce((sum, part) => (part.isSame ? sum + part.mine.length : sum), 0);
  const digits = String(Math.max(mine.split('\n').length, theirs.split('\n').length)).length;
  return (
    <>
      <p class="muted" role="status">
        {changes === 0
          ? 'Both versions are the same.'
          : `${many(changes, 'change')}; ${many(same, 'line')} ${same === 1 ? 'is' : 'are'} the same.`}
      </p>
      <section class="code versions" aria-label="Changes">
        <div class="code-head">
          <span class="version-name">
            <del>−</del> {titles.theirs}
          </span>
          <span class="version-name">
            <ins>+</ins> {titles.mine}
          </span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
        <div class="version" tabIndex={0} dir="ltr">
          {parts.map((part, at) =>
            part.isSame ? (
              <Same
                key={`${at} ${part.line.mine}`}
                {...{ part, digits }}
                isFirst={at === 0}
                isLast={at === parts.length - 1}
              />
            ) : (
              <Change
                key={`${at} ${part.line.mine}`}
                {...{ part, digits }}
                {...(onMerge ? { onTake: () => onMerge(withTheirs(parts, part)) } : {})}
              />
            ),
          )}
        </div>
      </section>
    </>
  );
}

interface PartProps {
  readonly part: ComparedPart;
  /** Of the largest line number. */
  readonly digits: number;
}

function Change({ part, digits, onTake }: PartProps & { readonly onTake?: () => void }) {
  const { mine, theirs, line } = part;
  return (
    <div class="version-change">
      {theirs.map((text, at) => (
        <del key={at} class="line">
          {numbered(line.theirs + at, digits, '−', text)}
        </del>
      ))}
      {mine.map((text, at) => (
        <ins key={at} class="line">
          {numbered(line.mine + at, digits, '+', text)}
        </ins>
      ))}
      {onTake && (
        <button type="button" class="take" onClick={onTake}>
          Take theirs <span class="hidden">at line {line.theirs}</span>
        </button>
      )}
    </div>
  );
}

/** Lines next to a change, and how many others there are. */
function Same({
  part: { mine, line },
  digits,
  isFirst,
  isLast,
}: PartProps & { readonly isFirst: boolean; readonly isLast: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const head = isFirst ? 0 : around;
  const tail = isLast ? 0 : around;
  const hidden = mine.length - head - tail;
  const lines = (from: number, to: number) =>
    mine.slice(from, to).map((text, at) => (
      <div key={from + at} class="line">
        {numbered(line.mine + from + at, digits, ' ', text)}
      </div>
    ));
  if (isOpen || hidden <= 1) return <>{lines(0, mine.length)}</>;
  return (
    <>
      {lines(0, head)}
      <button type="button" class="folded" onClick={() => setOpen(true)}>
        {many(hidden, 'line')} that {hidden === 1 ? 'is' : 'are'} the same
      </button>
      {lines(mine.length - tail, mine.length)}
    </>
  );
}

function numbered(number: number, digits: number, mark: string, text: string) {
  return (
    <>
      <span class="number">{String(number).padStart(digits)}</span> {mark} {text}
    </>
  );
}
