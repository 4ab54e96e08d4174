import { useEffect } from 'preact/hooks';
import type { LanguageList, Project, Term, TermUses } from '../../../../packages/client/models.ts';
import { useApi, useList } from '../cache.ts';
import { save } from '../exporting.ts';
import type { Column } from '../parts/columns.ts';
import { readAll } from '../parts/export.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { openAt } from '../parts/rows.ts';
import { dash } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useMay } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { many } from '../words.ts';
import { glossaryCsv } from './glossary-csv.ts';
import { ImportDialog } from './glossary-import.tsx';
import { AddTerm, OpenTerm } from './one-term.tsx';

/** How terms are translated, everywhere the same. */
export function Glossary({ project }: { readonly project: Project }) {
  const may = useMay();
  const { query } = usePlace();
  const base = `/projects/${project.id}/glossary`;
  const path = `${base}?perPage=100`;
  const list = useList<Term>(path);
  const uses = useUses(base, list.rows.length);
  const { data } = useApi<LanguageList>(`/projects/${project.id}/languages`);
  const languages = data?.targetLanguages ?? [];
  const mayChange = may('projects:write');
  const add = () => setQuery({ new: '1' });
  const close = () =>
    setQuery({ new: undefined, open: undefined, import: undefined }, { replace: true });
  const opened = query.get('open');
  useShortcuts(mayChange ? [{ keys: 'c', group: 'Glossary', label: 'Add a term', run: add }] : []);
  const exportAll = () =>
    attempt(async () => {
      const { rows: terms } = await readAll<Term>(path);
      const codes = languages.map(({ code }) => code);
      save(`${project.slug}-glossary.csv`, glossaryCsv(terms, codes), 'text/csv');
      say(`Exported ${many(terms.length, 'term')}.`);
    });
  return (
    <>
      <div class="filters">
        <span class="muted">{many(list.total, 'term')}</span>
        <span class="spread" />
        {list.total > 0 && (
          <button type="button" onClick={() => void exportAll()}>
            <Icon name="download" /> Export
          </button>
        )}
        {mayChange && <Adding onAdd={add} />}
      </div>
      <Table
        label="Glossary"
        list={list}
        columns={columnsOf(uses)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          <Empty icon="languages" title="The glossary is empty">
            Add terms that need the same translation everywhere, or that stay in the source
            language.
          </Empty>
        }
      />
      {opened ? (
        <OpenTerm
          key={opened}
          {...{ base, languages, mayChange, id: opened }}
          pages={uses.get(opened)}
          onClose={close}
        />
      ) : mayChange && query.has('new') && data ? (
        <AddTerm base={base} languages={languages} onClose={close} />
      ) : mayChange && query.has('import') ? (
        <ImportDialog base={base} onClose={close} />
      ) : null}
    </>
  );
}

function columnsOf(uses: ReadonlyMap<string, number | null>): readonly Column<Term>[] {
  return [
    {
      ...{ title: 'Term', width: 'minmax(0, 1fr)', narrow: 'title' },
      cell: ({ term }) => <strong>{term}</strong>,
    },
    {
      ...{ title: 'Translations', width: 'minmax(0, 2fr)' },
      cell: ({ translations, doNotTranslate }) =>
        doNotTranslate
          ? 'Not translated'
          : Object.entries(translations)
              .map(([code, text]) => `${code}: ${text}`)
              .join(', ') || dash,
    },
    {
      ...{ title: 'Meaning', width: 'minmax(0, 2fr)', narrow: 'none' },
      cell: ({ description }) => description || dash,
    },
    {
      ...{ title: 'Used on', width: '7rem', isNumber: true, narrow: 'end' },
      cell: ({ id }) => {
        const pages = uses.get(id);
        return typeof pages === 'number' ? many(pages, 'page') : dash;
      },
    },
  ];
}

function Adding({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <>
      <button type="button" onClick={() => setQuery({ import: '1' })}>
        Import…
      </button>
      <button type="button" class="primary" onClick={onAdd}>
        <Icon name="plus" /> Add term
      </button>
    </>
  );
}

/** In how many pages terms occur, as far as the list of terms is read; they come after it. */
function useUses(base: string, length: number): ReadonlyMap<string, number | null> {
  const { rows, more, isReadingMore, failure } = useList<TermUses>(`${base}/uses?perPage=100`);
  useEffect(() => {
    if (rows.length < length && !isReadingMore && !failure) more?.();
  }, [rows.length, length, isReadingMore]);
  return new Map(rows.map(({ id, pages }) => [id, pages]));
}
