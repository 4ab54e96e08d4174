import type { CitationReport, Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import { Answer } from '../parts/answer.tsx';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { openAt } from '../parts/rows.ts';
import { Facts, Outside, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { Resolved, ResolvedChoice, SentPanel } from './resolved.tsx';

const reportColumns: readonly Column<CitationReport>[] = [
  {
    ...{ title: 'Sentence', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ sentence }) => <bdi title={plain(sentence)}>{plain(sentence)}</bdi>,
  },
  {
    ...{ title: 'Cited page', width: 'minmax(0, 1fr)' },
    cell: ({ passage }) => <Outside href={passage.url}>{passage.title || passage.path}</Outside>,
  },
  {
    ...{ title: 'State', width: '6rem' },
    cell: ({ resolved }) => <Resolved resolved={resolved} />,
  },
  { title: 'Reported', width: '8rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** A sentence in one line, without the marks of Markdown. */
function plain(sentence: string): string {
  return sentence.replace(/\*\*|__|`/g, '');
}

/** Citations that readers say are wrong. */
export function CitationReports({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const base = `/assistant/${project.id}/reports`;
  const resolved = query.get('resolved') ?? undefined;
  const path = address(base, { perPage: 100, resolved });
  const list = useList<CitationReport>(path);
  const opened = query.get('open');
  return (
    <>
      <div class="filters">
        <ResolvedChoice />
        <span class="spread" />
        {list.total > 0 && <Export path={path} name={`${project.slug}-wrong-citations`} />}
      </div>
      <Table
        label="Wrong citations"
        list={list}
        columns={reportColumns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          resolved ? (
            <Empty
              icon="search"
              title="No report matches"
              action={
                <button type="button" onClick={() => setQuery({ resolved: undefined })}>
                  Show all
                </button>
              }
            >
              Choose another state.
            </Empty>
          ) : (
            <Empty icon="done" title="No reader has reported a citation">
              Next to each citation, readers can say that the page does not say so.
            </Empty>
          )
        }
      />
      {opened && (
        <SentPanel<CitationReport>
          {...{ title: 'Wrong citation', group: 'Reports', base, id: opened }}
          ids={list.rows.map(({ id }) => id)}
        >
          {(report) => <Report report={report} project={project} />}
        </SentPanel>
      )}
    </>
  );
}

function Report({
  report,
  project,
}: {
  readonly report: CitationReport;
  readonly project: Project;
}) {
  const { question, sentence, passage, conversationId, messageId } = report;
  return (
    <div class="stack">
      <section>
        <h3>Question</h3>
        <p class="turn-text" dir="auto">
          {question}
        </p>
      </section>
      <section>
        <h3>Sentence of the answer</h3>
        <Answer text={sentence} />
      </section>
      <section>
        <h3>Passage that it cites</h3>
        <p>
          <Outside href={passage.url}>
            {passage.title || passage.path}
            {passage.section && ` › ${passage.section}`}
          </Outside>
        </p>
        <blockquote>
          <Answer text={passage.text} />
        </blockquote>
      </section>
      <Facts
        facts={[
          ['State', <Resolved key="state" resolved={report.resolved} />],
          ['Reported', <Time key="at" at={report.createdAt} />],
        ]}
      />
      <p>
        <a
          href={to(['p', project.slug, 'assistant'], {
            open: conversationId,
            passage: `${messageId}.${passage.number}`,
          })}
        >
          Show it in its conversation
        </a>
        {' · '}
        <a href={to(['p', project.slug, 'pages'], { open: passage.path.replace(/^\//, '') })}>
          Show the page
        </a>
      </p>
    </div>
  );
}
