import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Finding } from '../check-text.ts';
import { sentence } from '../findings.tsx';
import type { Path } from './edit.ts';
import { nameOf, useFindings, useForm, wordsOf } from './form.ts';

/** What is wrong with a value. */
export function Errors({ path, id }: { readonly path: Path; readonly id?: string }) {
  return <ErrorList found={useFindings().get(nameOf(path))} id={id} />;
}

/** What was found, as far as there is anything. */
export function ErrorList({
  found = [],
  id,
}: {
  readonly found: readonly Finding[] | undefined;
  readonly id?: string | undefined;
}) {
  return (
    <span class="field-errors" id={id} aria-live="polite">
      {found.map(({ severity, reason, note }) => (
        <span key={reason} class={`field-error ${severity}`}>
          {sentence(reason)} {note}
        </span>
      ))}
    </span>
  );
}

/** A description of the schema: what is in backticks there is code. */
export function Explanation({ text = '' }: { readonly text?: string | undefined }) {
  return (
    <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
  );
}

/** What a control needs to be one with its name, explanation and errors. */
export interface Bound {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly disabled: boolean;
}

/** A field: its name and key, its control, its explanation, and what is wrong with it. */
export function Frame({
  path,
  description,
  isSet,
  isGroup = false,
  children,
}: {
  readonly path: Path;
  readonly description: string | undefined;
  /** Whether the file has a value, which can then be removed. */
  readonly isSet: boolean;
  /** Its control is made of several. */
  readonly isGroup?: boolean;
  readonly children: (bound: Bound) => ComponentChildren;
}) {
  const id = useId();
  const { set, isReadOnly } = useForm();
  const findings = useFindings();
  const name = nameOf(path);
  const key = String(path.at(-1));
  const label = typeof path.at(-1) === 'number' ? `Entry ${Number(key) + 1}` : wordsOf(key);
  const bound = {
    ...{ id, disabled: isReadOnly, 'aria-describedby': `${id}-hint ${id}-errors` },
    'aria-invalid': findings.get(name)?.some(({ severity }) => severity === 'error') ?? false,
  };
  const head = (
    <>
      {isGroup ? (
        <span class="label" id={`${id}-label`}>
          {label}
        </span>
      ) : (
        <label class="label" for={id}>
          {label}
        </label>
      )}
      <code class="muted key">{name}</code>
      {isSet && !isReadOnly && (
        <button
          type="button"
          class="quiet reset"
          aria-label={`Remove ${name}`}
          onClick={() => set(path, undefined)}
        >
          Remove
        </button>
      )}
    </>
  );
  return (
    <div
      class="setting"
      data-path={name}
      {...(isGroup ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      <div class="setting-head">{head}</div>
      {children(bound)}
      <Errors path={path} id={`${id}-errors`} />
      <span class="hint" id={`${id}-hint`}>
        <Explanation text={description} />
      </span>
    </div>
  );
}
