import type { Project } from '../../../../packages/client/models.ts';
import { useList } from '../cache.ts';
import { Outside, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { to } from '../place.ts';

interface Report {
  readonly id: string;
  readonly conversationId: string;
  readonly question: string;
  readonly sentence: string;
  readonly passage: { readonly path: string; readonly title: string; readonly url: string };
  readonly createdAt: string;
}

const reportColumns: readonly Column<Report>[] = [
  {
    ...{ title: 'Sentence', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ sentence }) => <bdi title={sentence}>{sentence}</bdi>,
  },
  {
    ...{ title: 'Cited page', width: 'minmax(0, 1fr)' },
    cell: ({ passage }) => <Outside href={passage.url}>{passage.title || passage.path}</Outside>,
  },
  { title: 'Reported', width: '8rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Citations that readers say are wrong. */
export function CitationReports({ project }: { readonly project: Project }) {
  const path = `/assistant/${project.id}/reports?perPage=100`;
  const list = useList<Report>(path);
  return (
    <Table
      label="Wrong citations"
      list={list}
      columns={reportColumns}
      keyOf={({ id }) => id}
      hrefOf={({ conversationId }) =>
        to(['p', project.slug, 'assistant'], { open: conversationId })
      }
      empty={
        <Empty icon="done" title="No reader has reported a citation">
          Next to each citation, readers can say that the page does not say so.
        </Empty>
      }
    />
  );
}
