import { count, short } from '../words.ts';

/** A day of a chart: one of UTC, as the API counts them. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Days as bars; the same numbers are a table for who can't see them. */
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
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const most = isTall ? evenly(highest) : highest;
  return (
    <figure class={isTall ? 'bars tall' : 'bars'}>
      {isTall && (
        <div class="scale" aria-hidden="true">
          <span>{short(most)}</span>
          <span>{short(most / 2)}</span>
          <span>0</span>
        </div>
      )}
      <svg viewBox={`0 0 ${bars.length * 10} 60`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) => {
          const height = value === 0 ? 1 : Math.max(2, (value / most) * 58);
          return (
            <rect
              key={label}
              class={value === 0 ? 'none' : ''}
              x={index * 10 + 1}
              y={60 - height}
              width={8}
              height={height}
              rx={1}
            >
              <title>{`${label}: ${count(value)} ${unit}`}</title>
            </rect>
          );
        })}
      </svg>
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
