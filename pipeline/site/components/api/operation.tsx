import type { ComponentChildren } from 'preact';
import type { Body, Operation } from '../../../../schema/operation.ts';
import { type Words, wordsOf } from '../../words.ts';
import { usePage } from '../page-context.ts';
import { Authorization } from './authorization.tsx';
import { Callbacks } from './callbacks.tsx';
import { Described } from './described.tsx';
import { Contents, FieldView, MediaType, type View } from './fields-view.tsx';
import { EndpointLine } from './method.tsx';
import { CodePanel, type PanelItem } from './panel.tsx';
import { displayOf, FormData, OpenFields, TryButton } from './playground.tsx';
import { Responses } from './responses.tsx';
import { Section } from './section.tsx';
import { Servers } from './servers.tsx';

/**
 * A whole operation: method and path, description, the author's content (`children`),
 * authorization, parameters by place, body, responses, callbacks. Samples and examples are next to it; on
 * small screens they are below it, and on pages without a column for them they are inside of it.
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
  const { form } = operation;
  const isWritten = page.page.frontmatter.api !== undefined;
  const display = isWritten && form?.servers.length === 0 ? undefined : displayOf(page, form);
  const formId = display && page.uniqueId('form');
  const line = operation.kind !== 'schema' && (
    <EndpointLine
      method={operation.method}
      path={operation.path}
      server={operation.kind === 'operation' ? operation.servers[0]?.url : undefined}
      copyLabel={labels.copyPath}
    >
      {formId && display && <TryButton data={formId} display={display} />}
    </EndpointLine>
  );
  const beside =
    panels.length > 0 && page.addAside('request', <div class="api-panels">{panels}</div>);
  return (
    <div class="dc-operation">
      {line}
      {operation.kind === 'operation' && <Servers servers={operation.servers} labels={labels} />}
      {operation.description && <Described text={operation.description} class="operation-text" />}
      {formId && isWritten && <OpenFields />}
      {props.children}
      {form && formId && display && (
        <FormData id={formId} form={form} display={display} written={isWritten} />
      )}
      <Authorization operation={operation} view={view} />
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
      {!beside && panels.length > 0 && <div class="api-panels">{panels}</div>}
      <Responses responses={operation.responses} view={view} />
      <Callbacks callbacks={operation.callbacks} view={view} />
    </div>
  );
}

/** The parameters of one place. */
export function Parameters(props: {
  readonly place: 'path' | 'query' | 'header' | 'cookie';
  readonly operation: Operation;
  readonly view: View;
}) {
  const found = props.operation.parameters.filter((parameter) => parameter.in === props.place);
  if (found.length === 0) return null;
  const isChannel = props.operation.kind === 'channel';
  return (
    <Section word={isChannel && props.place === 'path' ? 'address' : props.place}>
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
      {body.description && <Described text={body.description} />}
      <Contents contents={body.contents} prefix={{ id: 'body', others: ['body'] }} view={view} />
    </Section>
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
  const bodies = exampleItems(operation.body?.contents ?? [], '');
  if (operation.kind === 'operation' && bodies.length > 1) {
    panels.push(<CodePanel key="body" title={labels.body} items={bodies} labels={labels} />);
  }
  if (operation.kind !== 'operation') {
    panels.push(<CodePanel key="example" title={labels.example} items={bodies} labels={labels} />);
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
