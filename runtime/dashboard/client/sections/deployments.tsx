import type { Deployment } from '../../../../packages/client/models.ts';
import { useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Found } from '../parts/found.tsx';
import { Page } from '../parts/page.tsx';
import { openAt } from '../parts/rows.ts';
import { dash, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { usePlace } from '../place.ts';
import { useMay, useProject } from '../session.ts';
import { lasting } from '../words.ts';
import { DeploymentRuns } from './deployment-runs.tsx';
import { DeploymentState } from './deployment-state.tsx';
import { changed, reasonOf } from './deployment-words.ts';
import { OneDeployment } from './one-deployment.tsx';
import { Previews } from './previews.tsx';

const columns: readonly Column<Deployment>[] = [
  {
    ...{ title: 'Reason', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: (row) => <bdi>{reasonOf(row)}</bdi>,
  },
  { title: 'Deployed', width: '7.5rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'State', width: '9rem', cell: (row) => <DeploymentState {...row} /> },
  {
    ...{ title: 'Changed', width: 'minmax(0, 3fr)', narrow: 'none' },
    cell: (row) => changed(row),
  },
  {
    ...{ title: 'Problems', width: '7rem' },
    cell: ({ problems }) => (problems ? <Found counts={problems} /> : dash),
  },
  {
    ...{ title: 'Build', width: '4.5rem', isNumber: true, narrow: 'none' },
    cell: ({ duration }) => lasting(duration),
  },
];

/** What was published, what it changed, and the way back. */
export function Deployments() {
  const may = useMay();
  const project = useProject();
  const { query } = usePlace();
  const path = `/projects/${project.id}/deployments?perPage=100`;
  const list = useList<Deployment>(path);
  const opened = query.get('open');
  return (
    <Page
      title="Deployments"
      lead="Every build that went live, why it was made, and what it changed for readers."
      actions={list.total > 0 && <Export path={path} name={`${project.slug}-deployments`} />}
    >
      <DeploymentRuns project={project} />
      <Table
        label="Deployments"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          <Empty icon="rocket" title="Nothing has been published yet">
            Run <code>docent build</code> next to this server, or send a build to it from another
            machine.
          </Empty>
        }
      />
      {may('deployments:write') && <Previews />}
      {opened && (
        <OneDeployment project={project} id={opened} ids={list.rows.map(({ id }) => id)} />
      )}
    </Page>
  );
}
