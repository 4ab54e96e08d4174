import type { ComponentChildren } from 'preact';
import type {
  Body,
  Field,
  Operation,
  Response,
  SecurityScheme,
} from '../../../../schema/operation.ts';
import { Heading } from '../heading.tsx';
import { usePage } from '../page-context.ts';
import { FieldRow, valueText } from './field.tsx';
import { type ApiLabels, apiLabels } from './labels.ts';
import { EndpointLine } from './method.tsx';
import { CodePanel, type PanelItem } from './panel.tsx';

/**
 * A whole operation: method and path, description, what the author wrote on the page (`children`),
 * authorization, parameters by place, body, responses. Samples and examples go beside it, or below
 * where the page has no column for them.
 */
export function OperationView(props: {
  readonly operation: Operation;
  readonly children?: ComponentChildren;
}) {
  const { operation } = props;
  const page = usePage();
  const labels = apiLabels(page.page.language);
  const open = page.site.config.api.params.expanded === 'all';
  const view: View = { labels, open };
  page.feature('endpoint');
  const panels = panelsOf(operation, labels);
  const line = operation.kind !== 'schema' && (
    <EndpointLine
      method={operation.method}
      path={operation.path}
      server={operation.kind === 'operation' ? operation.servers[0]?.url : undefined}
      copyLabel={labels.copyPath}
    />
  );
  // On small screens what stands beside comes first: the line leads it there, and is hidden here.
  const aside = (
    <div class="api-panels">
      {line && <div class="endpoint-narrow">{line}</div>}
      {panels}
    </div>
  );
  const beside = panels.length > 0 && page.addAside('request', aside);
  return (
    <div class="operation">
      {line && <div class={beside ? 'endpoint-wide' : undefined}>{line}</div>}
      {operation.description && (
        <div class="operation-text">{page.markdown(operation.description)}</div>
      )}
      {props.children}
      {!beside && panels.length > 0 && <div class="api-panels">{panels}</div>}
      <Security schemes={operation.security} view={view} />
      {(['path', 'query', 'header', 'cookie'] as const).map((place) => (
        <Parameters key={place} place={place} operation={operation} view={view} />
      ))}
      {operation.body && (
        <BodySection
          body={operation.body}
          title={operation.kind === 'schema' ? labels.attributes : labels.body}
          view={view}
        />
      )}
      <Responses responses={operation.responses} view={view} />
    </div>
  );
}

interface View {
  readonly labels: ApiLabels;
  /** Nested fields are open from the start (`api.params.expanded`). */
  readonly open: boolean;
}

function Section(props: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="operation-part">
      <div class="operation-part-head">
        <Heading level={2}>{props.title}</Heading>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}

function Security(props: { readonly schemes: readonly SecurityScheme[]; readonly view: View }) {
  const page = usePage();
  const { labels } = props.view;
  if (props.schemes.length === 0) return null;
  return (
    <Section title={labels.authorization}>
      {props.schemes.map((scheme) => {
        const shown = securityOf(scheme);
        return (
          <FieldRow
            key={scheme.name}
            name={shown.name}
            id={page.headingId(shown.name, `authorization-${anchor(shown.name)}`)}
            type={shown.type}
            place={shown.place}
            labels={labels}
          >
            {scheme.description && (
              <div class="field-text">{page.markdown(scheme.description)}</div>
            )}
          </FieldRow>
        );
      })}
    </Section>
  );
}

function securityOf(scheme: SecurityScheme) {
  if (scheme.type === 'apiKey') {
    return { name: scheme.parameter ?? scheme.name, type: 'API key', place: scheme.in ?? 'header' };
  }
  const kinds = { oauth2: 'OAuth 2.0', openIdConnect: 'OpenID Connect', mutualTLS: 'mutual TLS' };
  if (scheme.type === 'http') {
    const basic = scheme.scheme === 'basic';
    const type = basic ? 'Basic' : scheme.scheme === 'bearer' ? 'Bearer' : (scheme.scheme ?? '');
    return { name: 'Authorization', type, place: 'header' };
  }
  if (scheme.type === 'mutualTLS') return { name: scheme.name, type: kinds.mutualTLS };
  return { name: 'Authorization', type: kinds[scheme.type], place: 'header' };
}

function Parameters(props: {
  readonly place: 'path' | 'query' | 'header' | 'cookie';
  readonly operation: Operation;
  readonly view: View;
}) {
  const found = props.operation.parameters.filter((parameter) => parameter.in === props.place);
  if (found.length === 0) return null;
  return (
    <Section title={props.view.labels[props.place]}>
      {found.map((parameter) => (
        <FieldView
          key={parameter.name}
          field={parameter.field}
          prefix={props.place}
          view={props.view}
        />
      ))}
    </Section>
  );
}

function BodySection(props: { readonly body: Body; readonly title: string; readonly view: View }) {
  const page = usePage();
  const { body, view } = props;
  const [only] = body.contents;
  const single = body.contents.length === 1 && only;
  return (
    <Section
      title={props.title}
      aside={
        <>
          {single && <MediaType text={single.mediaType} />}
          {body.required && <span class="field-required">{view.labels.required}</span>}
        </>
      }
    >
      {body.description && <div class="field-text">{page.markdown(body.description)}</div>}
      <Contents contents={body.contents} prefix="body" view={view} />
    </Section>
  );
}

function Responses(props: { readonly responses: readonly Response[]; readonly view: View }) {
  const page = usePage();
  const { labels } = props.view;
  if (props.responses.length === 0) return null;
  const first = props.responses.find((response) => /^2/.test(response.status));
  const main = first ?? props.responses[0];
  return (
    <Section title={props.responses.length > 1 ? labels.responses : labels.response}>
      {props.responses.map((response) => {
        const [only] = response.contents;
        const empty = response.contents.length === 0;
        const [lead = '', ...more] = (response.description ?? '').split(/\n\s*\n/);
        const plain = more.length === 0 && lead.length <= 120 && !/[\n*_`[\]<]/.test(lead);
        const head = (
          <>
            <StatusChip status={response.status} />
            {plain && <span class="response-lead">{lead}</span>}
            {response.contents.length === 1 && only && <MediaType text={only.mediaType} />}
          </>
        );
        const words = !plain && response.description && (
          <div class="field-text">{page.markdown(response.description)}</div>
        );
        if (empty && !words) {
          return (
            <div class="response" key={response.status}>
              <div class="response-head">{head}</div>
            </div>
          );
        }
        return (
          <details class="response" key={response.status} open={response === main}>
            <summary class="response-head">{head}</summary>
            <div class="response-body">
              {words}
              <Contents
                contents={response.contents}
                prefix={response === main ? 'response' : undefined}
                view={props.view}
              />
            </div>
          </details>
        );
      })}
    </Section>
  );
}

function StatusChip({ status }: { readonly status: string }) {
  const kind = /^[1-5]/.exec(status)?.[0] ?? 'other';
  return (
    <span class="status" data-status={kind} dir="ltr">
      {status}
    </span>
  );
}

function MediaType({ text }: { readonly text: string }) {
  return (
    <span class="media-type" dir="ltr">
      {text}
    </span>
  );
}

function Contents(props: {
  readonly contents: Body['contents'];
  readonly prefix?: string | undefined;
  readonly view: View;
}) {
  const several = props.contents.length > 1;
  return (
    <>
      {props.contents.map((content, index) => (
        <div class="media" key={content.mediaType}>
          {several && (
            <p class="media-head">
              <MediaType text={content.mediaType} />
            </p>
          )}
          <ContentFields
            field={content.field}
            prefix={index === 0 ? props.prefix : undefined}
            view={props.view}
          />
        </div>
      ))}
    </>
  );
}

/** The fields of a body; a body that is no object is one row without a name. */
function ContentFields(props: {
  readonly field: Field;
  readonly prefix?: string | undefined;
  readonly view: View;
}) {
  const { field, view } = props;
  const page = usePage();
  const plain = field.type === 'object' || field.type === 'object | null';
  if (plain && (field.fields.length > 0 || field.variants.length > 0)) {
    return (
      <>
        {field.description && <div class="field-text">{page.markdown(field.description)}</div>}
        <FieldList fields={field.fields} prefix={props.prefix} view={view} />
        <Variants field={field} prefix={props.prefix} view={view} />
      </>
    );
  }
  if (field.type === 'any' && !field.description && field.variants.length === 0) return null;
  return <FieldView field={field} prefix={undefined} view={view} unfold />;
}

function FieldList(props: {
  readonly fields: readonly Field[];
  readonly prefix?: string | undefined;
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

function FieldView(props: {
  readonly field: Field;
  /** Anchors of the fields above, joined; absent where fields have no anchors. */
  readonly prefix?: string | undefined;
  readonly view: View;
  /** Nested fields are open: the row itself says little. */
  readonly unfold?: boolean;
}) {
  const { field, view } = props;
  const { labels } = view;
  const page = usePage();
  const path =
    props.prefix === undefined || field.name === ''
      ? undefined
      : `${props.prefix}-${anchor(field.name)}`;
  const id = path === undefined ? undefined : page.headingId(path, path);
  const chips = [
    ...(field.readOnly ? [labels.readOnly] : []),
    ...(field.writeOnly ? [labels.writeOnly] : []),
  ];
  return (
    <FieldRow
      name={field.name}
      id={id}
      type={field.type}
      required={field.required}
      deprecated={field.deprecated}
      post={chips}
      default={valueText(field.default)}
      labels={labels}
    >
      {field.description && <div class="field-text">{page.markdown(field.description)}</div>}
      <FieldFacts field={field} labels={labels} />
      {field.recursive && <p class="field-fact">{labels.recursive}</p>}
      {(field.fields.length > 0 || field.variants.length > 0) && (
        <details class="field-more" open={view.open || props.unfold === true}>
          <summary>
            {labels.show} <code dir="ltr">{field.name || field.type}</code>
          </summary>
          <div class="field-children">
            <FieldList fields={field.fields} prefix={path} view={view} />
            <Variants field={field} prefix={path} view={view} />
          </div>
        </details>
      )}
    </FieldRow>
  );
}

function FieldFacts(props: { readonly field: Field; readonly labels: ApiLabels }) {
  const { field, labels } = props;
  const example = valueText(field.example);
  const values = field.enum ?? [];
  return (
    <>
      {values.length > 0 && (
        <p class="field-fact">
          {labels.options}:{' '}
          {values.map((value, index) => (
            <span key={index}>
              {index > 0 && ', '}
              <code dir="ltr">{valueText(value) ?? JSON.stringify(value)}</code>
            </span>
          ))}
        </p>
      )}
      {field.constraints.length > 0 && (
        <p class="field-fact" dir="ltr">
          {field.constraints.join(' · ')}
        </p>
      )}
      {example !== undefined && example.length <= 120 && (
        <p class="field-fact">
          {labels.example}: <code dir="ltr">{example}</code>
        </p>
      )}
    </>
  );
}

function Variants(props: {
  readonly field: Field;
  readonly prefix?: string | undefined;
  readonly view: View;
}) {
  const { variants } = props.field;
  const page = usePage();
  if (variants.length === 0) return null;
  return (
    <div class="field-variants">
      <p class="field-fact">{props.view.labels.oneOf}:</p>
      {variants.map(({ label, field }, index) => (
        <details class="field-variant" key={label} open={props.view.open || index === 0}>
          <summary>
            <span dir="auto">{label}</span>
            {field.type !== label && (
              <span class="field-type" dir="ltr">
                {field.type}
              </span>
            )}
          </summary>
          <div class="field-children">
            {field.description && <div class="field-text">{page.markdown(field.description)}</div>}
            <FieldFacts field={field} labels={props.view.labels} />
            <FieldList
              fields={field.fields}
              prefix={props.prefix && `${props.prefix}-${anchor(label)}`}
              view={props.view}
            />
            <Variants field={field} prefix={undefined} view={props.view} />
          </div>
        </details>
      ))}
    </div>
  );
}

function panelsOf(operation: Operation, labels: ApiLabels): ComponentChildren[] {
  const panels: ComponentChildren[] = [];
  if (operation.samples.length > 0) {
    panels.push(
      <CodePanel
        key="request"
        title={labels.request}
        items={operation.samples}
        sync="sample"
        labels={labels}
      />,
    );
  }
  if (operation.kind !== 'operation') {
    const items = exampleItems(operation.body?.contents ?? [], '');
    panels.push(<CodePanel key="example" title={labels.example} items={items} labels={labels} />);
  }
  const responses = operation.responses.flatMap((response) =>
    exampleItems(response.contents, response.status),
  );
  if (responses.length > 0) {
    panels.push(
      <CodePanel key="response" title={labels.response} items={responses} labels={labels} />,
    );
  }
  return panels;
}

function exampleItems(contents: Body['contents'], status: string): readonly PanelItem[] {
  return contents.flatMap((content) =>
    content.examples.map((example) => ({
      label: [status, example.label || (contents.length > 1 ? content.mediaType : '')]
        .filter((part) => part !== '')
        .join(' · '),
      language: example.language,
      text: example.text,
    })),
  );
}

/** A name as a part of an anchor. */
function anchor(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
