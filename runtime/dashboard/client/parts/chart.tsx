import { useEffect, useRef, useState } from 'preact/hooks';
import { count, short } from '../words.ts';

/** A day of a chart: one of UTC, as the API counts them. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Days as bars, each with its number on hover and by keyboard; a table has them for who can't see them. */
export function Bars({
  bars,
  unit,
  isTall = false,
}: {
  readonly bars: readonly Bar[];
  readonly unit: string;
  /** With a scale at its side. */
  readonly isTall?: boolean;
}) {
  const [at, setAt] = useState<number>();
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const most = isTall ? evenly(highest) : highest;
  const side = isTall
    ? 12 + 8 * Math.max(...[most, most / 2].map((mark) => short(mark).length))
    : 0;
  const last = bars.length - 1;
  const pointed = at === undefined ? undefined : bars[at];
  const wordsOf = ({ label, value }: Bar) => `${label}: ${count(value)} ${unit}`;
  /** The bar that a key leads to, seen from one. */
  const next = ({ key, currentTarget }: KeyboardEvent, from: number): number | undefined => {
    const isReversed = (currentTarget as Element).matches(':dir(rtl)');
    if (key === 'Home') return 0;
    if (key === 'End') return last;
    if (key === (isReversed ? 'ArrowRight' : 'ArrowLeft')) return Math.max(0, from - 1);
    if (key === (isReversed ? 'ArrowLeft' : 'ArrowRight')) return Math.min(last, from + 1);
    return undefined;
  };
  return (
    <figure class={isTall ? 'bars tall' : 'bars'} style={{ '--side': `${side}px` }}>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${unit} by day in UTC`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={wordsOf(bars[at ?? last] ?? { label: '', value: 0 })}
        onFocus={() => setAt((now) => now ?? last)}
        onBlur={() => setAt(undefined)}
        onKeyDown={(event) => {
          const target = next(event, at ?? last);
          if (target === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
          event.preventDefault();
          setAt(target);
        }}
      >
        <Canvas values={bars.map(({ value }) => value)} most={most} side={side} onPoint={setAt} />
        {pointed && at !== undefined && (
          <div class="pointed" style={{ '--at': at, '--of': bars.length }}>
            <span class="column" />
            <span class="tip">{wordsOf(pointed)}</span>
          </div>
        )}
      </div>
      <figcaption>
        <span>{bars[0]?.label}</span>
        <span>days in UTC</span>
        <span>{bars.at(-1)?.label}</span>
      </figcaption>
      {/* A table of its own would be as high as its rows, also where it is hidden. */}
      <div class="hidden">
        <table>
          <caption>{`${unit} by day in UTC`}</caption>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{count(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The bars themselves, once what draws them has arrived. */
function Canvas({
  values,
  most,
  side,
  onPoint,
}: {
  readonly values: readonly number[];
  readonly most: number;
  readonly side: number;
  readonly onPoint: (index: number | undefined) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isGone = false;
    let end = () => {};
    import('./plot.ts').then(
      ({ drawBars }) => {
        if (!isGone && box.current) end = drawBars(box.current, { values, most, side, onPoint });
      },
      () => setLost(true),
    );
    return () => {
      isGone = true;
      end();
    };
  }, [values.join(), most, side]);
  return (
    <div ref={box} class="canvas">
      {isLost && <p class="muted">The chart could not be loaded. Load the page again.</p>}
    </div>
  );
}

/** The next number that people count to, whose half is one as well. */
export function evenly(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((one) => one * unit >= value) ?? 10;
  return Math.max(2, step * unit);
}

/** How much of a whole, with words for it next to it. */
export function Share({ of, label }: { readonly of: number; readonly label: string }) {
  return (
    <meter class="share" min={0} max={1} value={Math.max(0, Math.min(1, of))} aria-label={label} />
  );
}
