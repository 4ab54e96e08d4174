import { useState } from 'preact/hooks';
import type { LanguageList, Project, Term } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Field } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { type Column, Export, Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useMay } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { many } from '../words.ts';

/** How terms are translated, everywhere the same. */
export function Glossary({ project }: { readonly project: Project }) {
  const may = useMay();
  const { query } = usePlace();
  const base = `/projects/${project.id}/glossary`;
  const list = useList<Term>(`${base}?perPage=100`);
  const { data } = useApi<LanguageList>(`/projects/${project.id}/languages`);
  const [removed, setRemoved] = useState<Term>();
  const mayChange = may('projects:write');
  const add = () => setQuery({ new: '1' });
  const close = () => setQuery({ new: undefined }, { replace: true });
  useShortcuts(mayChange ? [{ keys: 'c', group: 'Glossary', label: 'Add a term', run: add }] : []);
  const columns: readonly Column<Term>[] = [
    {
      ...{ title: 'Term', width: 'minmax(0, 1fr)', narrow: 'title' },
      cell: ({ term }) => <strong>{term}</strong>,
    },
    {
      ...{ title: 'Translations', width: 'minmax(0, 2fr)' },
      cell: ({ translations, doNotTranslate }) =>
        doNotTranslate
          ? 'Stays as it is'
          : Object.entries(translations)
              .map(([code, text]) => `${code}: ${text}`)
              .join(', ') || '–',
    },
    {
      ...{ title: 'Meaning', width: 'minmax(0, 2fr)', narrow: 'none' },
      cell: ({ description }) => description || '–',
    },
    ...(mayChange
      ? [
          {
            ...{ title: 'Delete', width: '6rem', narrow: 'none' as const },
            cell: (term: Term) => (
              <button
                type="button"
                class="quiet"
                aria-label={`Delete ${term.term}`}
                onClick={() => setRemoved(term)}
              >
                Delete
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <div class="filters">
        <span class="muted">{many(list.total, 'term')}</span>
        <span class="spread" />
        {list.total > 0 && (
          <Export path={`${base}?perPage=100`} name={`${project.slug}-glossary`} />
        )}
        {mayChange && (
          <button type="button" class="primary" onClick={add}>
            <Icon name="plus" /> Add term
          </button>
        )}
      </div>
      <Table
        label="Glossary"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="languages" title="The glossary is empty">
            Add terms that must have the same translation everywhere, or none.
          </Empty>
        }
      />
      {query.has('new') && (
        <FormDialog
          title="Add term"
          submit="Add term"
          onClose={close}
          onSubmit={async (fields) => {
            const given = (data?.targetLanguages ?? []).flatMap(({ code }) => {
              const text = String(fields.get(`in-${code}`) ?? '').trim();
              return text ? [[code, text]] : [];
            });
            await ask('POST', base, {
              term: String(fields.get('term')).trim(),
              description: String(fields.get('description')).trim(),
              translations: Object.fromEntries(given),
              doNotTranslate: fields.has('keep'),
            });
            refresh(base);
            close();
            say('Term added.');
          }}
        >
          <Field label="Term" hint="As the pages have it.">
            <input name="term" required maxLength={200} />
          </Field>
          <Field label="Meaning" hint="For languages without a translation here.">
            <input name="description" maxLength={500} />
          </Field>
          <label class="check">
            <input type="checkbox" name="keep" /> Keep it as it is in every language
          </label>
          {(data?.targetLanguages ?? []).map(({ code, name }) => (
            <Field key={code} label={name}>
              <input name={`in-${code}`} maxLength={200} dir="auto" />
            </Field>
          ))}
        </FormDialog>
      )}
      {removed && (
        <FormDialog
          title={`Delete “${removed.term}”?`}
          submit="Delete term"
          danger
          onClose={() => setRemoved(undefined)}
          onSubmit={async () => {
            await ask('DELETE', `${base}/${removed.id}`);
            refresh(base);
            setRemoved(undefined);
            say('Term deleted.');
          }}
        >
          <p>Pages keep their translations until they are translated again.</p>
        </FormDialog>
      )}
    </>
  );
}
