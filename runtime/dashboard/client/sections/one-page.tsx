import { useState } from 'preact/hooks';
import type {
  Analytics,
  FeedbackItem,
  PageDetails,
  Project,
  SearchOfPage,
} from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi } from '../cache.ts';
import { Bars } from '../parts/chart.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useNextRow } from '../parts/rows.ts';
import { Badge, Copy, Facts, Time, type Tone } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { setQuery, to } from '../place.ts';
import { isStudio } from '../served.ts';
import { useMay } from '../session.ts';
import { count, many, size, utcDay } from '../words.ts';
import { PageSource } from './page-source.tsx';

const tones: Readonly<Record<string, readonly [tone: Tone, word: string]>> = {
  completed: ['good', 'Current'],
  stale: ['wait', 'Stale'],
  pending: ['plain', 'Not translated'],
  in_progress: ['info', 'In progress'],
  failed: ['bad', 'Failed'],
};

/** One page: its numbers, its languages, what readers say, and its source with what is wrong in it. */
export function OnePage({
  project,
  path,
  days,
  paths,
}: {
  readonly project: Project;
  readonly path: string;
  readonly days: string;
  readonly paths: readonly string[];
}) {
  const at = path.split('/').map(encodeURIComponent).join('/');
  const { data, failure } = useApi<PageDetails>(
    address(`/projects/${project.id}/pages/${at}`, { days }),
  );
  useNextRow(paths, path);
  const [shown, setShown] = useState<{ readonly path: string; readonly line: number }>();
  const show = (line: number) => setShown({ path, line });
  return (
    <Dialog
      kind="panel"
      title={<bdi>{data?.title ?? path}</bdi>}
      onClose={() => setQuery({ open: undefined })}
    >
      {data ? (
        <div class="stack">
          <Reasons page={data} />
          {isStudio ? (
            <Facts facts={factsOf(data)} />
          ) : (
            <>
              <Numbers project={project} page={data} days={days} />
              <Views project={project} path={path} days={days} />
              <Searches project={project} path={path} days={days} />
            </>
          )}
          <BrokenLinks project={project} page={data} days={days} onShow={show} />
          <Translations project={project} page={data} />
          {!isStudio && <Comments project={project} path={path} />}
          <PageSource page={data} shown={shown?.path === path ? shown : undefined} onShow={show} />
        </div>
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}

interface OfPage {
  readonly project: Project;
  readonly page: PageDetails;
  readonly days: string;
}

/** Why the page should be worked on, as the list of such pages says it. */
function Reasons({ page: { cost, reasons } }: Pick<OfPage, 'page'>) {
  if (cost < 1) return null;
  return (
    <section>
      <h3>To improve</h3>
      <ul class="checks">
        {reasons.map(({ type, text }) => (
          <li key={type}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** What is known of a page without its readers. */
function factsOf({ pagePath, updatedAt, words, source }: PageDetails) {
  return [
    ['Path', <Copy key="path" text={pagePath} />],
    ['Changed', <Time key="changed" at={updatedAt} />],
    ['Words', count(words)],
    ...(source ? [['Size', size(source.bytes)] as const] : []),
  ] as const;
}

function Numbers({ project, page, days }: OfPage) {
  const may = useMay();
  const { pagePath } = page;
  const link = (value: number, section: string) =>
    value === 0 ? (
      '0'
    ) : (
      <a href={to(['p', project.slug, section], { page: pagePath })}>{count(value)}</a>
    );
  return (
    <Facts
      facts={[
        ...factsOf(page),
        [
          'Views',
          <a key="views" href={to(['p', project.slug, 'analytics'], { days, page: pagePath })}>
            {count(page.views)}
          </a>,
        ],
        ['Visitors', count(page.visitors)],
        ['Ratings', `${count(page.positive)} good, ${count(page.negative)} bad`],
        [
          'Answers that cite it',
          may('assistant:read') ? link(page.conversations, 'assistant') : count(page.conversations),
        ],
        [
          'Searches that led here',
          page.searchedOn > 0
            ? `${count(page.searches)}, of which ${count(page.searchedOn)} went on`
            : count(page.searches),
        ],
        ['Links that led nowhere', count(page.notFound)],
      ]}
    />
  );
}

function Views({
  project,
  path,
  days,
}: {
  readonly project: Project;
  readonly path: string;
  readonly days: string;
}) {
  const { data } = useApi<Analytics>(
    address(`/projects/${project.id}/analytics`, { days, pagePath: path }),
  );
  if (!data || data.totals.views === 0) return null;
  return (
    <section>
      <h3>Views by day</h3>
      <Bars
        unit="views"
        bars={data.days.map(({ date, views }) => ({ label: utcDay(date), value: views }))}
      />
    </section>
  );
}

/** What readers searched for most often when they came here from the results. */
function Searches({
  project,
  path,
  days,
}: {
  readonly project: Project;
  readonly path: string;
  readonly days: string;
}) {
  const may = useMay();
  const at = address(`/search/${project.id}/page-searches`, { pagePath: path, days, perPage: 10 });
  const { data } = useApi<readonly SearchOfPage[]>(may('assistant:read') ? at : undefined);
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h3>Searches that led here</h3>
      <ul class="lines">
        {data.map(({ query, language, opened }) => (
          <li key={`${language} ${query}`}>
            <bdi>{query}</bdi>
            <span class="muted times">{many(opened, 'time')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Translations({ project, page }: Pick<OfPage, 'project' | 'page'>) {
  if (page.translations.length === 0) return null;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return (
    <section>
      <h3>Translations</h3>
      <ul class="lines">
        {page.translations.map(({ language, status, translatedAt, humanOwned }) => {
          const [tone, word] = tones[status] ?? ['plain', status];
          return (
            <li key={language}>
              <span>
                <TranslationName project={project} page={page} language={language}>
                  {names.of(language) ?? language}
                </TranslationName>{' '}
                <span class="muted">{humanOwned ? 'owned by a person' : ''}</span>
              </span>
              <span class="actions">
                {translatedAt && (
                  <span class="muted">
                    <Time at={translatedAt} />
                  </span>
                )}
                <Badge tone={tone}>{word}</Badge>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Leads to the segments of a page in a language, where there is a server that has them. */
function TranslationName({
  project,
  page,
  language,
  children,
}: Pick<OfPage, 'project' | 'page'> & {
  readonly language: string;
  readonly children: string;
}) {
  if (isStudio) return <>{children}</>;
  const at = ['p', project.slug, 'translations', 'edit'];
  return <a href={to(at, { language, page: page.pagePath })}>{children}</a>;
}

/** Broken links of the page: where they are in its source, and how often readers followed them. */
function BrokenLinks({
  project,
  page,
  days,
  onShow,
}: OfPage & { readonly onShow: (line: number) => void }) {
  const path = address(`/projects/${project.id}/analytics`, { days, pagePath: page.pagePath });
  const { data } = useApi<Analytics>(isStudio ? undefined : path);
  const found = page.problemList.filter(({ code }) => code.startsWith('broken-'));
  const followed = data?.notFound ?? [];
  if (found.length + followed.length === 0) return null;
  return (
    <section>
      <h3>Broken links</h3>
      <ul class="lines">
        {found.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            <span class="problem">{message}</span>
            {line !== undefined && page.source && (
              <button type="button" class="quiet" onClick={() => onShow(line)}>
                Line {count(line)}
              </button>
            )}
          </li>
        ))}
        {followed.map(({ address: broken, times }) => (
          <li key={broken}>
            <code>{broken}</code>
            <span class="muted">followed {many(times, 'time')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last things that readers have said. */
function Comments({ project, path }: { readonly project: Project; readonly path: string }) {
  const { data } = useApi<readonly FeedbackItem[]>(
    address(`/projects/${project.id}/feedback`, { pagePath: path, perPage: 5 }),
  );
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h3>Feedback</h3>
      <ul class="lines">
        {data.map(({ id, rating, comment, createdAt }) => (
          <li key={id}>
            <a href={to(['p', project.slug, 'feedback'], { open: id })}>
              <Badge tone={rating === 'positive' ? 'good' : 'bad'}>
                <bdi>{comment || (rating === 'positive' ? 'Helpful' : 'Not helpful')}</bdi>
              </Badge>
            </a>
            <span class="muted">
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
