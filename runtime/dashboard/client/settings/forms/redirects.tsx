import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import { Icon } from '../../parts/icon.tsx';
import { many } from '../../words.ts';
import type { Finding } from '../check-text.ts';
import type { Path } from './edit.ts';
import { isFields, nameOf, useFindings, useForm } from './form.ts';
import { ErrorList, Errors, Explanation } from './frame.tsx';
import { portionsOf, useKept } from './kept.ts';
import { EntryButtons } from './list.tsx';

/** What of a redirect can be wrong: the whole, or a field. */
const keys = ['', '.source', '.destination', '.permanent'];
const nothing = keys.map(() => undefined);

/** Redirects as a table, with loops and other mistakes below their rows. */
export function RedirectsField({
  schema,
  value,
  path,
}: {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly path: Path;
}) {
  const { add, set, isReadOnly } = useForm();
  const findings = useFindings();
  const kept = useKept();
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const portions = portionsOf([...rows.entries()]);
  const list = nameOf(path);
  // A large site has a thousand rows, hardly any of which is wrong.
  const wrong = new Set([...findings.keys()].map((name) => /^[^[]*\[\d+\]/.exec(name)?.[0]));
  return (
    <div class="setting">
      <span class="hint">
        <Explanation text={schema.description} />
      </span>
      <Errors path={path} />
      <div class="scrolling">
        <table class="grid">
          <caption class="hidden">{many(rows.length, 'redirect')}</caption>
          <thead hidden={rows.length === 0}>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Permanent</th>
              <th scope="col">
                <span class="hidden">Change</span>
              </th>
            </tr>
          </thead>
          {portions.map((portion, at) => {
            const drawn = portion.map(([index, row]) => {
              const name = `${list}[${index}]`;
              const found = wrong.has(name) ? keys.map((key) => findings.get(name + key)) : nothing;
              const props = { row, index, name, found, list: path, count: rows.length };
              return kept(name, [row, rows.length, ...found], () => <Row key={index} {...props} />);
            });
            return kept(`${at}`, drawn, () => <tbody key={at}>{drawn}</tbody>);
          })}
        </table>
      </div>
      {!isReadOnly && (
        <button
          type="button"
          class="add"
          onClick={() => {
            const entry = { source: '', destination: '' };
            if (Array.isArray(value)) add(path, rows.length, entry);
            else set(path, [entry]);
          }}
        >
          <Icon name="plus" /> Add redirect
        </button>
      )}
    </div>
  );
}

const labels = { source: 'From', destination: 'To' } as const;

function Row({
  row,
  index,
  name,
  found,
  list,
  count,
}: {
  readonly row: unknown;
  readonly index: number;
  readonly name: string;
  /** What is wrong with it as a whole, with its source, its destination, and whether it is permanent. */
  readonly found: readonly (readonly Finding[] | undefined)[];
  readonly list: Path;
  readonly count: number;
}) {
  const { set, isReadOnly } = useForm();
  const fields = isFields(row) ? row : {};
  const at = [...list, index];
  const cell = (key: 'source' | 'destination', placeholder: string) => (
    <td data-label={labels[key]}>
      <input
        aria-label={`${labels[key]}, redirect ${index + 1}`}
        aria-invalid={found[key === 'source' ? 1 : 2] !== undefined}
        disabled={isReadOnly}
        value={typeof fields[key] === 'string' ? (fields[key] as string) : ''}
        placeholder={placeholder}
        onInput={({ currentTarget }) => set([...at, key], currentTarget.value)}
      />
    </td>
  );
  return (
    <>
      <tr data-path={name}>
        {cell('source', '/old')}
        {cell('destination', '/new')}
        <td class="grid-switch" data-label="Permanent">
          <input
            type="checkbox"
            role="switch"
            class="switch"
            aria-label={`Permanent, redirect ${index + 1}`}
            disabled={isReadOnly}
            checked={fields.permanent !== false}
            aria-checked={fields.permanent !== false}
            onChange={({ currentTarget }) =>
              set([...at, 'permanent'], currentTarget.checked ? undefined : false)
            }
          />
        </td>
        <td>{!isReadOnly && <EntryButtons list={list} index={index} count={count} />}</td>
      </tr>
      {found.some((list) => list !== undefined) && (
        <tr class="row-errors">
          <td colSpan={4}>
            {found.map((list, place) => (
              <ErrorList key={place} found={list} />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
