import { count } from '../words.ts';

/** A day of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Days as bars; the same numbers are a table for who can't see them. */
export function Bars({ bars, unit }: { readonly bars: readonly Bar[]; readonly unit: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure class="bars">
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
        <span>{bars.at(-1)?.label}</span>
      </figcaption>
      <table class="hidden">
        <caption>{`${unit} by day`}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{count(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** How much of a whole, with words for it next to it. */
export function Share({ of, label }: { readonly of: number; readonly label: string }) {
  return (
    <meter class="share" min={0} max={1} value={Math.max(0, Math.min(1, of))} aria-label={label} />
  );
}
