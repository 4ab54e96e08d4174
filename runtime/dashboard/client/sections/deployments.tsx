import { useState } from 'preact/hooks';
import type {
  Deployment,
  DeploymentChange,
  DeploymentProblem,
  Project,
} from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Found, severityNames, severityTones } from '../parts/found.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { Badge, Copy, dash, Facts, Time } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useMay, useProject } from '../session.ts';
import { count, lasting, many } from '../words.ts';
import { DeploymentRuns } from './deployment-runs.tsx';
import { changed, reasonOf, sourceOf } from './deployment-words.ts';
import { Difference, PageChange } from './page-change.tsx';
import { Previews } from './previews.tsx';

function State({ status, promotedAt }: Pick<Deployment, 'status' | 'promotedAt'>) {
  if (status === 'live') return <Badge tone="good">{promotedAt ? 'Live again' : 'Live'}</Badge>;
  if (status === 'held') return <Badge tone="wait">Waits for translations</Badge>;
  return <Badge tone="plain">Earlier</Badge>;
}

const columns: readonly Column<Deployment>[] = [
  {
    ...{ title: 'Reason', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: (row) => <bdi>{reasonOf(row)}</bdi>,
  },
  { title: 'Deployed', width: '7.5rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'State', width: '9rem', cell: (row) => <State {...row} /> },
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

/** Leads to the deployment that was published with the sources of one that the server has built again. */
function SourceLink({ of }: { readonly of: Deployment }) {
  return (
    <a href={openAt(of.rebuildOf ?? of.id)}>
      <bdi>{sourceOf(of)}</bdi>
    </a>
  );
}

function OneDeployment({
  project,
  id,
  ids,
}: {
  readonly project: Project;
  readonly id: string;
  readonly ids: readonly string[];
}) {
  const may = useMay();
  const base = `/projects/${project.id}/deployments`;
  const { data, failure } = useApi<Deployment>(`${base}/${id}`);
  const changes = useList<DeploymentChange>(`${base}/${id}/changes?perPage=100`);
  const problems = useList<DeploymentProblem>(`${base}/${id}/problems?perPage=100`);
  const [isAsking, setAsking] = useState(false);
  useNextRow(ids, id);
  const wanted = usePlace().query.get('change') ?? undefined;
  // An address may lead to a page further down in the list than was read.
  const isElsewhere =
    wanted !== undefined &&
    !changes.isLoading &&
    !changes.rows.some(({ pagePath }) => pagePath === wanted);
  const mayPromote = data?.kept && data.status === 'superseded' && may('deployments:write');
  return (
    <Dialog
      kind="panel"
      title="Deployment"
      onClose={() => setQuery({ open: undefined, change: undefined })}
      actions={
        mayPromote && (
          <button type="button" onClick={() => setAsking(true)}>
            <Icon name="back" /> Make it live
          </button>
        )
      }
    >
      {data ? (
        <div class="stack">
          <Facts
            facts={[
              ['State', <State key="state" {...data} />],
              ['Reason', <bdi key="reason">{reasonOf(data)}</bdi>],
              ...(data.rebuildOf
                ? [['Made from', <SourceLink key="of" of={data} />] as const]
                : []),
              ['Deployed', <Time key="at" at={data.createdAt} />],
              ...(data.promotedAt
                ? [['Made live again', <Time key="again" at={data.promotedAt} />] as const]
                : []),
              ['Pages', count(data.pages)],
              ['Build', lasting(data.duration)],
              ['Id', <Copy key="id" text={data.id} isShort />],
              ...(data.commitSha
                ? [['Commit', <Copy key="commit" text={data.commitSha} isShort />] as const]
                : []),
            ]}
          />
          {data.status === 'superseded' && !data.kept && (
            <p class="muted">Its files were removed, so it can’t be made live again.</p>
          )}
          <div class="filters">
            <h3>
              Changes <span class="muted">{changed(data)}</span>
            </h3>
            <span class="spread" />
            {changes.rows.length > 0 && (
              <Export
                path={`${base}/${id}/changes?perPage=100`}
                name={`${project.slug}-changes`}
                about="changes"
              />
            )}
          </div>
          {isElsewhere && <Difference project={project} deployment={id} path={wanted} />}
          {changes.isLoading && <Waiting lines={2} />}
          {changes.failure && <Trouble failure={changes.failure} retry />}
          {changes.rows.length > 0 && (
            <ul class="lines">
              {changes.rows.map((change) => (
                <PageChange
                  key={change.pagePath}
                  project={project}
                  deployment={id}
                  change={change}
                  isOpen={change.pagePath === wanted}
                />
              ))}
            </ul>
          )}
          {changes.more && (
            <button type="button" onClick={changes.more}>
              Show more
            </button>
          )}
          <div class="filters">
            <h3>
              Problems{' '}
              {data.problems ? (
                <Found counts={data.problems} />
              ) : (
                <span class="muted">not known</span>
              )}
            </h3>
            <span class="spread" />
            {problems.rows.length > 0 && (
              <Export
                path={`${base}/${id}/problems?perPage=100`}
                name={`${project.slug}-problems`}
                about="problems"
              />
            )}
          </div>
          {problems.isLoading && <Waiting lines={2} />}
          {problems.failure && <Trouble failure={problems.failure} retry />}
          <ul class="lines">
            {problems.rows.map((problem) => (
              <li key={`${problem.file} ${problem.line} ${problem.column} ${problem.code}`}>
                <span class="problem">
                  <code>
                    {problem.file}
                    {problem.line !== undefined && `:${problem.line}:${problem.column ?? 1}`}
                  </code>
                  <span>
                    {problem.message} {problem.fix}
                  </span>
                </span>
                <Badge tone={severityTones[problem.severity]}>
                  {severityNames[problem.severity]}
                </Badge>
              </li>
            ))}
          </ul>
          {problems.more && (
            <button type="button" onClick={problems.more}>
              Show more
            </button>
          )}
        </div>
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting />
      )}
      {isAsking && data && (
        <FormDialog
          title="Make this deployment live?"
          submit="Make it live"
          onClose={() => setAsking(false)}
          onSubmit={async () => {
            await ask('POST', `${base}/${id}/promote`);
            refresh(base);
            refresh(`/projects/${project.id}/overview`);
            setAsking(false);
            say('It is live. Go back the same way, with the one from before.');
          }}
        >
          <p>
            Readers get the {many(data.pages, 'page')} of <Time at={data.createdAt} /> at once, and
            receivers of webhooks the events of what changes. The deployment that is live now stays
            in the list.
          </p>
        </FormDialog>
      )}
    </Dialog>
  );
}
