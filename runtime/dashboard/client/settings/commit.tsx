import { useState } from 'preact/hooks';
import type {
  CommittedConfig,
  Project,
  RepositoryConfig,
} from '../../../../packages/client/models.ts';
import { ask, Failure } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Field, Outside } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { Versions } from './versions.tsx';

const title = 'Commit to GitHub';

/** Whether the `docs.json` of a project is in a repository that can be written to. */
export function isInRepository({ repoProvider, repoOwner, repoName }: Project): boolean {
  return repoProvider === 'github' && repoOwner !== null && repoName !== null;
}

/**
 * Writes the text to the repository, next to what is there now: whoever commits has seen what it takes the place of,
 * and an unseen version is never overwritten.
 */
export function CommitDialog({
  project,
  text,
  onClose,
}: {
  readonly project: Project;
  readonly text: string;
  readonly onClose: () => void;
}) {
  const base = `/projects/${project.id}/config`;
  const file = useApi<RepositoryConfig>(`${base}/repository`);
  const [isNew, setNew] = useState(false);
  const [done, setDone] = useState<CommittedConfig>();
  if (done) return <Committed done={done} onClose={onClose} />;
  const { data } = file;
  if (!data || data.configJson === text) {
    return (
      <Dialog title={title} onClose={onClose}>
        {data ? (
          <p>
            <code>{data.path}</code> on the branch <code>{data.branch}</code> is what you see here
            already: there is nothing to commit.
          </p>
        ) : file.failure ? (
          <Trouble failure={file.failure} />
        ) : (
          <Waiting />
        )}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      submit="Commit"
      kind="panel"
      onClose={onClose}
      onSubmit={async (fields) => {
        const branch = isNew ? String(fields.get('branch')).trim() : undefined;
        const body = {
          configJson: text,
          baseSha: data.sha,
          message: fields.get('message'),
          branch,
        };
        try {
          setDone((await ask<CommittedConfig>('POST', `${base}/commit`, body)).data);
        } catch (error) {
          if (!(error instanceof Failure) || error.status !== 412) throw error;
          refresh(base);
          throw new Failure(
            'Someone has changed the file meanwhile. The version below is the new one: look at it, and commit again.',
          );
        }
      }}
    >
      <Field label="Message">
        <input name="message" required maxLength={1000} defaultValue="Update docs.json" />
      </Field>
      <Field label="Where">
        <select name="where" onInput={({ currentTarget }) => setNew(currentTarget.value === 'new')}>
          <option value="deployed">On the branch {data.branch}</option>
          <option value="new">On a new branch, for a pull request</option>
        </select>
      </Field>
      {isNew && (
        <Field label="Branch">
          <input name="branch" required maxLength={255} defaultValue={proposedBranch} />
        </Field>
      )}
      <Versions
        mine={text}
        theirs={data.configJson}
        titles={{ mine: 'Your version', theirs: `${data.path} on ${data.branch}` }}
      />
    </FormDialog>
  );
}

/** One for each visit: the first name of it may be taken by an earlier commit. */
const proposedBranch = `docent/settings-${Date.now().toString(36).slice(-5)}`;

/** Where the commit is, and what comes next. */
function Committed({
  done: { commit, branch, url, compareUrl },
  onClose,
}: {
  readonly done: CommittedConfig;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Committed" onClose={onClose}>
      <p>
        The commit{' '}
        <Outside href={url}>
          <code>{commit.slice(0, 7)}</code>
        </Outside>{' '}
        is on the branch <code>{branch}</code>. Readers get it once it is deployed.
      </p>
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
        {compareUrl && (
          <a class="button primary" href={compareUrl} target="_blank" rel="noopener noreferrer">
            Open a pull request
          </a>
        )}
      </div>
    </Dialog>
  );
}
