import type { ComponentChildren } from 'preact';
import type { Me, Usage as Used } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi } from '../cache.ts';
import { Bars, Share } from '../parts/chart.tsx';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Choice, Page } from '../parts/page.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { to, usePlace } from '../place.ts';
import { count, many, short } from '../words.ts';

/** What is counted by month and by day. */
const meters = {
  pageTranslations: 'Page translations',
  webhookEvents: 'Webhook events',
  assistantTokens: 'Assistant tokens',
} as const;

/** A number of each, where there is no room for more. */
const units = { pageTranslations: 'page', webhookEvents: 'event', assistantTokens: 'token' };

type Meter = keyof typeof meters;
type Day = Used['days'][number];

const columns: readonly Column<Day>[] = [
  {
    ...{ title: 'Day', width: 'minmax(0, 2fr)', narrow: 'title' },
    cell: ({ date }) => dayOf(date),
  },
  ...(Object.keys(meters) as Meter[]).map(
    (name): Column<Day> => ({
      ...{ title: meters[name], width: 'minmax(0, 1fr)', isNumber: true },
      cell: (day) => <Amount of={day[name]} name={name} />,
    }),
  ),
];

/** What the organization uses of its plan, and what happens at each limit. */
export function Usage() {
  const { query } = usePlace();
  const { data, failure } = useApi<Used>(address('/usage', { days: query.get('days') ?? '30' }));
  const me = useApi<Me>('/me');
  const plan = me.data?.organization.plan;
  return (
    <Page
      title="Usage"
      lead={
        data &&
        `${plan ? `Plan “${plan}”. ` : ''}This month ends on ${dayOf(data.endDate)}: then its counts begin again.`
      }
      actions={data && <Export rows={data.days} name="usage" />}
    >
      {data ? (
        <>
          <Limits used={data} />
          <ByDay used={data} />
        </>
      ) : failure ? (
        <Trouble failure={failure} retry />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

interface Limit {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  /** What happens at the limit. */
  readonly atLimit: ComponentChildren;
}

function Limits({ used: { limits, used, fullest } }: { readonly used: Used }) {
  const most = (name: keyof typeof fullest, title: string, section: string, atLimit: string) => {
    const project = fullest[name];
    return {
      ...{ name: title, used: project?.used ?? 0, limit: limits[name] },
      atLimit: (
        <>
          {project && (
            <>
              Most are in <a href={to(['p', project.slug, section])}>{project.name}</a>.{' '}
            </>
          )}
          {atLimit}
        </>
      ),
    };
  };
  const month: readonly Limit[] = [
    {
      ...{ name: meters.pageTranslations, used: used.pageTranslations },
      limit: limits.pageTranslations,
      atLimit:
        'At the limit, no translation starts until the month ends. What is translated stays.',
    },
    {
      ...{ name: meters.webhookEvents, used: used.webhookEvents, limit: limits.webhookEvents },
      atLimit:
        'At the limit, events are not sent until the month ends. Replay sends them afterwards.',
    },
    {
      ...{ name: meters.assistantTokens, used: used.assistantTokens },
      limit: limits.assistantTokens,
      atLimit: 'At the limit, the assistant answers no question until the month ends.',
    },
  ];
  const now: readonly Limit[] = [
    {
      ...{ name: 'Projects', used: used.projects, limit: limits.projects },
      atLimit: 'At the limit, no project can be created.',
    },
    most(
      'languages',
      'Languages of a project',
      'translations',
      'At the limit, no language can be added.',
    ),
    most(
      'glossaryTerms',
      'Glossary terms of a project',
      'translations',
      'At the limit, no term is added.',
    ),
    most('webhooks', 'Webhooks of a project', 'webhooks', 'At the limit, no webhook can be added.'),
  ];
  return (
    <div class="pairs">
      <section class="tile">
        <h2>This month</h2>
        <ul class="limits">{month.map(line)}</ul>
      </section>
      <section class="tile">
        <h2>Now</h2>
        <ul class="limits">
          {now.map(line)}
          <li>
            <strong>Size of a site</strong>
            <span class="amount">
              {limits.siteBytes === null ? 'No limit' : sizeOf(limits.siteBytes)}
            </span>
            <small>
              {limits.siteBytes !== null && 'A larger upload is refused; the live site stays.'}
            </small>
          </li>
        </ul>
      </section>
    </div>
  );
}

function line({ name, used, limit, atLimit }: Limit) {
  const isFull = limit !== null && used >= limit;
  return (
    <li key={name}>
      <strong>{name}</strong>
      <span class={isFull ? 'amount full' : 'amount'}>
        {limit === null ? `${count(used)}, no limit` : `${count(used)} of ${count(limit)}`}
      </span>
      {limit !== null && <Share of={limit === 0 ? 1 : used / limit} label={name} />}
      <small>{limit !== null && atLimit}</small>
    </li>
  );
}

function ByDay({ used: { days } }: { readonly used: Used }) {
  const { query } = usePlace();
  const asked = query.get('show') as Meter | null;
  const meter = asked && Object.hasOwn(meters, asked) ? asked : 'pageTranslations';
  const rows = [...days].reverse();
  return (
    <section class="by-day">
      <div class="filters">
        <h2>By day</h2>
        <span class="spread" />
        <Choice
          label="Days"
          name="days"
          options={{ 7: '7 days', 30: '30 days', 90: '90 days' }}
          initial="30"
        />
      </div>
      <nav class="metrics" aria-label="Numbers">
        {(Object.keys(meters) as Meter[]).map((name) => (
          <MeterLink key={name} name={name} days={days} isCurrent={name === meter} />
        ))}
      </nav>
      <Bars
        isTall
        unit={meters[meter].toLowerCase()}
        bars={days.map((day) => ({ label: dayOf(day.date), value: day[meter] }))}
      />
      <Table
        label="Usage by day"
        list={{
          ...{ rows, total: rows.length, failure: undefined, isLoading: false },
          ...{ more: undefined, isReadingMore: false },
        }}
        columns={columns}
        keyOf={({ date }) => date}
        empty={null}
      />
    </section>
  );
}

function MeterLink({
  name,
  days,
  isCurrent,
}: {
  readonly name: Meter;
  readonly days: readonly Day[];
  readonly isCurrent: boolean;
}) {
  const sum = days.reduce((all, day) => all + day[name], 0);
  const { pathname, search } = window.location;
  const params = new URLSearchParams(search);
  params.set('show', name);
  return (
    <a class="metric" href={`${pathname}?${params}`} aria-current={isCurrent ? 'true' : undefined}>
      <span>{meters[name]}</span>
      <strong title={count(sum)}>{sum < 100_000 ? count(sum) : short(sum)}</strong>
      <span>{many(days.length, 'day')}</span>
    </a>
  );
}

/** A number of a day; with its name where there are no column heads. */
function Amount({ of, name }: { readonly of: number; readonly name: Meter }) {
  return (
    <>
      <span class="bare">{count(of)}</span>
      <span class="unit">{many(of, units[name])}</span>
    </>
  );
}

/** `500 MB`, `1.95 GB`. */
function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1024
    ? `${count(Math.round(megabytes))} MB`
    : `${(megabytes / 1024).toLocaleString('en', { maximumFractionDigits: 2 })} GB`;
}

function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en', {
    ...({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
  });
}
