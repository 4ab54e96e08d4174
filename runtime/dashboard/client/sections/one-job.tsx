import { useState } from 'preact/hooks';
import type { Job, JobReport, Project } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { useNextRow } from '../parts/rows.ts';
import { Copy, Facts, Time } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { to } from '../place.ts';
import { useMay, useSession } from '../session.ts';
import { count, many } from '../words.ts';
import { JobState } from './job-state.tsx';

const scopes: Readonly<Record<Job['scope'], string>> = {
  all: 'All pages without a current translation',
  stale: 'Pages whose source had changed',
  page: 'One page',
};

/** Milliseconds between two looks at a running job. */
const often = 2_000;

/** One job: what it was to do, what it has done and not, and what it has cost. */
export function OneJob({
  project,
  base,
  id,
  ids,
  onClose,
}: {
  readonly project: Project;
  readonly base: string;
  readonly id: string;
  readonly ids: readonly string[];
  readonly onClose: () => void;
}) {
  const may = useMay();
  const { user } = useSession();
  const [isCancelling, cancel] = useState(false);
  const [every, setEvery] = useState<number>();
  const { data: job, failure } = useApi<Job>(`${base}/${id}`, every);
  const { data: report } = useApi<JobReport>(`${base}/${id}/report`, every);
  useNextRow(ids, id);
  const isOpen = job !== undefined && /queued|running/.test(job.status);
  if (isOpen !== (every !== undefined)) setEvery(isOpen ? often : undefined);
  const mayCancel =
    isOpen && may('translations:write') && (user.languages?.includes(job.language) ?? true);
  return (
    <Dialog
      kind="panel"
      title="Translation job"
      onClose={onClose}
      actions={
        mayCancel && (
          <button type="button" onClick={() => cancel(true)}>
            Cancel the job
          </button>
        )
      }
    >
      {job ? (
        <div class="stack">
          <Facts
            facts={[
              ['State', <JobState key="state" job={job} />],
              ['Language', job.language],
              ['Scope', job.pagePath ? <code>{job.pagePath}</code> : scopes[job.scope]],
              ['Current translations', job.force ? 'Made again' : 'Left as they are'],
              ['Created', <Time key="created" at={job.createdAt} />],
              ['Started', <Time key="started" at={job.startedAt} />],
              ['Finished', <Time key="finished" at={job.finishedAt} />],
              ['Id', <Copy key="id" text={job.jobId} isShort />],
            ]}
          />
          {report ? <Report {...{ project, report }} /> : <Waiting lines={3} />}
        </div>
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting />
      )}
      {isCancelling && (
        <FormDialog
          title="Cancel the job?"
          submit="Cancel the job"
          danger
          onClose={() => cancel(false)}
          onSubmit={async () => {
            await ask('POST', `${base}/${id}/cancel`);
            refresh(base);
            cancel(false);
            say('The job is cancelled.');
          }}
        >
          <p>Pages that it has translated stay so. The others keep what they had.</p>
        </FormDialog>
      )}
    </Dialog>
  );
}

function Report({ project, report }: { readonly project: Project; readonly report: JobReport }) {
  const { pages, words, wordsInSource, requests, inputTokens, outputTokens, cost } = report;
  const { language, failures } = report;
  return (
    <>
      <Facts
        facts={[
          ['Pages translated', count(pages.completed + pages.partial)],
          ['Of these, in part', count(pages.partial)],
          ['Pages failed', count(pages.failed)],
          ['Pages left', count(pages.open)],
          ['Pages cancelled', count(pages.cancelled)],
          ['Words', count(words)],
          ['Words left in the source language', count(wordsInSource)],
          ['Requests', count(requests)],
          ['Tokens, in and out', `${count(inputTokens)} and ${count(outputTokens)}`],
          ['Cost', cost === null ? 'No price is set' : cost.toFixed(2)],
        ]}
      />
      {failures.length > 0 && (
        <section>
          <h3>Why {many(pages.failed, 'page')} failed</h3>
          <ul class="lines">
            {failures.map(({ pagePath, message }) => (
              <li key={pagePath}>
                <span class="problem">
                  <a
                    href={to(['p', project.slug, 'translations', 'edit'], {
                      ...{ language, page: pagePath },
                    })}
                  >
                    <code>{pagePath}</code>
                  </a>
                  <span>{message}</span>
                </span>
              </li>
            ))}
          </ul>
          {failures.length < pages.failed && (
            <p class="muted">The first {count(failures.length)} are shown.</p>
          )}
        </section>
      )}
    </>
  );
}
