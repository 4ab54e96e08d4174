import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Path } from './edit.ts';
import { nameOf, target, useFindings, useForm } from './form.ts';
import { Errors } from './frame.tsx';
import { Control } from './inputs.tsx';

interface EntryProps {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly path: Path;
}

/** Entries in their order, to be changed, moved and removed. */
export function List({
  schema,
  value,
  path,
  Entry,
}: EntryProps & { readonly Entry: ComponentType<EntryProps> }) {
  const { add, isReadOnly } = useForm();
  const entries = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const { items = {} } = schema;
  const of = target(items);
  const isPlain = of.type !== 'object' && of.anyOf === undefined && of.type !== 'array';
  return (
    <div class="entries">
      {entries.map((entry, index) => {
        const at = [...path, index];
        return (
          <div class="entry" key={index}>
            <div class="entry-value">
              {isPlain ? (
                <PlainEntry schema={of} value={entry} path={at} />
              ) : (
                <Entry schema={items} value={entry} path={at} />
              )}
            </div>
            {!isReadOnly && <EntryButtons list={path} index={index} count={entries.length} />}
          </div>
        );
      })}
      {!isReadOnly && (
        <button
          type="button"
          class="add"
          onClick={() =>
            add(path, entries.length, of.type === 'object' ? {} : (of.enum?.[0] ?? ''))
          }
        >
          <Icon name="plus" /> Add <span class="hidden">to {nameOf(path)}</span>
        </button>
      )}
    </div>
  );
}

function PlainEntry({ schema, value, path }: EntryProps) {
  const { isReadOnly } = useForm();
  const findings = useFindings();
  const name = nameOf(path);
  const id = `entry-${name}`;
  const bound = {
    ...{ id, disabled: isReadOnly, 'aria-describedby': `${id}-errors`, 'aria-label': name },
    'aria-invalid': findings.has(name),
  };
  // Choices of an entry are a list: there are several entries below each other.
  return (
    <>
      <Control schema={{ ...schema, default: undefined }} {...{ value, path, bound }} />
      <Errors path={path} id={`${id}-errors`} />
    </>
  );
}

/** What can be done with an entry of a list. */
export function EntryButtons({
  list,
  index,
  count,
}: {
  readonly list: Path;
  readonly index: number;
  readonly count: number;
}) {
  const { move, set } = useForm();
  const name = nameOf([...list, index]);
  return (
    <span class="entry-buttons">
      <button
        type="button"
        class="icon-button"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => move(list, index, index - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => move(list, index, index + 1)}
      >
        ↓
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Remove ${name}`}
        onClick={() => set([...list, index], undefined)}
      >
        <Icon name="trash" />
      </button>
    </span>
  );
}

/** Values with names of one's own. */
export function Named({
  schema,
  fields,
  path,
  known,
  Entry,
}: {
  readonly schema: JsonSchema;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: Path;
  readonly known: Readonly<Record<string, unknown>>;
  readonly Entry: ComponentType<EntryProps>;
}) {
  const { set, isReadOnly } = useForm();
  const [name, setName] = useState('');
  const of = target(schema);
  const isTaken = name.trim() === '' || Object.hasOwn(fields, name) || Object.hasOwn(known, name);
  const first = () => (of.type === 'object' ? {} : of.type === 'array' ? [] : '');
  return (
    <>
      {Object.entries(fields).map(([key, value]) =>
        Object.hasOwn(known, key) ? null : (
          <Entry key={key} schema={schema} value={value} path={[...path, key]} />
        ),
      )}
      {!isReadOnly && (
        <form
          class="add-named"
          onSubmit={(event) => {
            event.preventDefault();
            if (isTaken) return;
            set([...path, name], first());
            setName('');
          }}
        >
          <input
            aria-label={`Name of what to add to ${nameOf(path)}`}
            placeholder="Name"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit" disabled={isTaken}>
            <Icon name="plus" /> Add
          </button>
        </form>
      )}
    </>
  );
}
