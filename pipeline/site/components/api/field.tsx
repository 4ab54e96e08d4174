import { type ComponentChildren, h } from 'preact';
import { encodeUriPart } from '../../../../schema/encode-uri.ts';
import { writeExact } from '../../../openapi/exact-json.ts';
import type { WrittenField } from '../../../openapi/form/written-fields.ts';
import { type Words, wordsOf } from '../../words.ts';
import { classes, flag, type Props, text } from '../component.ts';
import { usePage } from '../page-context.ts';
import { plainWording, type Wording, wording, wordings } from '../wording.tsx';
import { OpenFields } from './playground.tsx';

/** One field as a row: name, type, chips, requirement and default; below it words and nested fields. */
export interface FieldRowProps {
  readonly name: string;
  readonly id?: string | undefined;
  /** Class names besides its own. */
  readonly class?: string | undefined;
  readonly type?: ComponentChildren;
  /** Where the value goes (`path`, `query` …). */
  readonly place?: string | undefined;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  /** Chips before and behind the name. */
  readonly pre?: readonly ComponentChildren[] | undefined;
  readonly post?: readonly ComponentChildren[];
  /** As shown; absent or too long is not shown. */
  readonly default?: ComponentChildren;
  readonly labels: Words['api'];
  readonly children?: ComponentChildren;
}

/** Longest default shown in the line of a field; longer ones are shown in its description. */
const longestDefault = 80;

/** A row of a list of fields. */
export function FieldRow(props: FieldRowProps) {
  usePage().feature('endpoint');
  const { labels } = props;
  const isLong = typeof props.default === 'string' && props.default.length > longestDefault;
  const shown = props.default !== undefined && !isLong;
  return (
    <div class={classes('field dc-field', props.class)} {...(props.id ? { id: props.id } : {})}>
      <div class="field-head">
        <Chips of={props.pre} />
        {props.name !== '' &&
          (props.id ? (
            <a
              class="field-name"
              data-component-part="field-name"
              href={`#${encodeUriPart(props.id)}`}
              dir="ltr"
            >
              {props.name}
            </a>
          ) : (
            <code class="field-name" data-component-part="field-name" dir="ltr">
              {props.name}
            </code>
          ))}
        <Chips of={props.post} />
        {props.type && (
          <span class="field-type" data-component-part="field-info-pill" dir="ltr">
            {props.type}
          </span>
        )}
        {props.place && <span class="field-chip">{props.place}</span>}
        {props.deprecated && <span class="field-chip field-deprecated">{labels.deprecated}</span>}
        {props.required && (
          <span class="field-required" data-component-part="field-required-pill">
            {labels.required}
          </span>
        )}
        {shown && (
          <span class="field-default">
            {labels.default}: <code dir="ltr">{props.default}</code>
          </span>
        )}
      </div>
      {props.children}
    </div>
  );
}

function Chips(props: { readonly of: readonly ComponentChildren[] | undefined }) {
  return <>{props.of?.map((chip) => h('span', { class: 'field-chip' }, chip))}</>;
}

const places = ['path', 'query', 'body', 'header', 'cookie'] as const;

/** `ParamField`: a request parameter; where it goes is the name of the attribute that names it. */
export function ParamField(props: Props) {
  const page = usePage();
  const labels = wordsOf(page.page.language).api;
  const place = places.find((key) => text(props[key]) !== undefined);
  const name = (place && text(props[place])) ?? text(props.name) ?? '';
  if (!place) {
    page.report({
      severity: 'warning',
      ruleId: 'param-field-place',
      reason: `ParamField${name ? ` "${name}"` : ''} does not specify where the parameter goes.`,
      expected: places,
      note: 'Write the name as path, query, body or header: <ParamField path="id">.',
    });
  }
  const written = {
    name,
    place: place === undefined ? undefined : place,
    type: wording(props.type)?.text,
    required: flag(props.required),
    default:
      typeof props.default === 'object'
        ? (wording(props.default)?.text ?? props.default)
        : props.default,
    placeholder: text(props.placeholder),
  };
  return (
    <>
      <OpenFields />
      <AuthoredField props={props} name={name} place={place} labels={labels} />
      <NoteField field={written} />
    </>
  );
}

/** `ResponseField`: a field of a response, or a row of any list of properties. */
export function ResponseField(props: Props) {
  const page = usePage();
  const name = text(props.name) ?? '';
  if (name === '') {
    page.report({
      severity: 'warning',
      ruleId: 'response-field-name',
      reason: 'ResponseField has no name.',
      note: 'Add one: <ResponseField name="id" type="string">.',
    });
  }
  return <AuthoredField props={props} name={name} labels={wordsOf(page.page.language).api} />;
}

/** Notes a field for the page's form, once those in it are known. */
function NoteField(props: { readonly field: Omit<WrittenField, 'fields'> }) {
  const page = usePage();
  page.noteField({ ...props.field, fields: page.closeFields() });
  return null;
}

function AuthoredField(input: {
  readonly props: Props;
  readonly name: string;
  readonly place?: string | undefined;
  readonly labels: Words['api'];
}) {
  const { props, name, place, labels } = input;
  const page = usePage();
  if (flag(props.hidden)) return null;
  return (
    <FieldRow
      name={name}
      id={name === '' ? undefined : page.headingId(name, text(props.id), addressesOf(name, place))}
      class={text(props.className)}
      type={wording(props.type)?.shown}
      place={place}
      required={flag(props.required)}
      deprecated={flag(props.deprecated)}
      pre={wordings(props.pre).map(({ shown }) => shown)}
      post={wordings(props.post).map(({ shown }) => shown)}
      default={defaultWords(props.default)?.shown}
      labels={{
        ...labels,
        required: text(props.requiredLabel) ?? labels.required,
        deprecated: text(props.deprecatedLabel) ?? labels.deprecated,
        default: text(props.defaultLabel) ?? labels.default,
      }}
    >
      <div class="field-text" data-component-part="field-content">
        {props.children}
      </div>
    </FieldRow>
  );
}

/** What the other dialect has as the address of a field: all of them are parameters to some of its pages. */
function addressesOf(name: string, place: string | undefined): string[] {
  const kind = place === undefined ? 'response' : 'body';
  const isParameter = place !== undefined && place !== 'body';
  return (isParameter ? ['param'] : [kind, 'param']).map((first) => `${first}-${kebab(name)}`);
}

/** A name as the other dialect has it in an address: `redirectTo` and `REDIRECT_TO` are `redirect-to`. */
export function kebab(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** A default as it is shown: a value as it is written, or the elements that an author wrote for it. */
export function defaultWords(value: unknown): Wording | undefined {
  const written = valueText(value);
  return written === undefined ? wording(value) : plainWording(written);
}

/** A value as it is written: texts bare, flat values as JSON; nested ones are not shown. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (typeof value === 'object' && value !== null) {
    const items = Object.values(value);
    if (items.some((item) => typeof item === 'object' && item !== null)) return undefined;
  }
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  return writeExact(value);
}
