import type {
  Language,
  LanguageList,
  Project,
  TranslationRecord,
} from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi, useList } from '../cache.ts';
import { Share } from '../parts/chart.tsx';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Choice, Page, Tabs } from '../parts/page.tsx';
import { Badge, Time, type Tone } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { translationsParts } from '../section-parts.ts';
import { useMay, useProject, useSession } from '../session.ts';
import { count, many, percent } from '../words.ts';
import { Glossary } from './glossary.tsx';
import { Jobs } from './jobs.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Segments } from './segments.tsx';
import { TranslateDialog } from './translate-dialog.tsx';

/** How far each language is, and the work on it. */
export function Translations() {
  const project = useProject();
  const place = usePlace();
  const part = place.parts[3] ?? '';
  return (
    <Page title="Translations" lead="How far each language is, and the work on it.">
      <Tabs
        label="Parts of translations"
        tabs={Object.entries(translationsParts).map(([name, title]) => ({
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
  const { query } = usePlace();
  const known = useApi<LanguageList>(`/projects/${project.id}/languages`);
  if (known.isLoading) return <Waiting />;
  if (!known.data) return known.failure ? <Trouble failure={known.failure} retry /> : null;
  const { targetLanguages } = known.data;
  if (targetLanguages.length === 0) return <OneLanguage project={project} />;
  const mayTranslate = ({ code }: Language) =>
    may('translations:write') && (user.languages?.includes(code) ?? true);
  const chosen = targetLanguages.find(
    (language) => language.code === query.get('translate') && mayTranslate(language),
  );
  return (
    <>
      <div class="filters">
        <span class="spread" />
        <Export rows={targetLanguages} name={`${project.slug}-languages`} about="languages" />
      </div>
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
                  onClick={() => setQuery({ translate: language.code })}
                >
                  Translate
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {chosen && <TranslateDialog key={chosen.code} project={project} language={chosen} />}
    </>
  );
}

/** What to do where there is nothing to translate into. */
function OneLanguage({ project }: OfProject) {
  return (
    <Empty
      icon="languages"
      title="The site has one language"
      action={
        <a class="button" href={to(['p', project.slug, 'settings'])}>
          Open the settings
        </a>
      }
    >
      Add languages for translation to <code>i18n.languages</code> in <code>docs.json</code>, or
      those with pages of their own to <code>navigation.languages</code>. They are here after the
      next deployment. With the API, add them at once.
    </Empty>
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
  if (data?.targetLanguages.length === 0) return <OneLanguage project={project} />;
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
