import { useState } from 'preact/hooks';
import type { Preview } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Time } from '../parts/small.tsx';
import { Trouble } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { useProject } from '../session.ts';

/** The previews of a project, where it has some. */
export function Previews() {
  const project = useProject();
  const path = `/projects/${project.id}/previews`;
  const list = useList<Preview>(path);
  const [doomed, setDoomed] = useState<Preview>();
  if (list.failure) return <Trouble failure={list.failure} retry />;
  if (list.rows.length === 0) return null;
  const columns: readonly Column<Preview>[] = [
    {
      ...{ title: 'Name', width: 'minmax(0, 2fr)', narrow: 'title' },
      cell: ({ name, url, path: place, deploymentId }) =>
        deploymentId === null ? (
          <>
            {name} <span class="muted">not deployed yet</span>
          </>
        ) : (
          <a href={url ?? place} target="_blank" rel="noreferrer">
            {name}
          </a>
        ),
    },
    {
      ...{ title: 'Branch', width: 'minmax(0, 2fr)', narrow: 'none' },
      cell: ({ branch }) => branch,
    },
    { title: 'Deployed', width: '9rem', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    {
      ...{ title: 'Removed', width: '9rem', narrow: 'none' },
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
    },
    {
      ...{ title: 'Delete', width: '6rem', narrow: 'end' },
      cell: (one) => (
        <button
          type="button"
          class="quiet"
          aria-label={`Delete ${one.name}`}
          onClick={() => setDoomed(one)}
        >
          Delete
        </button>
      ),
    },
  ];
  return (
    <section class="stack">
      <div class="filters">
        <h2>Previews</h2>
        <span class="spread" />
        <Export path={path} name={`${project.slug}-previews`} about="previews" />
      </div>
      <p class="muted">Sites of branches, next to the live one. Whoever has the link sees them.</p>
      <Table
        label="Previews"
        list={list}
        columns={columns}
        keyOf={({ name }) => name}
        empty={null}
      />
      {doomed && (
        <FormDialog
          title={`Delete the preview ${doomed.name}?`}
          submit="Delete"
          danger
          onClose={() => setDoomed(undefined)}
          onSubmit={async () => {
            await ask('DELETE', `${path}/${doomed.name}`);
            refresh(path);
            setDoomed(undefined);
            say('The preview is deleted.');
          }}
        >
          <p>Its link stops working. The live site does not change.</p>
        </FormDialog>
      )}
    </section>
  );
}
