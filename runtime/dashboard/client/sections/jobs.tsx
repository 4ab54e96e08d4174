import type { Job, Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { openAt } from '../parts/rows.ts';
import { Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, usePlace } from '../place.ts';
import { count } from '../words.ts';
import { JobState } from './job-state.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { OneJob } from './one-job.tsx';

const columns: readonly Column<Job>[] = [
  {
    ...{ title: 'Language', width: 'minmax(0, 2fr)', narrow: 'title' },
    cell: ({ language, pagePath }) => `${language}${pagePath ? ` · ${pagePath}` : ''}`,
  },
  { title: 'State', width: '12rem', cell: (job) => <JobState job={job} /> },
  {
    ...{ title: 'Pages', width: '8rem', isNumber: true },
    cell: ({ pagesCompleted, pagesQueued, pagesFailed }) =>
      `${count(pagesCompleted)} of ${count(pagesQueued)}${pagesFailed ? `, ${count(pagesFailed)} failed` : ''}`,
  },
  {
    ...{ title: 'Started', width: '8rem', narrow: 'none' },
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** Milliseconds between two looks at running jobs. */
const often = 2_000;

/** What was and is translated, newest first. */
export function Jobs({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const base = `/projects/${project.id}/translate`;
  const path = address(base, { perPage: 100, language: query.get('language') ?? undefined });
  const list = useList<Job>(path);
  useApi(path, often);
  const opened = query.get('open');
  return (
    <>
      <div class="filters">
        <LanguageChoice project={project} />
        <span class="spread" />
        {list.total > 0 && <Export path={path} name={`${project.slug}-jobs`} />}
      </div>
      <Table
        label="Jobs"
        list={list}
        columns={columns}
        keyOf={({ jobId }) => jobId}
        hrefOf={({ jobId }) => openAt(jobId)}
        empty={
          <Empty icon="languages" title="No translations have run yet">
            Start one in the list of languages.
          </Empty>
        }
      />
      {opened && (
        <OneJob
          key={opened}
          {...{ project, base, id: opened }}
          ids={list.rows.map(({ jobId }) => jobId)}
          onClose={() => setQuery({ open: undefined })}
        />
      )}
    </>
  );
}
