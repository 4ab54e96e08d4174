import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { setQuery, usePlace } from '../place.ts';

/** The frame of a section: title, one sentence, what can be done, and filters. */
export function Page({
  title,
  lead,
  actions,
  filters,
  children,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly filters?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Docent`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p class="muted">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {filters && <div class="filters">{filters}</div>}
      {children}
    </>
  );
}

/** How many days the numbers of a list are of. */
export function Days() {
  const options = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' };
  return <Choice label="Days" name="days" options={options} initial="30" />;
}

/** A filter that is part of the address. */
export function Choice({
  label,
  name,
  options,
  initial = '',
}: {
  readonly label: string;
  readonly name: string;
  /** Value → word; the empty value is the one without a filter. */
  readonly options: Readonly<Record<string, string>>;
  /** What is chosen while the address does not say. */
  readonly initial?: string | undefined;
}) {
  const { query } = usePlace();
  return (
    <label class="choice">
      <span class="hidden">{label}</span>
      <select
        value={query.get(name) ?? initial}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value }, { replace: true })}
      >
        {Object.entries(options).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A page path that is part of the address. */
export function PageFilter({ label }: { readonly label: string }) {
  const { query } = usePlace();
  return (
    <form
      class="choice"
      onSubmit={(event) => {
        event.preventDefault();
        const page = new FormData(event.currentTarget).get('page');
        setQuery({ page: String(page).trim().replace(/^\//, '') }, { replace: true });
      }}
    >
      <label>
        <span class="hidden">{label}</span>
        <input
          name="page"
          placeholder={`${label}, then Enter`}
          defaultValue={query.get('page') ?? ''}
        />
      </label>
    </form>
  );
}

/** Parts of a section, as links: the current one is part of the address. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly {
    readonly href: string;
    readonly title: string;
    readonly isCurrent: boolean;
  }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, title, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
