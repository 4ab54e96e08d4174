import type { ComponentChildren } from 'preact';
import type {
  Channel,
  ChannelOperation,
  ChannelServer,
  Operation,
} from '../../../../schema/operation.ts';
import { type Words, wordsOf } from '../../words.ts';
import { Heading } from '../heading.tsx';
import { usePage } from '../page-context.ts';
import { Authorization } from './authorization.tsx';
import { Bindings } from './bindings.tsx';
import { MessageLinks, MessagePart } from './channel-message.tsx';
import { ConnectBox } from './connect.tsx';
import { Described } from './described.tsx';
import { FieldRow } from './field.tsx';
import { FieldView, type View } from './fields-view.tsx';
import { EndpointLine } from './method.tsx';
import { Parameters } from './operation.tsx';
import { CodePanel, type PanelItem } from './panel.tsx';
import { Section } from './section.tsx';

/**
 * A channel: address, the author's content (`children`), what a reader sends and receives, messages,
 * servers, settings of the protocol. Samples and examples are next to it, as with operations.
 */
export function ChannelView(props: {
  readonly operation: Operation;
  readonly channel: Channel;
  readonly children?: ComponentChildren;
}) {
  const { operation, channel } = props;
  const page = usePage();
  const words = wordsOf(page.page.language);
  const labels = words.api;
  const open = page.site.config.api.params.expanded === 'all';
  const view: View = { labels, open };
  page.feature('endpoint');
  const panels = panelsOf(operation, channel, labels);
  const socket = channel.servers.findIndex(({ protocol }) => /^wss?$/.test(protocol));
  const line = (
    <EndpointLine
      method={operation.method}
      path={operation.path}
      server={socket < 0 ? undefined : operation.servers[socket]?.url}
      copyLabel={labels.copyPath}
    />
  );
  const beside =
    panels.length > 0 && page.addAside('request', <div class="api-panels">{panels}</div>);
  return (
    <div class="dc-operation">
      {line}
      {channel.address === undefined && <p class="channel-hint">{words.channels.unknownAddress}</p>}
      {operation.description && <Described text={operation.description} class="operation-text" />}
      {props.children}
      {socket >= 0 && <ConnectBox operation={operation} channel={channel} />}
      {!beside && panels.length > 0 && <div class="api-panels">{panels}</div>}
      {channel.operations.map((each) => (
        <OperationPart
          key={each.id}
          operation={each}
          only={
            channel.operations.filter((other) => other.direction === each.direction).length === 1
          }
          channel={channel}
        />
      ))}
      <Authorization operation={operation} view={view} />
      {(['path', 'query', 'header'] as const).map((place) => (
        <Parameters key={place} place={place} operation={operation} view={view} />
      ))}
      {channel.messages.length > 0 && (
        <Section word="messages">
          {channel.messages.map((message) => (
            <MessagePart key={message.id} message={message} view={view} />
          ))}
        </Section>
      )}
      {channel.servers.length > 0 && (
        <Section word="servers">
          {channel.servers.map((server) => (
            <ServerRow key={server.name} server={server} view={view} />
          ))}
        </Section>
      )}
      {channel.bindings.length > 0 && (
        <Section word="bindings">
          <Bindings bindings={channel.bindings} titled />
        </Section>
      )}
    </div>
  );
}

/** What a reader sends or receives, with links to its messages. */
function OperationPart(props: {
  readonly operation: ChannelOperation;
  /** The only one in its direction: then its anchor is the direction. */
  readonly only: boolean;
  readonly channel: Channel;
}) {
  const { operation, channel } = props;
  const { direction, reply } = operation;
  const page = usePage();
  const words = wordsOf(page.page.language);
  const { channels, api } = words;
  const title = operation.title ?? (props.only ? channels[direction] : operation.id);
  return (
    <section class="operation-part channel-operation">
      <div class="operation-part-head">
        {title !== channels[direction] && (
          <span class="dc-method" data-method={direction === 'send' ? 'post' : 'get'}>
            {channels[direction]}
          </span>
        )}
        <Heading level={2} id={props.only ? direction : `${direction}-${operation.id}`}>
          {title}
        </Heading>
        {operation.deprecated && <span class="field-chip field-deprecated">{api.deprecated}</span>}
      </div>
      <p class="channel-hint">{direction === 'send' ? channels.youSend : channels.youReceive}</p>
      {operation.description && <Described text={operation.description} class="operation-text" />}
      <MessageLinks ids={operation.messages} channel={channel} />
      {reply && (
        <div class="channel-reply">
          <h3 class="channel-label">{channels.reply}</h3>
          {reply.channel && (
            <p class="channel-hint">
              <code dir="ltr">{reply.channel}</code>
            </p>
          )}
          {reply.location && (
            <p class="channel-hint">
              {channels.replyTo}: <code dir="ltr">{reply.location}</code>
            </p>
          )}
          {reply.description && <Described text={reply.description} />}
          <MessageLinks ids={reply.messages} channel={channel} />
        </div>
      )}
      <Bindings bindings={operation.bindings} />
    </section>
  );
}

function ServerRow(props: { readonly server: ChannelServer; readonly view: View }) {
  const { server, view } = props;
  const page = usePage();
  const name = server.title ?? server.name;
  return (
    <FieldRow
      name={name}
      id={page.headingId(
        name,
        `server-${server.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`,
      )}
      type={[server.protocol, server.protocolVersion].filter(Boolean).join(' ')}
      labels={view.labels}
    >
      <p class="field-fact">
        <code dir="ltr">{server.url}</code>
      </p>
      {server.description && <Described text={server.description} />}
      {server.variables.length > 0 && (
        <div class="field-children channel-variables">
          {server.variables.map((variable) => (
            <FieldView key={variable.name} field={variable} view={view} />
          ))}
        </div>
      )}
      <Bindings bindings={server.bindings} />
    </FieldRow>
  );
}

function panelsOf(
  operation: Operation,
  channel: Channel,
  labels: Words['api'],
): ComponentChildren[] {
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
  const items = channel.messages.flatMap((message) =>
    message.examples.map(
      (example): PanelItem => ({
        label: [message.title ?? message.name, example.label].filter(Boolean).join(' · '),
        language: example.language,
        text: example.text,
      }),
    ),
  );
  if (items.length > 0) {
    panels.push(<CodePanel key="example" title={labels.example} items={items} labels={labels} />);
  }
  return panels;
}
