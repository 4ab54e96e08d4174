import type { ComponentChildren } from 'preact';
import type { Body, Operation, Response, SecurityScheme } from '../../../../schema/operation.ts';
import { plainIdOf } from '../../../source/headings.ts';
import { type Words, wordsOf } from '../../words.ts';
import { Heading } from '../heading.tsx';
import { usePage } from '../page-context.ts';
import { FieldRow } from './field.tsx';
import { anchor, Contents, FieldView, MediaType, type View } from './fields-view.tsx';
import { EndpointLine } from './method.tsx';
import { CodePanel, type PanelItem } from './panel.tsx';

/**
 * A whole operation: method and path, description, the author's content (`children`),
 * authorization, parameters by place, body, responses. Samples and examples are next to it, or
 * below if the page has no column for them.
 */
export function OperationView(props: {
  readonly operation: Operation;
  readonly children?: ComponentChildren;
}) {
  const { operation } = props;
  const page = usePage();
  const labels = wordsOf(page.page.language).api;
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
  // On small screens the content of the column comes first: there the line is shown before it, and
  // hidden here.
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
          word={operation.kind === 'schema' ? 'attributes' : 'body'}
          view={view}
        />
      )}
      <Responses responses={operation.responses} view={view} />
    </div>
  );
}

function Section(props: {
  readonly word: keyof Words['api'];
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const { page, site } = usePage();
  const { word } = props;
  // Ids are those of the source language, whatever language the words are in.
  const isSource = page.language === site.language;
  const id = isSource ? undefined : plainIdOf(wordsOf(site.language).api[word]);
  return (
    <section class="operation-part">
      <div class="operation-part-head">
        <Heading level={2} id={id}>
          {wordsOf(page.language).api[word]}
        </Heading>
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
    <Section word="authorization">
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
    <Section word={props.place}>
      {found.map((parameter) => (
        <FieldView
          key={parameter.name}
          field={parameter.field}
          prefix={{ id: props.place, others: ['param'] }}
          view={props.view}
        />
      ))}
    </Section>
  );
}

function BodySection(props: {
  readonly body: Body;
  readonly word: 'attributes' | 'body';
  readonly view: View;
}) {
  const page = usePage();
  const { body, view } = props;
  const [only] = body.contents;
  const single = body.contents.length === 1 && only;
  return (
    <Section
      word={props.word}
      aside={
        <>
          {single && <MediaType text={single.mediaType} />}
          {body.required && <span class="field-required">{view.labels.required}</span>}
        </>
      }
    >
      {body.description && <div class="field-text">{page.markdown(body.description)}</div>}
      <Contents contents={body.contents} prefix={{ id: 'body', others: ['body'] }} view={view} />
    </Section>
  );
}

function Responses(props: { readonly responses: readonly Response[]; readonly view: View }) {
  const page = usePage();
  if (props.responses.length === 0) return null;
  const first = props.responses.find((response) => /^2/.test(response.status));
  const main = first ?? props.responses[0];
  return (
    <Section word={props.responses.length > 1 ? 'responses' : 'response'}>
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
                prefix={response === main ? { id: 'response', others: ['response'] } : undefined}
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

function panelsOf(operation: Operation, labels: Words['api']): ComponentChildren[] {
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
