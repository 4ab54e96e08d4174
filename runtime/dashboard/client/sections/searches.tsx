import type { Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Choice } from '../parts/page.tsx';
import { dash } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { usePlace } from '../place.ts';
import { count, many } from '../words.ts';

interface Searched {
  readonly query: string;
  readonly language: string;
  readonly searched: number;
  readonly clicked: number;
  readonly withoutResults: number;
  readonly lastDay: string;
}

const searchColumns: readonly Column<Searched>[] = [
  {
    ...{ title: 'Search', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ query }) => <bdi>{query}</bdi>,
  },
  { title: 'Language', width: '6rem', narrow: 'none', cell: ({ language }) => language },
  {
    ...{ title: 'Searched', width: '6rem', isNumber: true },
    cell: ({ searched }) => many(searched, 'time'),
  },
  {
    ...{ title: 'Result opened', width: '7rem', isNumber: true, narrow: 'none' },
    cell: ({ clicked }) => count(clicked),
  },
  {
    ...{ title: 'No result', width: '6rem', isNumber: true },
    cell: ({ withoutResults }) => (withoutResults > 0 ? `${count(withoutResults)} empty` : dash),
  },
];

/** What readers searched for. */
export function Searches({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const failed = query.get('failed') ?? undefined;
  const path = address(`/search/${project.id}/searches`, { perPage: 100, failed });
  const list = useList<Searched>(path);
  return (
    <>
      <div class="filters">
        <Choice
          label="Result"
          name="failed"
          options={{ '': 'All searches', true: 'Without result or click' }}
        />
        <span class="spread" />
        {list.total > 0 && <Export path={path} name={`${project.slug}-searches`} />}
      </div>
      <Table
        label="Searches"
        list={list}
        columns={searchColumns}
        keyOf={({ query, language }) => `${language} ${query}`}
        empty={
          <Empty icon="search" title={failed ? 'Every search led to a page' : 'No search yet'}>
            Searches of readers are counted by day, without anything about who searched.
          </Empty>
        }
      />
    </>
  );
}
