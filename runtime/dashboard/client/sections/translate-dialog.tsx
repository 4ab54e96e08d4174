import { useState } from 'preact/hooks';
import type {
  JobEstimate,
  Language,
  PageItem,
  Project,
  QueuedJob,
} from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Facts, Field } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { go, setQuery, to, usePlace } from '../place.ts';
import { count, lasting, many } from '../words.ts';

const scopes = {
  all: 'All without a current translation',
  stale: 'Only those whose source changed',
  page: 'A single page',
} as const;

/** Starts the translation of pages, with what it takes said before; what is chosen is part of the address. */
export function TranslateDialog({
  project,
  language,
}: {
  readonly project: Project;
  readonly language: Language;
}) {
  const { query } = usePlace();
  const { code, name } = language;
  const scope = query.get('scope') ?? 'all';
  const isOne = scope === 'page';
  const pagePath = (isOne && query.get('page')) || undefined;
  const base = `/projects/${project.id}/translate`;
  const showJob = (id: string) => go(to(['p', project.slug, 'translations', 'jobs'], { open: id }));
  const close = () =>
    setQuery({ translate: undefined, scope: undefined, page: undefined }, { replace: true });
  // A single page that someone asks for is translated again if it is current.
  const what = isOne ? { pagePath, force: true } : { scope };
  const isKnown = !isOne || pagePath !== undefined;
  // As long as no page is named, it only says whether any job can start.
  const estimate = useApi<JobEstimate>(
    address(`${base}/estimate`, { language: code, ...(isKnown ? what : {}) }),
  );
  return (
    <FormDialog
      title={`Translate into ${name}`}
      submit="Start translation"
      obstacle={estimate.data?.obstacle}
      onClose={close}
      onSubmit={async (fields) => {
        const { data } = await ask<QueuedJob>('POST', base, {
          ...{ language: code, scope },
          ...(isOne ? { pagePath: String(fields.get('page')).trim(), force: true } : {}),
        });
        refresh(`/projects/${project.id}`);
        close();
        say(
          data.pagesQueued === 0
            ? 'Nothing is left to translate.'
            : `${many(data.pagesQueued, 'page')} will be translated.`,
          data.pagesQueued === 0
            ? {}
            : { action: { label: 'Show progress', run: () => showJob(data.jobId) } },
        );
      }}
    >
      <Field label="Pages" hint="Pages that a person owns are never overwritten.">
        <select
          name="scope"
          value={scope}
          onInput={({ currentTarget: { value } }) => setQuery({ scope: value }, { replace: true })}
        >
          {Object.entries(scopes).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </Field>
      {isOne && <PageChoice project={project} chosen={pagePath ?? ''} />}
      <div class="estimate" aria-live="polite">
        {!isKnown || estimate.data?.obstacle ? null : estimate.data ? (
          <Estimate estimate={estimate.data} isOne={isOne} />
        ) : estimate.failure ? (
          <Trouble failure={estimate.failure} />
        ) : (
          <Waiting />
        )}
      </div>
    </FormDialog>
  );
}

/** The path of a page, with those proposed that have what is typed in their path or title. */
function PageChoice({ project, chosen }: { readonly project: Project; readonly chosen: string }) {
  const [typed, type] = useState(chosen);
  const { data } = useApi<readonly PageItem[]>(
    address(`/projects/${project.id}/pages`, { perPage: 10, search: typed || undefined }),
  );
  return (
    <Field label="Path" hint="It is translated again even if its translation is current.">
      <input
        name="page"
        required
        maxLength={1024}
        list="translated-page"
        value={typed}
        onInput={({ currentTarget: { value } }) => type(value)}
        onChange={({ currentTarget: { value } }) =>
          setQuery({ page: value.trim() }, { replace: true })
        }
      />
      <datalist id="translated-page">
        {data?.map(({ pagePath, title }) => (
          <option key={pagePath} value={pagePath}>
            {title}
          </option>
        ))}
      </datalist>
    </Field>
  );
}

function Estimate({
  estimate,
  isOne,
}: {
  readonly estimate: JobEstimate;
  readonly isOne: boolean;
}) {
  const { pages, words, estimatedDuration, remainingPages, cost } = estimate;
  if (pages === 0) {
    return (
      <p class="muted">
        {isOne
          ? 'Nothing to translate: a person owns the page, or a job has it already.'
          : 'Nothing to translate: every page is current.'}
      </p>
    );
  }
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
