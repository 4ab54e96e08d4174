import type { Body, Field } from '../../../../schema/operation.ts';
import { writeExact } from '../../../openapi/exact-json.ts';
import { fillLabel } from '../../fill-label.ts';
import type { Words } from '../../words.ts';
import { usePage } from '../page-context.ts';
import { Described } from './described.tsx';
import { FieldRow, kebab, valueText } from './field.tsx';

/** How the anchors of fields start. */
export interface Prefix {
  readonly id: string;
  /** The same in the addresses of the other dialect. */
  readonly others: readonly string[];
}

/** How fields are shown on one page. */
export interface View {
  readonly labels: Words['api'];
  /** Nested fields are open from the start (`api.params.expanded`). */
  readonly open: boolean;
}

/** A media type as a quiet label. */
export function MediaType({ text }: { readonly text: string }) {
  return (
    <span class="media-type" dir="ltr">
      {text}
    </span>
  );
}

/** What a body holds, by media type. */
export function Contents(props: {
  readonly contents: Body['contents'];
  readonly prefix?: Prefix | undefined;
  readonly view: View;
  /** The same on most pages of an API: not what this one is found by. */
  readonly isShared?: boolean;
}) {
  const several = props.contents.length > 1;
  return (
    <>
      {props.contents.map((content, index) => (
        <div class={mediaClass(props.isShared)} key={content.mediaType}>
          {several && (
            <p class="media-head">
              <MediaType text={content.mediaType} />
            </p>
          )}
          <ContentFields
            field={content.field}
            prefix={index === 0 ? props.prefix : ofType(props.prefix, content.mediaType)}
            view={props.view}
          />
        </div>
      ))}
    </>
  );
}

/** The class of a part of a body; the text of shared ones is left out of the search. */
export function mediaClass(isShared = false): string {
  return isShared ? 'dc-media media-shared' : 'dc-media';
}

/** The fields of a body; a body that is no object is one row without a name. */
function ContentFields(props: {
  readonly field: Field;
  readonly prefix?: Prefix | undefined;
  readonly view: View;
}) {
  const { field, view } = props;
  const plain = field.type === 'object' || field.type === 'object | null';
  if (plain && (field.fields.length > 0 || field.variants.length > 0)) {
    return (
      <>
        {field.description && <Described text={field.description} />}
        <FieldList fields={field.fields} prefix={props.prefix} view={view} />
        <Variants field={field} prefix={props.prefix} view={view} />
      </>
    );
  }
  if (field.type === 'any' && !field.description && field.variants.length === 0) return null;
  return <FieldView field={field} prefix={props.prefix} view={view} unfold />;
}

function FieldList(props: {
  readonly fields: readonly Field[];
  readonly prefix?: Prefix | undefined;
  readonly view: View;
}) {
  return (
    <>
      {props.fields.map((field) => (
        <FieldView key={field.name} field={field} prefix={props.prefix} view={props.view} />
      ))}
    </>
  );
}

/** One field with its facts and the fields below it. */
export function FieldView(props: {
  readonly field: Field;
  /** Anchors of the fields above, joined; absent where fields have no anchors. */
  readonly prefix?: Prefix | undefined;
  readonly view: View;
  /** Nested fields are open: the row itself says little. */
  readonly unfold?: boolean;
}) {
  const { field, view } = props;
  const { labels } = view;
  const page = usePage();
  const named = field.name !== '';
  const path = props.prefix && named ? below(props.prefix, field.name) : props.prefix;
  const id = path && named ? page.headingId(path.id, path.id, path.others) : undefined;
  const inner = path && field.type.endsWith('[]') ? ofItems(path) : path;
  const chips = [
    ...(field.readOnly ? [labels.readOnly] : []),
    ...(field.writeOnly ? [labels.writeOnly] : []),
    ...(field.post ?? []),
  ];
  return (
    <FieldRow
      name={field.name}
      id={id}
      type={field.type}
      required={field.required}
      deprecated={field.deprecated}
      pre={field.pre}
      post={chips}
      default={valueText(field.default)}
      labels={labels}
    >
      {field.description && <Described text={field.description} />}
      <FieldFacts field={field} labels={labels} />
      {field.recursive && <p class="field-fact">{labels.recursive}</p>}
      {(field.fields.length > 0 || field.variants.length > 0) && (
        <details class="field-more" open={view.open || props.unfold === true}>
          <summary>
            {labels.show} <code dir="ltr">{field.name || field.type}</code>
          </summary>
          <div class="field-children">
            <FieldList fields={field.fields} prefix={inner} view={view} />
            <Variants field={field} prefix={inner} view={view} />
          </div>
        </details>
      )}
    </FieldRow>
  );
}

function FieldFacts(props: { readonly field: Field; readonly labels: Words['api'] }) {
  const { field, labels } = props;
  const example = valueText(field.example);
  const values = field.enum ?? [];
  const only = values.length === 1 ? valueText(values[0]) : undefined;
  return (
    <>
      {values.length > 0 && <Options values={values} labels={labels} />}
      {field.constraints.length > 0 && (
        <p class="field-fact" dir="ltr">
          {field.constraints.join(' · ')}
        </p>
      )}
      {example !== undefined && example.length <= 120 && example !== only && (
        <p class="field-fact">
          {labels.example}: <code dir="ltr">{example}</code>
        </p>
      )}
    </>
  );
}

/** Values that are shown at first where there are more than a reader looks through, such as all countries. */
const optionLimits = { shown: 20, unfolded: 40 } as const;

/** The values that a field may have. */
function Options(props: { readonly values: readonly unknown[]; readonly labels: Words['api'] }) {
  const { values, labels } = props;
  const isLong = values.length > optionLimits.unfolded;
  const shown = isLong ? values.slice(0, optionLimits.shown) : values;
  const rest = values.slice(shown.length);
  return (
    <>
      <p class="field-fact">
        {labels.options}: <Values of={shown} />
      </p>
      {rest.length > 0 && (
        <details class="field-more field-options">
          <summary>{fillLabel(labels.moreOptions, { n: rest.length })}</summary>
          <p class="field-fact">
            <Values of={rest} />
          </p>
        </details>
      )}
    </>
  );
}

function Values(props: { readonly of: readonly unknown[] }) {
  return (
    <>
      {props.of.map((value, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <code dir="ltr">{valueText(value) ?? writeExact(value)}</code>
        </span>
      ))}
    </>
  );
}

function Variants(props: {
  readonly field: Field;
  readonly prefix?: Prefix | undefined;
  readonly view: View;
}) {
  const { variants, any } = props.field;
  const { labels, open } = props.view;
  const page = usePage();
  if (variants.length === 0) return null;
  // Browsers close the other choices of a name. Where several may apply, several may be open.
  const name = any || open || !props.prefix ? undefined : `${props.prefix.id}-choice`;
  return (
    <div class="field-variants">
      <p class="field-fact">{props.field.any ? labels.anyOf : labels.oneOf}:</p>
      {variants.map(({ label, field }, index) => {
        const path = props.prefix && below(props.prefix, label);
        const id = path && page.headingId(path.id, path.id);
        return isBare(field) ? (
          <p class="field-variant" id={id} key={label}>
            <VariantName label={label} field={field} labels={labels} />
          </p>
        ) : (
          <details class="field-variant" key={label} name={name} open={open || index === 0}>
            <summary id={id}>
              <VariantName label={label} field={field} labels={labels} />
            </summary>
            <div class="field-children">
              {field.description && <Described text={field.description} />}
              <FieldFacts field={field} labels={props.view.labels} />
              <FieldList fields={field.fields} prefix={path} view={props.view} />
              <Variants field={field} prefix={path} view={props.view} />
            </div>
          </details>
        );
      })}
    </div>
  );
}

/** Whether there is nothing to unfold below the name of a choice. */
function isBare({ description, fields, variants, constraints, enum: values, example }: Field) {
  const lists = [fields, variants, constraints, values ?? []];
  return description === undefined && example === undefined && lists.every((l) => l.length === 0);
}

function VariantName(props: {
  readonly label: string;
  readonly field: Field;
  readonly labels: Words['api'];
}) {
  const { label, field, labels } = props;
  return (
    <>
      <span dir="auto">{label}</span>
      {field.type !== label && (
        <span class="field-type" dir="ltr">
          {field.type}
        </span>
      )}
      {field.deprecated && <span class="field-chip field-deprecated">{labels.deprecated}</span>}
    </>
  );
}

/** Of several content types, the first one has the plain anchors. */
function ofType(prefix: Prefix | undefined, mediaType: string): Prefix | undefined {
  return prefix && { id: `${prefix.id}-${anchor(mediaType)}`, others: [] };
}

function below(prefix: Prefix, name: string): Prefix {
  return {
    id: `${prefix.id}-${anchor(name)}`,
    others: prefix.others.map((other) => `${other}-${kebab(name)}`),
  };
}

/** The other dialect once left out what it now puts between a list and the fields of its items. */
function ofItems({ id, others }: Prefix): Prefix {
  const last = others.at(-1);
  return { id, others: last === undefined ? [] : [...others.slice(0, 1), `${last}-items`] };
}

/** A name as a part of an anchor. */
export function anchor(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
