import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import { useColors } from './colors.ts';
import type { Path } from './edit.ts';
import { FontSample } from './font-sample.tsx';
import { useForm } from './form.ts';
import { type Bound, Frame } from './frame.tsx';

interface InputProps {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly path: Path;
}

const isColor = ({ format, pattern }: JsonSchema) =>
  format === 'css-color' || (pattern?.startsWith('^#') ?? false);

/** A text, number, colour, choice, or true and false. */
export function Scalar({ schema, value, path }: InputProps) {
  const isSet = value !== undefined;
  return (
    <Frame path={path} description={schema.description} isSet={isSet} isGroup={isChoices(schema)}>
      {(bound) => <Control {...{ schema, value, path, bound }} />}
    </Frame>
  );
}

function isChoices({ enum: choices }: JsonSchema): boolean {
  return choices !== undefined && choices.length <= 4;
}

type ControlProps = InputProps & { readonly bound: Bound };

/** The control of a scalar without a frame. */
export function Control(props: ControlProps) {
  const { schema } = props;
  if (isChoices(schema)) return <Choices {...props} />;
  if (schema.enum !== undefined) return <Select {...props} />;
  if (schema.type === 'boolean') return <Switch {...props} />;
  if (schema.type === 'number' || schema.type === 'integer') return <NumberInput {...props} />;
  return isColor(schema) ? <Color {...props} /> : <Text {...props} />;
}

function placeholderOf({ default: initial, examples }: JsonSchema): string {
  if (initial !== undefined) return String(initial);
  return examples?.[0] === undefined ? '' : `such as ${String(examples[0])}`;
}

function Text({ schema, value, path, bound }: ControlProps) {
  const { set } = useForm();
  const text = value === undefined ? '' : String(value);
  const shared = { ...bound, value: text, placeholder: placeholderOf(schema) };
  const isNumber = Array.isArray(schema.type) && schema.type.includes('number');
  const take = (next: string) => {
    if (next === '' && typeof path.at(-1) !== 'number') set(path, undefined);
    else set(path, isNumber && next !== '' && !Number.isNaN(Number(next)) ? Number(next) : next);
  };
  const isLong =
    (schema.maxLength ?? 0) > 500 || /prompt|html|content|greeting/i.test(String(path.at(-1)));
  return isLong || text.length > 90 ? (
    <textarea {...shared} rows={3} onInput={(event) => take(event.currentTarget.value)} />
  ) : (
    <>
      <input {...shared} type="text" onInput={(event) => take(event.currentTarget.value)} />
      {path[0] === 'fonts' && path.at(-1) === 'family' && text.trim() !== '' && (
        <FontSample family={text} />
      )}
    </>
  );
}

function NumberInput({ schema, value, path, bound }: ControlProps) {
  const { set } = useForm();
  return (
    <input
      {...bound}
      type="number"
      class="short-input"
      step="any"
      value={typeof value === 'number' ? value : ''}
      placeholder={placeholderOf(schema)}
      onInput={({ currentTarget: { value: next } }) =>
        set(path, next === '' ? undefined : Number(next))
      }
    />
  );
}

function Select({ schema, value, path, bound }: ControlProps) {
  const { set } = useForm();
  const choices = (schema.enum ?? []).map(String);
  const isKnown = value === undefined || choices.includes(String(value));
  return (
    <select
      {...bound}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget: { value: next } }) => set(path, next === '' ? undefined : next)}
    >
      <option value="">
        {schema.default === undefined ? 'Not set' : `${String(schema.default)} (default)`}
      </option>
      {!isKnown && <option value={String(value)}>{String(value)}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function Choices({ schema, value, path, bound }: ControlProps) {
  const { set } = useForm();
  const choices = (schema.enum ?? []).map(String);
  return (
    <div class="choices" id={bound.id}>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={bound.id}
            disabled={bound.disabled}
            aria-describedby={bound['aria-describedby']}
            checked={(value ?? schema.default) === choice}
            onChange={() => set(path, choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </div>
  );
}

function Switch({ schema, value, path, bound }: ControlProps) {
  const { set } = useForm();
  const isOn = value === undefined ? schema.default === true : value === true;
  return (
    <span class="switch-line">
      <input
        {...bound}
        type="checkbox"
        role="switch"
        class="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ currentTarget }) => set(path, currentTarget.checked)}
      />
      <span class="muted" aria-hidden="true">
        {isOn ? 'On' : 'Off'}
        {value === undefined && ', by default'}
      </span>
    </span>
  );
}

function Color({ schema, value, path, bound }: ControlProps) {
  const { set } = useForm();
  const text = typeof value === 'string' ? value : '';
  const hex = useColors()?.shownOn(text, '#ffffff')?.color;
  return (
    <>
      <span class="color-line">
        <input
          type="color"
          aria-label={`Choose ${path.join('.')}`}
          disabled={bound.disabled}
          value={hex ?? '#888888'}
          onInput={({ currentTarget }) => set(path, currentTarget.value)}
        />
        <input
          {...bound}
          type="text"
          value={text}
          placeholder={placeholderOf(schema)}
          onInput={({ currentTarget: { value: next } }) =>
            set(path, next === '' ? undefined : next)
          }
        />
      </span>
      {text !== '' && !path.includes('background') && <Contrasts text={text} />}
    </>
  );
}

/** How well a colour is read as text on the pages of the site, as they are set now. */
function Contrasts({ text }: { readonly text: string }) {
  const colors = useColors();
  if (!colors) return null;
  const { grounds, shownOn } = colors;
  return (
    <span class="contrasts">
      {Object.entries(grounds).map(([name, ground]: readonly [string, string]) => {
        const shown = shownOn(text, ground);
        if (!shown) return null;
        const { color, ratio } = shown;
        return (
          <span key={name} class={ratio >= 4.5 ? 'contrast enough' : 'contrast'}>
            <Sample text={color} ground={ground} /> {ratio.toFixed(1)} : 1 on {name}
            {ratio < 4.5 && ', too little for text'}
          </span>
        );
      })}
    </span>
  );
}

/** The colour as text would have it; attributes of SVG, as the page allows no inline styles. */
function Sample({ text, ground }: { readonly text: string; readonly ground: string }) {
  return (
    <svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true">
      <rect width="28" height="20" rx="4" fill={ground} stroke="#8888" />
      <text x="14" y="14.5" text-anchor="middle" font-size="12" font-weight="600" fill={text}>
        Aa
      </text>
    </svg>
  );
}
