import type { Language, Term } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { foresee, refresh, useApi } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Copy, Facts, Field } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { count } from '../words.ts';

interface OfGlossary {
  readonly base: string;
  readonly languages: readonly Language[];
  readonly onClose: () => void;
}

/** Adds a term. */
export function AddTerm({ base, languages, onClose }: OfGlossary) {
  return (
    <FormDialog
      title="Add term"
      submit="Add term"
      onClose={onClose}
      onSubmit={async (fields) => {
        await ask('POST', base, bodyOf(fields, languages));
        refresh(base);
        onClose();
        say('Term added.');
      }}
    >
      <TermFields languages={languages} />
    </FormDialog>
  );
}

/** One term, wherever in the list it is: to change, or to read. */
export function OpenTerm({
  id,
  base,
  languages,
  mayChange,
  pages,
  onClose,
}: OfGlossary & {
  readonly id: string;
  readonly mayChange: boolean;
  readonly pages: number | null | undefined;
}) {
  const { data: term, failure } = useApi<Term>(`${base}/${id}`);
  if (!term) {
    return (
      <Dialog title="Term" onClose={onClose}>
        {failure ? <Trouble failure={failure} /> : <Waiting />}
      </Dialog>
    );
  }
  const facts = (
    <Facts
      facts={[
        ['Pages with it', typeof pages === 'number' ? count(pages) : 'Not known'],
        ['Id', <Copy key="id" text={term.id} isShort />],
      ]}
    />
  );
  if (!mayChange) {
    return (
      <Dialog title={term.term} onClose={onClose}>
        <div class="stack">
          {term.description && <p>{term.description}</p>}
          <Facts
            facts={
              term.doNotTranslate
                ? [['Translation', 'Not translated']]
                : Object.entries(term.translations).map(([code, text]) => [code, text] as const)
            }
          />
          {facts}
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Edit term"
      submit="Save term"
      onClose={onClose}
      actions={
        <button
          type="button"
          onClick={() => {
            onClose();
            void remove(base, term);
          }}
        >
          <Icon name="trash" /> Delete
        </button>
      }
      onSubmit={async (fields) => {
        await ask('PATCH', `${base}/${id}`, bodyOf(fields, languages, term));
        refresh(base);
        onClose();
        say('Term saved.');
      }}
    >
      <TermFields languages={languages} term={term} />
      {facts}
    </FormDialog>
  );
}

function TermFields({ languages, term }: Pick<OfGlossary, 'languages'> & { readonly term?: Term }) {
  return (
    <>
      <Field label="Term" hint="As it is written in the pages.">
        <input name="term" required maxLength={100} defaultValue={term?.term ?? ''} />
      </Field>
      <Field label="Meaning" hint="Context for languages without a translation here.">
        <input name="description" maxLength={500} defaultValue={term?.description ?? ''} />
      </Field>
      <label class="check">
        <input type="checkbox" name="case" defaultChecked={term?.caseSensitive ?? true} />
        Only with the same capital letters
      </label>
      <label class="check">
        <input type="checkbox" name="keep" defaultChecked={term?.doNotTranslate ?? false} />
        Don’t translate it
      </label>
      {languages.map(({ code, name }) => (
        <Field key={code} label={name}>
          <input
            name={`in-${code}`}
            maxLength={200}
            dir="auto"
            defaultValue={term?.translations[code] ?? ''}
          />
        </Field>
      ))}
    </>
  );
}

/** A change replaces all translations: those into languages that the project does not have stay as they are. */
function bodyOf(fields: FormData, languages: readonly Language[], before?: Term): object {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const given = languages.map(({ code }) => [code, text(`in-${code}`)] as const);
  const translations = { ...before?.translations, ...Object.fromEntries(given) };
  return {
    term: text('term'),
    description: text('description'),
    translations: Object.fromEntries(Object.entries(translations).filter(([, word]) => word)),
    caseSensitive: fields.has('case'),
    doNotTranslate: fields.has('keep'),
  };
}

/** Deletes a term at once; its message takes it back. */
async function remove(base: string, term: Term): Promise<void> {
  const { id, createdAt: _, ...body } = term;
  const takeBack = foresee<unknown>(`${base}?`, (known) =>
    Array.isArray(known) ? known.filter((one: Term) => one.id !== id) : known,
  );
  if (!(await attempt(() => ask('DELETE', `${base}/${id}`)))) return takeBack();
  refresh(base);
  const undo = () => attempt(() => ask('POST', base, body)).then(() => refresh(base));
  say(`“${term.term}” deleted. Pages keep their translations.`, {
    action: { label: 'Undo', run: () => void undo() },
  });
}
