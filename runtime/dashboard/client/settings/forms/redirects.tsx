import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import { Icon } from '../../parts/icon.tsx';
import { many } from '../../words.ts';
import type { Path } from './edit.ts';
import { isFields, nameOf, useForm } from './form.ts';
import { Errors, Explanation } from './frame.tsx';
import { EntryButtons } from './list.tsx';

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
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return (
    <div class="setting">
      <span class="hint">
        <Explanation text={schema.description} />
      </span>
      <Errors path={path} />
      <div class="scrolling">
        <table class="grid">
          <caption class="hidden">{many(rows.length, 'redirect')}</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Permanent</th>
              <th scope="col">
                <span class="hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row key={index} {...{ row, index, list: path, count: rows.length }} />
            ))}
          </tbody>
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

function Row({
  row,
  index,
  list,
  count,
}: {
  readonly row: unknown;
  readonly index: number;
  readonly list: Path;
  readonly count: number;
}) {
  const form = useForm();
  const { set, isReadOnly, findings } = form;
  const fields = isFields(row) ? row : {};
  const at = [...list, index];
  const paths = [at, ...['source', 'destination', 'permanent'].map((key) => [...at, key])];
  const isWrong = paths.some((path) => findings.has(nameOf(path)));
  const cell = (key: string, placeholder: string) => (
    <td>
      <input
        aria-label={`${key === 'source' ? 'From' : 'To'}, redirect ${index + 1}`}
        aria-invalid={findings.has(nameOf([...at, key]))}
        disabled={isReadOnly}
        value={typeof fields[key] === 'string' ? (fields[key] as string) : ''}
        placeholder={placeholder}
        onInput={({ currentTarget }) => set([...at, key], currentTarget.value)}
      />
    </td>
  );
  return (
    <>
      <tr data-path={nameOf(at)}>
        {cell('source', '/old')}
        {cell('destination', '/new')}
        <td>
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
      {isWrong && (
        <tr class="row-errors">
          <td colSpan={4}>
            {paths.map((path) => (
              <Errors key={nameOf(path)} path={path} />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
