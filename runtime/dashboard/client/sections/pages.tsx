import type { PageItem } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import { Export } from '../parts/export.tsx';
import { Choice, Days, Page, Tabs } from '../parts/page.tsx';
import { openAt } from '../parts/rows.ts';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { isStudio } from '../served.ts';
import { useProject } from '../session.ts';
import { many } from '../words.ts';
import { OnePage } from './one-page.tsx';
import { pageColumns } from './page-columns.tsx';
import { OpenedInTree, PageTree } from './page-tree.tsx';

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

const byPath = 'path-asc';

/** Every page of the source language, with its state and its readers. */
export function Pages() {
  const project = useProject();
  const { query } = usePlace();
  const days = query.get('days') ?? '30';
  const state = query.get('state') ?? undefined;
  const search = query.get('q') ?? undefined;
  const sorted = query.get('sort') ?? byPath;
  const [sort, order] = (Object.hasOwn(sorts, sorted) ? sorted : byPath).split('-');
  const path = address(`/projects/${project.id}/pages`, {
    ...{ perPage: 200, days, state, search, sort, order },
  });
  // What is looked for may be in any folder: it is listed without them.
  const isList =
    query.get('view') === 'list' || Boolean(state ?? search) || `${sort}-${order}` !== byPath;
  const list = useList<PageItem>(isList ? path : undefined);
  const opened = query.get('open');
  const folders = query.get('folders') ?? undefined;
  const viewAt = (view?: string) =>
    to(['p', project.slug, 'pages'], {
      ...(days === '30' ? {} : { days }),
      ...(folders ? { folders } : {}),
      ...(view ? { view } : {}),
    });
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
          <Choice label="Order" name="sort" options={sorts} initial={byPath} />
          {!isStudio && <Days />}
          <span class="spread" />
          {list.total > 0 && <span class="muted">{many(list.total, 'page')}</span>}
          {(list.total > 0 || !isList) && <Export path={path} name={`${project.slug}-pages`} />}
        </>
      }
    >
      <Tabs
        label="Views of the pages"
        tabs={[
          { href: viewAt(), title: 'Tree', isCurrent: !isList },
          { href: viewAt('list'), title: 'List', isCurrent: isList },
        ]}
      />
      {isList ? (
        <Table
          label="Pages"
          list={list}
          columns={pageColumns}
          keyOf={({ pagePath }) => pagePath}
          hrefOf={({ pagePath }) => openAt(pagePath)}
          empty={state || search ? <NoMatch /> : <NoPage />}
        />
      ) : (
        <PageTree {...{ project, days }} empty={<NoPage />} />
      )}
      {opened && isList && (
        <OnePage
          project={project}
          path={opened}
          days={days}
          paths={list.rows.map(({ pagePath }) => pagePath)}
        />
      )}
      {opened && !isList && <OpenedInTree {...{ project, days }} path={opened} />}
    </Page>
  );
}

function NoMatch() {
  return (
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
  );
}

function NoPage() {
  return (
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
