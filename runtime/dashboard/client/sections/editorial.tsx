import type { EditorialItem, Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Days } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { to, usePlace } from '../place.ts';
import { count, many } from '../words.ts';

const columns: readonly Column<EditorialItem>[] = [
  {
    ...{ title: 'Page', width: 'minmax(0, 1fr)', narrow: 'title' },
    cell: ({ title }) => <bdi>{title}</bdi>,
  },
  {
    ...{ title: 'Why', width: 'minmax(0, 2fr)' },
    cell: ({ reasons }) => reasons.map(({ text }) => text).join(' '),
  },
  {
    ...{ title: 'Views', width: '6rem', isNumber: true, narrow: 'none' },
    cell: ({ views }) => count(views),
  },
  {
    ...{ title: 'Lost views', width: '7rem', isNumber: true, narrow: 'none' },
    cell: ({ cost }) => count(cost),
  },
];

/** Pages to work on, the most rewarding first. */
export function Editorial({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const days = query.get('days') ?? '30';
  const path = address(`/projects/${project.id}/analytics/editorial`, { days, perPage: 100 });
  const list = useList<EditorialItem>(path);
  return (
    <>
      <div class="filters">
        <Days />
        <span class="spread" />
        {list.total > 0 && (
          <>
            <span class="muted">{many(list.total, 'page')}</span>
            <Export path={path} name={`${project.slug}-to-improve`} />
          </>
        )}
      </div>
      <Table
        label="Pages to improve"
        list={list}
        columns={columns}
        isWhole
        keyOf={({ pagePath }) => pagePath}
        hrefOf={({ pagePath }) => to(['p', project.slug, 'pages'], { open: pagePath, days })}
        empty={
          <Empty icon="done" title="Nothing to improve">
            Pages appear here when readers rate them badly, follow their broken links, get no answer
            from them, search on from them, or read a stale translation or an old text.
          </Empty>
        }
      />
      {list.total > 0 && (
        <p class="muted note">
          Lost views are an estimate: views times the share of bad ratings, broken links that were
          followed, answers that failed, searches that went on, views of stale translations, and a
          tenth of the views of a page that was not changed for a year.
        </p>
      )}
    </>
  );
}
