import { setQuery, usePlace } from '../place.ts';

/** Two days that are part of the address: a list is of the time between them, and either may be left open. */
export function Span() {
  const { query } = usePlace();
  return (
    <span class="span">
      <Day label="From" name="from" query={query} />
      <Day label="To" name="to" query={query} />
    </span>
  );
}

function Day({
  label,
  name,
  query,
}: {
  readonly label: string;
  readonly name: 'from' | 'to';
  readonly query: URLSearchParams;
}) {
  return (
    <label class="choice day">
      <span class="muted">{label}</span>
      <input
        type="date"
        value={query.get(name) ?? ''}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value }, { replace: true })}
      />
    </label>
  );
}

/** The same as parameters of the API: whole days, in the zone of whoever reads. */
export function spanOf(query: URLSearchParams): { from?: string; to?: string } {
  const from = timeOf(query.get('from'), '00:00');
  const to = timeOf(query.get('to'), '23:59:59.999');
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function timeOf(day: string | null, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
