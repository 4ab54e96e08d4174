import type { PageItem } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import { Export } from '../parts/export.tsx';
import { Found } from '../parts/found.tsx';
import { Choice, Days, Page } from '../parts/page.tsx';
import { openAt } from '../parts/rows.ts';
import { Badge, dash, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { setQuery, usePlace } from '../place.ts';
import { isStudio } from '../served.ts';
import { useProject } from '../session.ts';
import { count, many } from '../words.ts';
import { OnePage } from './one-page.tsx';

const states = {
  ...{ '': 'All pages', problems: 'With problems', stale: 'Stale translations' },
  untranslated: 'Not translated',
  // A site that is being written has no readers yet.
  ...(isStudio
    ? {}
    : { negative: 'Bad ratings', 'not-found': 'Links that led nowhere', unread: 'Not read' }),
} as const;

/** What is known of a page, by the name that the API sorts by; the first order is the useful one. */
const sorts: Readonly<Record<string, string>> = {
  'path-asc': 'By path',
  'title-asc': 'By title',
  ...(isStudio
    ? {}
    : {
        'views-desc': 'Most views',
        'views-asc': 'Fewest views',
        'visitors-desc': 'Most visitors',
        'negative-desc': 'Most bad ratings',
        'conversations-desc': 'Most often cited',
        'searches-desc': 'Most often searched for',
        'notFound-desc': 'Most broken links',
      }),
  'translated-asc': 'Fewest translations',
  'updated-asc': 'Longest untouched',
  'updated-desc': 'Changed last',
  'words-desc': 'Longest',
};

const numberOr = (value: number) => (value > 0 ? count(value) : dash);

const readerColumns: readonly Column<PageItem>[] = [
  {
    ...{ title: 'Views', width: '5rem', isNumber: true },
    cell: ({ views }) => (
      <>
        {numberOr(views)}
        <span class="at-narrow"> {views === 1 ? 'view' : 'views'}</span>
      </>
    ),
  },
  {
    ...{ title: 'Ratings', width: '5.5rem', isNumber: true, narrow: 'none' },
    cell: ({ positive, negative }) =>
      positive + negative === 0 ? (
        dash
      ) : (
        <span title={`${many(positive, 'good rating')}, ${many(negative, 'bad rating')}`}>
          {count(positive)} : {count(negative)}
        </span>
      ),
  },
  {
    ...{ title: 'Cited', width: '4.5rem', isNumber: true, narrow: 'none' },
    cell: ({ conversations }) => numberOr(conversations),
  },
];

const columns: readonly Column<PageItem>[] = [
  {
    ...{ title: 'Page', width: 'minmax(12rem, 3fr)', narrow: 'title' },
    cell: ({ title, pagePath }) => (
      <>
        <bdi>{title}</bdi> <code class="muted">{pagePath}</code>
      </>
    ),
  },
  {
    ...{ title: 'State', width: 'minmax(7.5rem, 1fr)' },
    cell: (page) => <State page={page} />,
  },
  { title: 'Changed', width: '7.5rem', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ...(isStudio ? [] : readerColumns),
  {
    ...{ title: 'Translated', width: '5.5rem', isNumber: true, narrow: 'none' },
    cell: ({ translated, languages }) =>
      languages === 0 ? dash : `${count(translated)} of ${count(languages)}`,
  },
  {
    ...{ title: 'Words', width: '4.5rem', isNumber: true, narrow: 'none' },
    cell: ({ words }) => count(words),
  },
];

/** The worst that is wrong with a page, in a word or two. */
function State({ page }: { readonly page: PageItem }) {
  const { errors, warnings, notes, notFound, stale, positive, negative } = page;
  if (errors + warnings > 0) return <Found counts={page} />;
  if (notFound > 0) return <Badge tone="wait">Broken links</Badge>;
  if (stale > 0) return <Badge tone="wait">{count(stale)} stale</Badge>;
  if (negative > positive) return <Badge tone="wait">Rated badly</Badge>;
  return <Found counts={{ errors, warnings, notes }} />;
}

/** Every page of the source language, with its state and its readers. */
export function Pages() {
  const project = useProject();
  const { query } = usePlace();
  const days = query.get('days') ?? '30';
  const state = query.get('state') ?? undefined;
  const search = query.get('q') ?? undefined;
  const sorted = query.get('sort') ?? 'path-asc';
  const [sort, order] = (Object.hasOwn(sorts, sorted) ? sorted : 'path-asc').split('-');
  const path = address(`/projects/${project.id}/pages`, {
    ...{ perPage: 200, days, state, search, sort, order },
  });
  const list = useList<PageItem>(path);
  const opened = query.get('open');
  return (
    <Page
      title="Pages"
      lead={
        isStudio
          ? 'The pages of the site, and what is wrong with them, checked whenever a file is saved.'
          : 'What readers do on each page, and what is wrong with it.'
      }
      filters={
        <>
          <Find />
          <Choice label="State" name="state" options={states} />
          <Choice label="Order" name="sort" options={sorts} initial="path-asc" />
          {!isStudio && <Days />}
          <span class="spread" />
          {list.total > 0 && (
            <>
              <span class="muted">{many(list.total, 'page')}</span>
              <Export path={path} name={`${project.slug}-pages`} />
            </>
          )}
        </>
      }
    >
      <Table
        label="Pages"
        list={list}
        columns={columns}
        keyOf={({ pagePath }) => pagePath}
        hrefOf={({ pagePath }) => openAt(pagePath)}
        empty={
          state || search ? (
            <Empty
              icon="search"
              title="No page matches"
              action={
                <button type="button" onClick={() => setQuery({ state: undefined, q: undefined })}>
                  Show all
                </button>
              }
            >
              Choose another state, or search for another part of the title or path.
            </Empty>
          ) : (
            <Empty icon="page" title="No page yet">
              {isStudio ? (
                <>
                  Write one: an <code>.mdx</code> file in the folder of the site.
                </>
              ) : (
                <>
                  Write one, and publish the site with <code>docent build</code> or{' '}
                  <code>docent deploy</code>.
                </>
              )}
            </Empty>
          )
        }
      />
      {opened && (
        <OnePage
          project={project}
          path={opened}
          days={days}
          paths={list.rows.map(({ pagePath }) => pagePath)}
        />
      )}
    </Page>
  );
}

/** Finds pages by a part of their title or path. */
function Find() {
  const { query } = usePlace();
  return (
    <search class="choice">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('q')).trim();
          setQuery({ q: text.slice(0, 200) }, { replace: true });
        }}
      >
        <label>
          <span class="hidden">Title or path</span>
          <input
            key={query.get('q') ?? ''}
            type="search"
            name="q"
            placeholder="Title or path"
            value={query.get('q') ?? ''}
            onInput={(event) => {
              // The browser's own way to empty the field.
              if (event.currentTarget.value === '') setQuery({ q: undefined }, { replace: true });
            }}
          />
        </label>
      </form>
    </search>
  );
}
