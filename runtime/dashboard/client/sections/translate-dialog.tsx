import { useState } from 'preact/hooks';
import type {
  JobEstimate,
  Language,
  Project,
  QueuedJob,
} from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Facts, Field } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { go, to } from '../place.ts';
import { count, lasting, many } from '../words.ts';

const scopes = {
  all: 'All without a current translation',
  stale: 'Only those whose source changed',
} as const;

/** Starts the translation of pages, with what it takes said before. */
export function TranslateDialog({
  project,
  language,
  onClose,
}: {
  readonly project: Project;
  readonly language: Language;
  readonly onClose: () => void;
}) {
  const [scope, setScope] = useState<string>('all');
  const base = `/projects/${project.id}/translate`;
  const { code, name } = language;
  const showJobs = () => go(to(['p', project.slug, 'translations', 'jobs']));
  const estimate = useApi<JobEstimate>(address(`${base}/estimate`, { language: code, scope }));
  return (
    <FormDialog
      title={`Translate into ${name}`}
      submit="Start translation"
      obstacle={estimate.data?.obstacle}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await ask<QueuedJob>('POST', base, { language: code, scope });
        refresh(`/projects/${project.id}`);
        onClose();
        say(
          data.pagesQueued === 0
            ? 'Every page is translated already.'
            : `${many(data.pagesQueued, 'page')} will be translated.`,
          data.pagesQueued === 0 ? {} : { action: { label: 'Show progress', run: showJobs } },
        );
      }}
    >
      <Field label="Pages" hint="Pages that a person owns are never overwritten.">
        <select name="scope" onInput={({ currentTarget }) => setScope(currentTarget.value)}>
          {Object.entries(scopes).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </Field>
      <div class="estimate" aria-live="polite">
        {estimate.data?.obstacle ? null : estimate.data ? (
          <Estimate estimate={estimate.data} />
        ) : estimate.failure ? (
          <Trouble failure={estimate.failure} />
        ) : (
          <Waiting />
        )}
      </div>
    </FormDialog>
  );
}

function Estimate({ estimate }: { readonly estimate: JobEstimate }) {
  const { pages, words, estimatedDuration, remainingPages, cost } = estimate;
  if (pages === 0) return <p class="muted">Nothing to translate: every page is current.</p>;
  const tokens = estimate.inputTokens + estimate.outputTokens;
  return (
    <>
      <Facts
        facts={[
          ['Pages', count(pages)],
          ['Words', count(words)],
          ['Takes about', lasting(estimatedDuration * 1000)],
          cost === null
            ? ['Tokens, about', count(tokens)]
            : ['Costs about', cost < 0.01 ? 'less than 0.01' : cost.toFixed(2)],
        ]}
      />
      {remainingPages !== null && pages > remainingPages && (
        <p role="alert">
          Only {many(remainingPages, 'page translation')} {remainingPages === 1 ? 'is' : 'are'} left
          this month.
        </p>
      )}
    </>
  );
}
