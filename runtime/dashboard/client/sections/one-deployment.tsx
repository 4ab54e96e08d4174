import { useState } from 'preact/hooks';
import type {
  Deployment,
  DeploymentChange,
  DeploymentProblem,
  Project,
} from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { type KnownList, refresh, useApi, useList } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Found, severityNames, severityTones } from '../parts/found.tsx';
import { Icon } from '../parts/icon.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { Badge, Copy, Facts, Time } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useMay } from '../session.ts';
import { count, lasting, many } from '../words.ts';
import { DeploymentState } from './deployment-state.tsx';
import { changed, reasonOf, sourceOf } from './deployment-words.ts';
import { Difference, PageChange } from './page-change.tsx';

/** The panel of a deployment: what it is, what it changed, what is wrong in it, and the way back to it. */
export function OneDeployment({
  project,
  id,
  ids,
}: {
  readonly project: Project;
  readonly id: string;
  readonly ids: readonly string[];
}) {
  const may = useMay();
  const { data, failure } = useApi<Deployment>(`/projects/${project.id}/deployments/${id}`);
  const [isAsking, setAsking] = useState(false);
  useNextRow(ids, id);
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
          <About deployment={data} />
          <Changes project={project} deployment={data} />
          <Problems project={project} deployment={data} />
        </div>
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting />
      )}
      {isAsking && data && (
        <MakeLive project={project} deployment={data} onClose={() => setAsking(false)} />
      )}
    </Dialog>
  );
}

interface OfDeployment {
  readonly project: Project;
  readonly deployment: Deployment;
}

function About({ deployment: of }: Pick<OfDeployment, 'deployment'>) {
  return (
    <>
      <Facts
        facts={[
          ['State', <DeploymentState key="state" {...of} />],
          ['Reason', <bdi key="reason">{reasonOf(of)}</bdi>],
          ...(of.rebuildOf ? [['Made from', <SourceLink key="of" of={of} />] as const] : []),
          ['Deployed', <Time key="at" at={of.createdAt} />],
          ...(of.promotedAt
            ? [['Made live again', <Time key="again" at={of.promotedAt} />] as const]
            : []),
          ['Pages', count(of.pages)],
          ['Build', lasting(of.duration)],
          ['Id', <Copy key="id" text={of.id} isShort />],
          ...(of.commitSha
            ? [['Commit', <Copy key="commit" text={of.commitSha} isShort />] as const]
            : []),
        ]}
      />
      {of.status === 'superseded' && !of.kept && (
        <p class="muted">Its files were removed, so it can’t be made live again.</p>
      )}
    </>
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

function Changes({ project, deployment }: OfDeployment) {
  const { id } = deployment;
  const path = `/projects/${project.id}/deployments/${id}/changes?perPage=100`;
  const list = useList<DeploymentChange>(path);
  const wanted = usePlace().query.get('change') ?? undefined;
  // An address may lead to a page further down in the list than was read.
  const isElsewhere =
    wanted !== undefined &&
    !list.isLoading &&
    !list.rows.some(({ pagePath }) => pagePath === wanted);
  return (
    <>
      <div class="filters">
        <h3>
          Changes <span class="muted">{changed(deployment)}</span>
        </h3>
        <span class="spread" />
        {list.rows.length > 0 && (
          <Export path={path} name={`${project.slug}-changes`} about="changes" />
        )}
      </div>
      {isElsewhere && <Difference project={project} deployment={id} path={wanted} />}
      {list.rows.length > 0 && (
        <ul class="lines">
          {list.rows.map((change) => (
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
      <Rest of={list} />
    </>
  );
}

function Problems({ project, deployment }: OfDeployment) {
  const path = `/projects/${project.id}/deployments/${deployment.id}/problems?perPage=100`;
  const list = useList<DeploymentProblem>(path);
  return (
    <>
      <div class="filters">
        <h3>
          Problems{' '}
          {deployment.problems ? (
            <Found counts={deployment.problems} />
          ) : (
            <span class="muted">not known</span>
          )}
        </h3>
        <span class="spread" />
        {list.rows.length > 0 && (
          <Export path={path} name={`${project.slug}-problems`} about="problems" />
        )}
      </div>
      <ul class="lines">
        {list.rows.map(({ file, line, column, code, message, fix, severity }) => (
          <li key={`${file} ${line} ${column} ${code}`}>
            <span class="problem">
              <code>
                {file}
                {line !== undefined && `:${line}:${column ?? 1}`}
              </code>
              <span>
                {message} {fix}
              </span>
            </span>
            <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>
          </li>
        ))}
      </ul>
      <Rest of={list} />
    </>
  );
}

/** The end of a list that is read in parts. */
function Rest({ of: { isLoading, failure, more } }: { readonly of: KnownList<unknown> }) {
  return (
    <>
      {isLoading && <Waiting lines={2} />}
      {failure && <Trouble failure={failure} retry />}
      {more && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </>
  );
}

function MakeLive({
  project,
  deployment: { id, pages, createdAt },
  onClose,
}: OfDeployment & { readonly onClose: () => void }) {
  const base = `/projects/${project.id}/deployments`;
  return (
    <FormDialog
      title="Make this deployment live?"
      submit="Make it live"
      onClose={onClose}
      onSubmit={async () => {
        await ask('POST', `${base}/${id}/promote`);
        refresh(base);
        refresh(`/projects/${project.id}/overview`);
        onClose();
        say('It is live. Go back the same way, with the one from before.');
      }}
    >
      <p>
        Readers get the {many(pages, 'page')} of <Time at={createdAt} /> at once, and receivers of
        webhooks the events of what changes. The deployment that is live now stays in the list.
      </p>
    </FormDialog>
  );
}
