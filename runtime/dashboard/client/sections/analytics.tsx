import type {
  LanguageList,
  Project,
  Analytics as Sums,
} from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi } from '../cache.ts';
import { Bars } from '../parts/chart.tsx';
import { Export } from '../parts/export.tsx';
import { Icon } from '../parts/icon.tsx';
import { Choice, Days, Page, Tabs } from '../parts/page.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { analyticsParts } from '../section-parts.ts';
import { useProject } from '../session.ts';
import { count, percent, short } from '../words.ts';
import { AnalyticsLists } from './analytics-lists.tsx';
import { Editorial } from './editorial.tsx';

/** Numbers of a day that can be drawn, in their order. */
const metrics = {
  views: 'Views',
  visitors: 'Visitors',
  searches: 'Searches',
  questions: 'Questions',
  positive: 'Helpful',
  negative: 'Not helpful',
} as const;

type Metric = keyof typeof metrics;

/** The same for a page, where they mean something else. */
const pageMetrics = {
  ...metrics,
  searches: 'Searches that led here',
  questions: 'Conversations that cite it',
} as const;

/** What readers read, and which pages need work. */
export function Analytics() {
  const project = useProject();
  const place = usePlace();
  const part = place.parts[3] ?? '';
  return (
    <Page
      title="Analytics"
      lead="What readers read, counted without cookies. Days are those of UTC."
    >
      <Tabs
        label="Parts of analytics"
        tabs={Object.entries(analyticsParts).map(([name, title]) => ({
          href: to(['p', project.slug, 'analytics', ...(name ? [name] : [])]),
          title,
          isCurrent: name === part,
        }))}
      />
      {part === 'improve' ? <Editorial project={project} /> : <Readers project={project} />}
    </Page>
  );
}

function Readers({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const days = query.get('days') ?? '30';
  const pagePath = query.get('page') ?? undefined;
  const language = query.get('language') ?? undefined;
  const { data, failure } = useApi<Sums>(
    address(`/projects/${project.id}/analytics`, { days, pagePath, language }),
  );
  return (
    <>
      <div class="filters">
        <Days />
        <Languages project={project} />
        {pagePath && <PageChip path={pagePath} />}
        <span class="spread" />
        {data && !isEmpty(data) && <Export rows={data.days} name={`${project.slug}-analytics`} />}
      </div>
      {data && !data.counted && !isEmpty(data) && (
        <p class="notice">
          This server counts no views.{' '}
          {data.totals.views + data.before.views > 0 &&
            'Those shown are from before, and are deleted within an hour. '}
          <HowToCount />
        </p>
      )}
      {data ? (
        isEmpty(data) ? (
          <Nothing data={data} isFiltered={pagePath !== undefined || language !== undefined} />
        ) : (
          <Shown data={data} />
        )
      ) : failure ? (
        <Trouble failure={failure} retry />
      ) : (
        <Waiting />
      )}
    </>
  );
}

/** The languages of the site; nothing to choose from if there is one. */
function Languages({ project }: { readonly project: Project }) {
  const { data } = useApi<LanguageList>(`/projects/${project.id}/languages`);
  if (!data || data.targetLanguages.length === 0) return null;
  const source = new Intl.DisplayNames('en', { type: 'language' }).of(data.sourceLanguage);
  return (
    <Choice
      label="Language"
      name="language"
      options={{
        ...{ '': 'All languages', [data.sourceLanguage]: source ?? data.sourceLanguage },
        ...Object.fromEntries(data.targetLanguages.map(({ code, name }) => [code, name])),
      }}
    />
  );
}

/** The page that everything is about, and how to see all again. */
function PageChip({ path }: { readonly path: string }) {
  return (
    <button
      type="button"
      class="chip"
      aria-label={`Only ${path}. Show all pages`}
      onClick={() => setQuery({ page: undefined })}
    >
      <code>{path}</code>
      <Icon name="close" size={14} />
    </button>
  );
}

function isEmpty({ totals, before, days }: Sums): boolean {
  const rest = days.some(
    ({ searches, questions, positive, negative }) => searches || questions || positive || negative,
  );
  return totals.views + totals.notFound + before.views === 0 && !rest;
}

function Nothing({ data, isFiltered }: { readonly data: Sums; readonly isFiltered: boolean }) {
  if (isFiltered && data.counted) {
    return (
      <Empty
        icon="search"
        title="Nothing in these days"
        action={
          <button
            type="button"
            onClick={() => setQuery({ page: undefined, language: undefined, days: '365' })}
          >
            Show everything
          </button>
        }
      >
        Choose more days, another language or another page.
      </Empty>
    );
  }
  return data.counted ? (
    <Empty icon="chart" title="No views yet">
      Views appear here seconds after a reader opens a page of this server. Crawlers are not
      counted, nor readers whose browser asks for privacy. A copy of the site on a static host
      reports its views if it was built with <code>--runtime</code> and the address of this server.
    </Empty>
  ) : (
    <Empty icon="chart" title="This server counts no views">
      <HowToCount />
    </Empty>
  );
}

function HowToCount() {
  return (
    <>
      Start it with <code>DOCENT_ANALYTICS_RETENTION</code> set to the days that sums are kept, such
      as 400.
    </>
  );
}

function Shown({ data }: { readonly data: Sums }) {
  const { query } = usePlace();
  const names = query.has('page') ? pageMetrics : metrics;
  const known = (Object.keys(metrics) as Metric[]).filter((name) => data.days[0]?.[name] !== null);
  const asked = query.get('show') as Metric | null;
  const metric = asked && known.includes(asked) ? asked : 'views';
  return (
    <>
      <nav class="metrics" aria-label="Numbers">
        {known.map((name) => (
          <MetricLink
            key={name}
            name={name}
            title={names[name]}
            data={data}
            isCurrent={name === metric}
          />
        ))}
      </nav>
      <Bars isTall unit={names[metric].toLowerCase()} bars={barsOf(data, metric)} />
      {query.has('language') && (
        <p class="muted note">
          {query.has('page')
            ? 'Searches, questions and ratings of a page are not counted by language.'
            : 'Questions and ratings are not counted by language.'}
        </p>
      )}
      <AnalyticsLists data={data} />
    </>
  );
}

/** A number as a link: what is chosen is drawn below. */
function MetricLink({
  name,
  title,
  data,
  isCurrent,
}: {
  readonly name: Metric;
  readonly title: string;
  readonly data: Sums;
  readonly isCurrent: boolean;
}) {
  const sum = data.days.reduce((all, day) => all + (day[name] ?? 0), 0);
  const before = name === 'views' || name === 'visitors' ? data.before[name] : 0;
  const { pathname, search } = window.location;
  const params = new URLSearchParams(search);
  params.set('show', name);
  return (
    <a class="metric" href={`${pathname}?${params}`} aria-current={isCurrent ? 'true' : undefined}>
      <span>{title}</span>
      <strong title={count(sum)}>{sum < 100_000 ? count(sum) : short(sum)}</strong>
      <span>{before > 0 ? changeOf(sum, before) : ' '}</span>
    </a>
  );
}

/** `12% more than before`: these days next to as many days before. */
function changeOf(sum: number, before: number): string {
  if (sum === before) return 'As many as before';
  if (sum > before * 3) return `${count(Math.round(sum / before))} times as many as before`;
  return `${percent(Math.abs(sum - before) / before)} ${sum > before ? 'more' : 'fewer'} than before`;
}

/** Days, or weeks where there would be too many bars. */
function barsOf({ days }: Sums, metric: Metric) {
  const size = days.length > 120 ? 7 : 1;
  const shown = days.slice(days.length % size);
  return Array.from({ length: shown.length / size }, (_, index) => {
    const part = shown.slice(index * size, (index + 1) * size);
    const first = part[0]?.date ?? '';
    return {
      label: size === 1 ? dayOf(first) : `Week of ${dayOf(first)}`,
      value: part.reduce((sum, day) => sum + (day[metric] ?? 0), 0),
    };
  });
}

function dayOf(date: string): string {
  return new Date(date).toLocaleDateString('en', {
    ...({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
  });
}
