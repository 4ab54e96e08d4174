import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import type { Path } from './edit.ts';
import { allows, isFields, target, useForm, wordsOf } from './form.ts';
import { Errors, Explanation, Frame } from './frame.tsx';
import { Scalar } from './inputs.tsx';
import { List, Named } from './list.tsx';

interface ValueProps {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly path: Path;
}

/** The form of a value, whatever its schema says it is. */
export function Value({ schema, value, path }: ValueProps) {
  const own = target(schema);
  const described =
    schema.description === undefined ? own : { ...own, description: schema.description };
  const branches = own.anyOf ?? own.oneOf;
  if (branches !== undefined) {
    return <Union {...{ schema: described, branches, value, path }} />;
  }
  if (own.type === 'array') {
    return (
      <Frame path={path} description={described.description} isSet={value !== undefined} isGroup>
        {() => <List schema={own} value={value} path={path} Entry={Value} />}
      </Frame>
    );
  }
  if (own.type === 'object') return <Section {...{ schema: described, value, path }} />;
  return <Scalar schema={described} value={value} path={path} />;
}

/** The fields of an object. */
export function Fields({
  schema,
  value,
  path,
  without = [],
}: ValueProps & { readonly without?: readonly string[] }) {
  const own = target(schema);
  const fields = isFields(value) ? value : {};
  const { properties = {}, additionalProperties: others } = own;
  return (
    <>
      {Object.entries(properties).map(([key, field]) =>
        without.includes(key) ? null : (
          <Value key={key} schema={field} value={fields[key]} path={[...path, key]} />
        ),
      )}
      {typeof others === 'object' && (
        <Named schema={others} {...{ fields, path, known: properties }} Entry={Value} />
      )}
    </>
  );
}

/** An object in another one, which opens if there is something in it. */
function Section({ schema, value, path }: ValueProps) {
  const { set, isReadOnly } = useForm();
  const isEntry = typeof path.at(-1) === 'number';
  const isSet = value !== undefined;
  return (
    <details class="setting-section" open={isSet || isEntry} data-path={path.join('.')}>
      <summary>
        <span class="label">{isEntry ? titleOf(value, path) : wordsOf(String(path.at(-1)))}</span>
        {isSet && !isEntry && <span class="badge good">Set</span>}
        {!isEntry && (
          <span class="hint">
            <Explanation text={schema.description} />
          </span>
        )}
      </summary>
      <Errors path={path} />
      <div class="setting-fields">
        <Fields schema={schema} value={value} path={path} />
      </div>
      {isSet && !isEntry && !isReadOnly && (
        <button type="button" class="quiet" onClick={() => set(path, undefined)}>
          Remove {path.join('.')}
        </button>
      )}
    </details>
  );
}

/** The first text of an entry of a list, by which people know it. */
function titleOf(value: unknown, path: Path): string {
  const texts = isFields(value)
    ? Object.values(value).filter((one) => typeof one === 'string')
    : [];
  return texts[0] || `Entry ${Number(path.at(-1)) + 1}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'One text',
  object: 'Several fields',
  array: 'A list',
};

/** A value of one of several kinds. */
function Union({
  schema,
  branches,
  value,
  path,
}: ValueProps & { readonly branches: readonly JsonSchema[] }) {
  const { set, isReadOnly } = useForm();
  const own = branches.map(target);
  const types = own.flatMap(({ type = 'string' }) => type);
  // A number or a text is one field, which takes either.
  if (types.every((type) => ['string', 'number', 'integer'].includes(type))) {
    const [{ examples } = {}] = own;
    const both = { description: schema.description, type: types, examples } as JsonSchema;
    return <Scalar schema={both} value={value} path={path} />;
  }
  const chosen = Math.max(0, value === undefined ? 0 : own.findIndex((one) => allows(one, value)));
  const branch = own[chosen] ?? {};
  const kindOf = ({ type, enum: choices }: JsonSchema) =>
    choices ? 'A choice' : (kinds[String(type)] ?? String(type));
  const change = (index: number) => {
    const { type, enum: choices } = own[index] ?? {};
    set(path, type === 'object' ? {} : type === 'array' ? [] : (choices?.[0] ?? ''));
  };
  return (
    <div class="union">
      <Value
        schema={{ ...branch, ...(schema.description ? { description: schema.description } : {}) }}
        value={value}
        path={path}
      />
      {!isReadOnly && (
        <label class="kind">
          <span class="hidden">Kind of {path.join('.')}</span>
          <select
            value={String(chosen)}
            onChange={({ currentTarget }) => change(Number(currentTarget.value))}
          >
            {own.map((one, index) => (
              <option key={kindOf(one)} value={String(index)}>
                {kindOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
