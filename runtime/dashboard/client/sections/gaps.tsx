import { useState } from 'preact/hooks';
import type { Gap, Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Choice } from '../parts/page.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { dash, Facts, Time } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { count, many } from '../words.ts';
import { QuestionTest } from './question-test.tsx';

const keyOf = ({ id }: Gap) => id;

const gapColumns: readonly Column<Gap>[] = [
  {
    ...{ title: 'Question', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ question }) => <bdi>{question}</bdi>,
  },
  {
    ...{ title: 'Asked', width: '6rem', isNumber: true },
    cell: ({ asked }) => many(asked, 'time'),
  },
  {
    ...{ title: 'Not answered', width: '7rem', isNumber: true, narrow: 'none' },
    cell: ({ unanswered }) => (unanswered > 0 ? count(unanswered) : dash),
  },
  {
    ...{ title: 'Did not help', width: '7rem', isNumber: true, narrow: 'none' },
    cell: ({ negative }) => (negative > 0 ? count(negative) : dash),
  },
  {
    ...{ title: 'Last asked', width: '8rem', narrow: 'none' },
    cell: ({ lastAskedAt }) => <Time at={lastAskedAt} />,
  },
];

/** What readers asked for and did not get. */
export function Gaps({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const reason = query.get('reason') ?? undefined;
  const path = address(`/assistant/${project.id}/gaps`, { perPage: 20, reason });
  const list = useList<Gap>(path);
  const opened = query.get('open');
  return (
    <>
      <div class="filters">
        <Choice
          label="Reason"
          name="reason"
          options={{ '': 'Any reason', unanswered: 'Not answered', negative: 'Did not help' }}
        />
        <span class="muted">Of the last 1,000 conversations</span>
        <span class="spread" />
        {list.total > 0 && <Export path={path} name={`${project.slug}-gaps`} />}
      </div>
      <Table
        label="Gaps"
        list={list}
        columns={gapColumns}
        keyOf={keyOf}
        hrefOf={(gap) => openAt(keyOf(gap))}
        empty={
          <Empty icon="done" title="No gaps">
            Questions that no page answers, and those of conversations that did not help, appear
            here in groups.
          </Empty>
        }
      />
      {opened && <OneGap key={opened} project={project} id={opened} rows={list.rows} />}
    </>
  );
}

function OneGap({
  project,
  id,
  rows,
}: {
  readonly project: Project;
  readonly id: string;
  readonly rows: readonly Gap[];
}) {
  const [isTested, setTested] = useState(false);
  const listed = rows.find((gap) => gap.id === id);
  const asked = useApi<Gap>(
    listed ? undefined : `/assistant/${project.id}/gaps/${encodeURIComponent(id)}`,
  );
  const gap = listed ?? asked.data;
  useNextRow(rows.map(keyOf), id);
  return (
    <Dialog
      kind="panel"
      title="Gap"
      onClose={() => setQuery({ open: undefined })}
      actions={
        gap && (
          <button type="button" onClick={() => setTested(true)}>
            Make this a test
          </button>
        )
      }
    >
      {gap ? (
        <GapDetails project={project} gap={gap} />
      ) : asked.failure?.status === 404 ? (
        <Empty
          icon="done"
          title="No gap any more"
          action={
            <button type="button" onClick={() => setQuery({ open: undefined })}>
              All gaps
            </button>
          }
        >
          The conversation of this question was deleted, is older than conversations are kept, or
          was rated as helpful since.
        </Empty>
      ) : asked.failure ? (
        <Trouble failure={asked.failure} />
      ) : (
        <Waiting />
      )}
      {gap && isTested && (
        <QuestionTest
          messages={[{ role: 'user', content: gap.question, sources: [] }]}
          at={0}
          onClose={() => setTested(false)}
        />
      )}
    </Dialog>
  );
}

function GapDetails({ project, gap }: { readonly project: Project; readonly gap: Gap }) {
  return (
    <div class="stack">
      <p dir="auto">
        <strong>{gap.question}</strong>
      </p>
      <Facts
        facts={[
          ['Asked', many(gap.asked, 'time')],
          ['Not answered', count(gap.unanswered)],
          ['Did not help', count(gap.negative)],
          ['Last asked', <Time key="last" at={gap.lastAskedAt} />],
        ]}
      />
      <section>
        <h3>Nearest pages</h3>
        {gap.nearest.length > 0 ? (
          <ul class="lines">
            {gap.nearest.map(({ path, title }) => (
              <li key={path}>
                <a href={to(['p', project.slug, 'pages'], { open: path })}>{title || path}</a>
              </li>
            ))}
          </ul>
        ) : (
          <p class="muted">Search finds no page for it.</p>
        )}
      </section>
      <section>
        <h3>{gap.asked > gap.questions.length ? 'Asked last' : 'Asked'}</h3>
        <ul class="lines">
          {gap.questions.map(({ question, conversationId, askedAt }) => (
            <li key={`${conversationId} ${askedAt}`}>
              <a href={to(['p', project.slug, 'assistant'], { open: conversationId })}>
                <bdi>{question}</bdi>
              </a>{' '}
              <Time at={askedAt} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
