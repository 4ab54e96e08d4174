import { useState } from 'preact/hooks';
import type { DeploymentPage, FeedbackItem, Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Icon } from '../parts/icon.tsx';
import { Choice, Page, PageFilter } from '../parts/page.tsx';
import { openAt } from '../parts/rows.ts';
import { Badge, Copy, Facts, Time } from '../parts/small.tsx';
import { Span, spanOf } from '../parts/span.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { useProject } from '../session.ts';
import { Source } from '../source/source.tsx';
import { many } from '../words.ts';
import { Resolved, ResolvedChoice, SentPanel } from './resolved.tsx';

function Rating({ rating }: Pick<FeedbackItem, 'rating'>) {
  const isGood = rating === 'positive';
  return <Badge tone={isGood ? 'good' : 'bad'}>{isGood ? 'Helpful' : 'Not helpful'}</Badge>;
}

const columns: readonly Column<FeedbackItem>[] = [
  {
    ...{ title: 'Comment', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ comment, pagePath }) =>
      comment ? <bdi>{comment}</bdi> : <span class="muted">No comment on {pagePath}</span>,
  },
  {
    ...{ title: 'Page', width: 'minmax(0, 1fr)', narrow: 'none' },
    cell: ({ pagePath }) => <code>{pagePath}</code>,
  },
  { title: 'Rating', width: '8rem', cell: ({ rating }) => <Rating rating={rating} /> },
  {
    ...{ title: 'State', width: '6rem', narrow: 'none' },
    cell: ({ resolved }) => <Resolved resolved={resolved} />,
  },
  { title: 'Sent', width: '8rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** What readers say about pages. */
export function Feedback() {
  const project = useProject();
  const { query } = usePlace();
  const base = `/projects/${project.id}/feedback`;
  const rating = query.get('rating') ?? undefined;
  const resolved = query.get('resolved') ?? undefined;
  const pagePath = query.get('page') ?? undefined;
  const span = spanOf(query);
  const path = address(base, { perPage: 100, rating, resolved, pagePath, ...span });
  const isFiltered = [rating, resolved, pagePath, span.from, span.to].some(Boolean);
  const list = useList<FeedbackItem>(path);
  const opened = query.get('open');
  return (
    <Page
      title="Feedback"
      lead="What readers say at the end of a page."
      actions={list.total > 0 && <Export path={path} name={`${project.slug}-feedback`} />}
      filters={
        <>
          <Choice
            label="Rating"
            name="rating"
            options={{ '': 'Any rating', negative: 'Not helpful', positive: 'Helpful' }}
          />
          <ResolvedChoice />
          <PageFilter label="Page" />
          <Span />
          <span class="spread" />
          {list.total > 0 && <span class="muted">{many(list.total, 'entry', 'entries')}</span>}
        </>
      }
    >
      <Table
        label="Feedback"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          isFiltered ? (
            <Empty
              icon="search"
              title="No feedback matches"
              action={
                <button
                  type="button"
                  onClick={() =>
                    setQuery({
                      ...{ rating: undefined, resolved: undefined, page: undefined },
                      ...{ from: undefined, to: undefined },
                    })
                  }
                >
                  Show all
                </button>
              }
            >
              Choose another rating, state, page or time.
            </Empty>
          ) : (
            <Empty icon="up" title="No feedback yet">
              Readers rate a page at its end, with a comment if they like. If they can’t, look in
              the <a href={to(['p', project.slug, 'settings'])}>settings</a>:{' '}
              <code>addons.feedback.thumbsRating</code> has to be on.
            </Empty>
          )
        }
      />
      {opened && (
        <SentPanel<FeedbackItem>
          {...{ title: 'Feedback', group: 'Feedback', base, id: opened }}
          ids={list.rows.map(({ id }) => id)}
        >
          {(entry) => <Entry project={project} entry={entry} />}
        </SentPanel>
      )}
    </Page>
  );
}

function Entry({ project, entry }: { readonly project: Project; readonly entry: FeedbackItem }) {
  return (
    <div class="stack">
      {entry.comment && (
        <blockquote dir="auto" class="turn-text">
          {entry.comment}
        </blockquote>
      )}
      <Facts
        facts={[
          ['Rating', <Rating key="rating" rating={entry.rating} />],
          [
            'Page',
            <a key="page" href={to(['p', project.slug, 'pages'], { open: entry.pagePath })}>
              {entry.pagePath}
            </a>,
          ],
          ['Sent', <Time key="sent" at={entry.createdAt} />],
          ['State', <Resolved key="state" resolved={entry.resolved} />],
          ...(entry.deploymentId === null
            ? []
            : ([
                [
                  'Deployment',
                  <a
                    key="deployment"
                    href={to(['p', project.slug, 'deployments'], { open: entry.deploymentId })}
                  >
                    The one that was live then
                  </a>,
                ],
              ] as const)),
          ['Id', <Copy key="id" text={entry.id} isShort />],
        ]}
      />
      <AsItWas key={entry.id} project={project} entry={entry} />
    </div>
  );
}

/** The page that the reader had: its source in the deployment that was live then. */
function AsItWas({
  project,
  entry: { deploymentId, pagePath, createdAt },
}: {
  readonly project: Project;
  readonly entry: FeedbackItem;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <section>
      <h3>The page as it was</h3>
      {deploymentId === null ? (
        <p class="muted">
          Which deployment was live then is not known. Look at the file in the repository as of{' '}
          <Time at={createdAt} />.
        </p>
      ) : isShown ? (
        <SourceThen
          path={`/projects/${project.id}/deployments/${deploymentId}/pages/${pagePath
            .split('/')
            .map(encodeURIComponent)
            .join('/')}`}
          at={createdAt}
        />
      ) : (
        <button type="button" onClick={() => setShown(true)}>
          <Icon name="page" /> Show its source
        </button>
      )}
    </section>
  );
}

function SourceThen({ path, at }: { readonly path: string; readonly at: string }) {
  const { data, failure } = useApi<DeploymentPage>(path);
  if (data) return <Source file={data.file} text={data.text} />;
  if (!failure) return <Waiting />;
  if (failure.status !== 404) return <Trouble failure={failure} />;
  return (
    <p role="status">
      {failure.message} Look at the file in the repository as of <Time at={at} />. How many
      deployments stay here is what <code>docent build --keep</code> says.
    </p>
  );
}
