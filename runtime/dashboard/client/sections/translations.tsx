import { useState } from 'preact/hooks';
import type {
  Job,
  Language,
  LanguageList,
  Project,
  TranslationRecord,
} from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import { Share } from '../parts/chart.tsx';
import { attempt } from '../parts/failing.ts';
import { Choice, Page, Tabs } from '../parts/page.tsx';
import { Badge, Time, type Tone } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { type Column, Export, Table } from '../parts/table.tsx';
import { to, usePlace } from '../place.ts';
import { useMay, useProject, useSession } from '../session.ts';
import { count, many, percent } from '../words.ts';
import { Glossary } from './glossary.tsx';
import { Segments } from './segments.tsx';
import { TranslateDialog } from './translate-dialog.tsx';

const parts = { '': 'Languages', pages: 'Pages', jobs: 'Jobs', glossary: 'Glossary' } as const;

/** How far each language is, and the work on it. */
export function Translations() {
  const project = useProject();
  const place = usePlace();
  const part = place.parts[3] ?? '';
  return (
    <Page title="Translations" lead="How far each language is, and the work on it.">
      <Tabs
        label="Parts of translations"
        tabs={Object.entries(parts).map(([name, title]) => ({
          href: to(['p', project.slug, 'translations', ...(name ? [name] : [])]),
          title,
          isCurrent: name === (part === 'edit' ? 'pages' : part),
        }))}
      />
      {part === 'pages' ? (
        <Pages project={project} />
      ) : part === 'edit' ? (
        <Segments project={project} />
      ) : part === 'jobs' ? (
        <Jobs project={project} />
      ) : part === 'glossary' ? (
        <Glossary project={project} />
      ) : (
        <Languages project={project} />
      )}
    </Page>
  );
}

interface OfProject {
  readonly project: Project;
}

function Languages({ project }: OfProject) {
  const may = useMay();
  const { user } = useSession();
  const [chosen, choose] = useState<Language>();
  const known = useApi<LanguageList>(`/projects/${project.id}/languages`);
  if (known.isLoading) return <Waiting />;
  if (!known.data) return known.failure ? <Trouble failure={known.failure} retry /> : null;
  const { targetLanguages } = known.data;
  if (targetLanguages.length === 0) {
    return (
      <Empty icon="languages" title="The site has one language">
        Add others in <code>docs.json</code>, or with the API.
      </Empty>
    );
  }
  const mayTranslate = ({ code }: Language) =>
    may('translations:write') && (user.languages?.includes(code) ?? true);
  return (
    <>
      <ul class="lines card">
        {targetLanguages.map((language) => (
          <li key={language.code}>
            <span>
              <strong>{language.name}</strong> <code class="muted">{language.code}</code>
              {language.autoTranslate && <span class="muted"> · after each deployment</span>}
            </span>
            <span class="actions">
              <span class="muted">
                {count(language.translatedPages)} of {many(language.totalPages, 'page')} ·{' '}
                {percent(language.completionRate)}
              </span>
              <Share of={language.completionRate} label={`Translated into ${language.name}`} />
              {mayTranslate(language) && (
                <button
                  type="button"
                  aria-label={`Translate into ${language.name}`}
                  onClick={() => choose(language)}
                >
                  Translate
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {chosen && (
        <TranslateDialog project={project} language={chosen} onClose={() => choose(undefined)} />
      )}
    </>
  );
}

/** The language that a list is about; with `isNeeded` it is always one. */
function LanguageChoice({
  project,
  isNeeded = false,
}: OfProject & { readonly isNeeded?: boolean }) {
  const { data } = useApi<LanguageList>(`/projects/${project.id}/languages`);
  return (
    <Choice
      label="Language"
      name="language"
      initial={isNeeded ? data?.targetLanguages[0]?.code : ''}
      options={{
        ...(isNeeded ? {} : { '': 'Any language' }),
        ...Object.fromEntries((data?.targetLanguages ?? []).map(({ code, name }) => [code, name])),
      }}
    />
  );
}

const pageStates: Readonly<Record<TranslationRecord['status'], readonly [Tone, string]>> = {
  completed: ['good', 'Current'],
  stale: ['wait', 'Source changed'],
  pending: ['plain', 'Not translated'],
  in_progress: ['info', 'In progress'],
  failed: ['bad', 'Failed'],
};

const pageColumns: readonly Column<TranslationRecord>[] = [
  {
    ...{ title: 'Page', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ pageTitle, pagePath }) => (
      <>
        <bdi>{pageTitle}</bdi> <code class="muted">{pagePath}</code>
      </>
    ),
  },
  { title: 'Language', width: '6rem', cell: ({ language }) => language },
  {
    ...{ title: 'State', width: '10rem' },
    cell: ({ status, error, humanOwned }) => (
      <span title={error?.message ?? (humanOwned ? 'A person owns it: no job overwrites it.' : '')}>
        <Badge tone={pageStates[status][0]}>
          {pageStates[status][1]}
          {humanOwned && ', by hand'}
        </Badge>
      </span>
    ),
  },
  {
    ...{ title: 'Words', width: '5rem', isNumber: true, narrow: 'none' },
    cell: ({ wordCount }) => count(wordCount),
  },
  {
    ...{ title: 'Translated', width: '8rem', narrow: 'none' },
    cell: ({ translatedAt }) => <Time at={translatedAt} />,
  },
];

function Pages({ project }: OfProject) {
  const { query } = usePlace();
  const { data } = useApi<LanguageList>(`/projects/${project.id}/languages`);
  // The API lists the pages of one language at a time.
  const language = query.get('language') ?? data?.targetLanguages[0]?.code;
  const path = address(`/projects/${project.id}/translations`, {
    ...{ perPage: 100, language },
    status: query.get('status') ?? undefined,
  });
  const list = useList<TranslationRecord>(language && path);
  return (
    <>
      <div class="filters">
        <LanguageChoice project={project} isNeeded />
        <Choice
          label="State"
          name="status"
          options={{
            '': 'Any state',
            ...Object.fromEntries(
              Object.entries(pageStates).map(([name, [, word]]) => [name, word]),
            ),
          }}
        />
        <span class="spread" />
        {list.total > 0 && <Export path={path} name={`${project.slug}-translations`} />}
      </div>
      <Table
        label="Translated pages"
        list={list}
        columns={pageColumns}
        keyOf={({ language, pagePath }) => `${language} ${pagePath}`}
        hrefOf={({ language, pagePath }) =>
          to(['p', project.slug, 'translations', 'edit'], { language, page: pagePath })
        }
        empty={
          <Empty icon="languages" title="No pages match">
            Choose another language or state.
          </Empty>
        }
      />
    </>
  );
}

const jobStates: Readonly<Record<Job['status'], readonly [Tone, string]>> = {
  queued: ['wait', 'Queued'],
  running: ['info', 'Running'],
  completed: ['good', 'Completed'],
  partial: ['wait', 'In part'],
  failed: ['bad', 'Failed'],
  cancelled: ['plain', 'Cancelled'],
};

/** Milliseconds between two looks at running jobs. */
const often = 2_000;

function Jobs({ project }: OfProject) {
  const may = useMay();
  const { user } = useSession();
  const { query } = usePlace();
  const base = `/projects/${project.id}/translate`;
  const path = address(base, { perPage: 100, language: query.get('language') ?? undefined });
  const list = useList<Job>(path);
  useApi(path, often);
  const columns: readonly Column<Job>[] = [
    {
      ...{ title: 'Language', width: 'minmax(0, 2fr)', narrow: 'title' },
      cell: ({ language, pagePath }) => `${language}${pagePath ? ` · ${pagePath}` : ''}`,
    },
    {
      ...{ title: 'State', width: '12rem' },
      cell: ({ language, status, error, pagesCompleted, pagesFailed, pagesQueued }) => (
        <span class="actions" title={error?.message}>
          <Badge tone={jobStates[status][0]}>{jobStates[status][1]}</Badge>
          {status === 'running' && (
            <Share
              of={(pagesCompleted + pagesFailed) / pagesQueued}
              label={`Translated into ${language}`}
            />
          )}
        </span>
      ),
    },
    {
      ...{ title: 'Pages', width: '8rem', isNumber: true },
      cell: ({ pagesCompleted, pagesQueued, pagesFailed }) =>
        `${count(pagesCompleted)} of ${count(pagesQueued)}${pagesFailed ? `, ${count(pagesFailed)} failed` : ''}`,
    },
    {
      ...{ title: 'Started', width: '8rem', narrow: 'none' },
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      ...{ title: 'Cancel', width: '6rem', narrow: 'none' },
      cell: ({ jobId, status, language }) =>
        /queued|running/.test(status) &&
        may('translations:write') &&
        (user.languages?.includes(language) ?? true) && (
          <button
            type="button"
            class="quiet"
            aria-label={`Cancel the job for ${language}`}
            onClick={() =>
              void attempt(() => ask('POST', `${base}/${jobId}/cancel`)).then(() => refresh(base))
            }
          >
            Cancel
          </button>
        ),
    },
  ];
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
        empty={
          <Empty icon="languages" title="No translations have run yet">
            Start one in the list of languages.
          </Empty>
        }
      />
    </>
  );
}
