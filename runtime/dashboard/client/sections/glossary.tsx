import { useState } from 'preact/hooks';
import type { LanguageList, Project, Term } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { openAt } from '../parts/rows.ts';
import { dash, Field } from '../parts/small.tsx';
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
  const close = () => setQuery({ new: undefined, open: undefined }, { replace: true });
  const opened = mayChange ? list.rows.find(({ id }) => id === query.get('open')) : undefined;
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
          ? 'Not translated'
          : Object.entries(translations)
              .map(([code, text]) => `${code}: ${text}`)
              .join(', ') || dash,
    },
    {
      ...{ title: 'Meaning', width: 'minmax(0, 2fr)', narrow: 'none' },
      cell: ({ description }) => description || dash,
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
        {...(mayChange ? { hrefOf: ({ id }: Term) => openAt(id) } : {})}
        empty={
          <Empty icon="languages" title="The glossary is empty">
            Add terms that need the same translation everywhere, or that stay in the source
            language.
          </Empty>
        }
      />
      {data && (opened || query.has('new')) && (
        <FormDialog
          key={opened?.id}
          title={opened ? 'Edit term' : 'Add term'}
          submit={opened ? 'Save term' : 'Add term'}
          onClose={close}
          onSubmit={async (fields) => {
            const given = data.targetLanguages.map(({ code }) => [
              code,
              String(fields.get(`in-${code}`) ?? '').trim(),
            ]);
            // A change replaces all translations: those into other languages stay as they are.
            const translations = { ...opened?.translations, ...Object.fromEntries(given) };
            await ask(opened ? 'PATCH' : 'POST', opened ? `${base}/${opened.id}` : base, {
              term: String(fields.get('term')).trim(),
              description: String(fields.get('description')).trim(),
              translations: Object.fromEntries(
                Object.entries(translations).filter(([, text]) => text),
              ),
              doNotTranslate: fields.has('keep'),
            });
            refresh(base);
            close();
            say(opened ? 'Term saved.' : 'Term added.');
          }}
        >
          <Field label="Term" hint="As it is written in the pages.">
            <input name="term" required maxLength={200} defaultValue={opened?.term ?? ''} />
          </Field>
          <Field label="Meaning" hint="Context for languages without a translation here.">
            <input name="description" maxLength={500} defaultValue={opened?.description ?? ''} />
          </Field>
          <label class="check">
            <input type="checkbox" name="keep" defaultChecked={opened?.doNotTranslate ?? false} />
            Don’t translate it
          </label>
          {data.targetLanguages.map(({ code, name }) => (
            <Field key={code} label={name}>
              <input
                name={`in-${code}`}
                maxLength={200}
                dir="auto"
                defaultValue={opened?.translations[code] ?? ''}
              />
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
